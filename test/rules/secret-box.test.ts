import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateEncryptionKeys, loadSecretBox, openSecretBox } from '../../src/access/secret-box.js';
import { freshFolder } from '../support/run-folder.js';

const only = (text: string): Record<string, unknown> => (JSON.parse(text) as { keys: [Record<string, unknown>] }).keys[0];
const setOf = (...keys: readonly unknown[]): string => JSON.stringify({ keys });
const [FIRST, SECOND] = [only(generateEncryptionKeys()), only(generateEncryptionKeys())];
const flipped = (part: string) => `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;
const SECRET = 'whsec_bm90IGEgc2VjcmV0';

describe('a box of secrets', () => {
  const box = openSecretBox(setOf(FIRST));

  it('gives back what was put in, whatever it was', () => {
    assert(property(string({ unit: 'grapheme' }), (secret) => box.open(box.seal(secret)) === secret));
    for (const secret of ['', 'a.b.c', '🔑'.repeat(1_000)]) expect(box.open(box.seal(secret))).toBe(secret);
  });

  it('shows nothing of it, in the clear or in base64', () => {
    const sealed = box.seal(SECRET);
    expect(sealed).toMatch(/^[\w-]+\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
    for (const part of [SECRET, SECRET.slice(6), Buffer.from(SECRET).toString('base64url').slice(0, 12)]) expect(sealed).not.toContain(part);
  });

  it('never uses a nonce twice, so that the same secret looks different every time', () => {
    const sealed = Array.from({ length: 2_000 }, () => box.seal(SECRET));
    expect(new Set(sealed.map((text) => text.split('.')[1])).size).toBe(2_000);
    expect(new Set(sealed.map((text) => text.split('.')[2])).size).toBe(2_000);
  });

  it('opens nothing that another key has sealed, under its own name or under ours', () => {
    const other = openSecretBox(setOf(SECOND));
    const sealed = other.seal(SECRET);
    expect(() => box.open(sealed)).toThrow(`ENCRYPTION_KEYS lacks key ${String(SECOND['kid'])}`);
    const impostor = openSecretBox(setOf({ ...SECOND, kid: FIRST['kid'] }));
    expect(() => box.open(impostor.seal(SECRET))).toThrow();
  });

  it('opens nothing that was changed, wherever', () => {
    const sealed = box.seal(SECRET);
    const [kid = '', nonce = '', text = '', tag = ''] = sealed.split('.');
    const other = box.seal(SECRET).split('.');
    for (const changed of [
      [kid, flipped(nonce), text, tag],
      [kid, nonce, flipped(text), tag],
      [kid, nonce, text, flipped(tag)],
      [kid, nonce, text.slice(0, -4), tag],
      [kid, nonce, text, tag.slice(0, 6)], // a shorter tag is easier to guess
      [kid, nonce, text, ''],
      [kid, nonce, text, other[3]],
      [kid, other[1], text, tag],
      [kid, nonce, text],
      [kid],
      [],
    ]) {
      expect(() => box.open(changed.join('.')), changed.join('.')).toThrow();
    }
    expect(box.open(sealed)).toBe(SECRET);
  });

  it('is rotated by putting a new key before the old one: the new one seals, both open, and a key that is gone is named', () => {
    const old = box.seal(SECRET);
    const rotated = openSecretBox(setOf(SECOND, FIRST));
    expect(rotated.open(old)).toBe(SECRET);
    const renewed = rotated.seal(SECRET);
    expect([rotated.isCurrent(old), rotated.isCurrent(renewed), box.isCurrent(old)]).toEqual([false, true, true]);
    expect(renewed.split('.')[0]).toBe(SECOND['kid']);
    const afterwards = openSecretBox(setOf(SECOND));
    expect(afterwards.open(renewed)).toBe(SECRET);
    expect(() => afterwards.open(old)).toThrow(`ENCRYPTION_KEYS lacks key ${String(FIRST['kid'])}`);
  });

  it('makes a key of its own where the settings have none, and keeps it beside its data', async () => {
    const folder = freshFolder();
    const sealed = (await loadSecretBox(undefined, folder)).seal(SECRET);
    expect((await loadSecretBox(undefined, folder)).open(sealed)).toBe(SECRET);
    expect(() => box.open(sealed)).toThrow();
    const fromSettings = await loadSecretBox(setOf(FIRST), folder);
    expect(fromSettings.seal(SECRET).split('.')[0]).toBe(FIRST['kid']);
  });
});
