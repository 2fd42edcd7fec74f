import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generateLinkKeys, loadLinkKeys, parseLinkKeys } from '../../src/access/link-keys.js';
import { freshFolder } from '../support/run-folder.js';

type Jwk = Record<string, unknown>;

const setOf = (...keys: readonly unknown[]): string => JSON.stringify({ keys });
/** The example key of RFC 7515, appendix A.3. */
const RFC_7515_KEY = {
  kty: 'EC',
  crv: 'P-256',
  kid: 'rfc-7515',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
};

const only = (text: string): Jwk => (JSON.parse(text) as { keys: [Jwk] }).keys[0];

describe('a set of link keys', () => {
  let first: Jwk;
  let second: Jwk;
  beforeAll(async () => {
    [first, second] = [only(await generateLinkKeys()), only(await generateLinkKeys())];
  });

  it('as we generate it can be read, and every set is another', async () => {
    const keys = await parseLinkKeys(setOf(first));
    expect(keys.current.id).toBe(first['kid']);
    expect(first['kid']).not.toBe(second['kid']);
    expect(first['d']).not.toBe(second['d']);
  });

  it('signs with its first key and still knows the others', async () => {
    const keys = await parseLinkKeys(setOf(second, first));
    expect(keys.current.id).toBe(second['kid']);
    expect(keys.byId(String(second['kid']))).toBe(keys.current);
    expect(keys.byId(String(first['kid']))?.publicJwk['x']).toBe(first['x']);
    expect(keys.byId('nobody')).toBeUndefined();
  });

  it('signs what its public half verifies, and shows nothing private in it', async () => {
    const { current } = await parseLinkKeys(setOf(first));
    const jwt = await new SignJWT({ page: 'view' }).setProtectedHeader({ alg: 'ES256' }).sign(current.privateKey);
    expect((await jwtVerify(jwt, await importJWK(current.publicJwk, 'ES256'))).payload).toEqual({ page: 'view' });
    expect(current.publicJwk).toEqual({ kty: 'EC', crv: 'P-256', x: first['x'], y: first['y'], kid: first['kid'], alg: 'ES256', use: 'sig' });
  });

  it.each<[string, (key: Jwk, other: Jwk) => string]>([
    ['no text at all', () => ''],
    ['no JSON', () => 'nonsense'],
    ['no set', () => '[]'],
    ['null', () => 'null'],
    ['an empty set', () => setOf()],
    ['a bare key', (key) => JSON.stringify(key)],
    ['a key without kid', (key) => setOf({ ...key, kid: undefined })],
    ['an empty kid', (key) => setOf({ ...key, kid: '' })],
    ['a kid that is no text', (key) => setOf({ ...key, kid: 7 })],
    ['the same kid twice', (key, other) => setOf(key, { ...other, kid: key['kid'] })],
    ['a public key', (key) => setOf({ ...key, d: undefined })],
    ['an empty secret', (key) => setOf({ ...key, d: '' })],
    ["another key's secret", (key, other) => setOf({ ...key, d: other['d'] })],
    ['a point off the curve', (key) => setOf({ ...key, x: 'AAAA' })],
    ['another curve', (key) => setOf({ ...key, crv: 'P-384' })],
    ['a symmetric key', ({ kid }) => setOf({ kty: 'oct', k: 'c2VjcmV0', kid })],
    ['one wrong key behind a right one', (key) => setOf(key, { kid: 'x' })],
  ])('is refused with %s', async (_what, text) => {
    await expect(parseLinkKeys(text(first, second))).rejects.toThrow();
  });

  it('is refused with RSA keys', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    await expect(parseLinkKeys(setOf({ ...(await exportJWK(privateKey)), kid: 'rsa' }))).rejects.toThrow();
  });

  describe('target secrets', () => {
    it('are the same every time, also after a restart', async () => {
      const [before, after] = [await parseLinkKeys(setOf(first)), await parseLinkKeys(setOf(second, first))];
      expect(after.byId(before.current.id)?.targetSecret('session')).toBe(before.current.targetSecret('session'));
    });

    it('differ per session and per key, and have 256 bits', async () => {
      const keys = [await parseLinkKeys(setOf(first)), await parseLinkKeys(setOf(second))];
      const secrets = keys.flatMap(({ current }) => ['a', 'b', 'ab', ''].map((identifier) => current.targetSecret(identifier)));
      expect(new Set(secrets).size).toBe(8);
      for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    });

    it('never change for a key, so that a link in the world stays good', async () => {
      const { current } = await parseLinkKeys(setOf(RFC_7515_KEY));
      expect(current.targetSecret('session')).toBe('wAJV_CZ0jpy0stPRPd0PC4E29Wr5bxBNsBZeDoBqYbg');
    });
  });
});

describe('the keys of a machine without a setting', () => {
  let folder: string;
  beforeEach(() => {
    folder = freshFolder();
  });

  const file = () => join(folder, 'data/link-signing-keys.json');

  it('are made once and kept', async () => {
    const made = await loadLinkKeys(undefined, join(folder, 'data'));
    const text = readFileSync(file(), 'utf8');
    const again = await loadLinkKeys(undefined, join(folder, 'data'));
    expect(again.current.id).toBe(made.current.id);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });

  it('are made once even when several start at once', async () => {
    const loaded = await Promise.all(Array.from({ length: 8 }, () => loadLinkKeys(undefined, join(folder, 'data'))));
    expect(new Set(loaded.map(({ current }) => current.id))).toEqual(new Set([only(readFileSync(file(), 'utf8'))['kid']]));
  });

  it('are readable by their owner alone', async () => {
    await loadLinkKeys(undefined, join(folder, 'data'));
    expect(statSync(file()).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  });

  it('stay unmade where the setting names some', async () => {
    const text = await generateLinkKeys();
    expect((await loadLinkKeys(text, join(folder, 'data'))).current.id).toBe(only(text)['kid']);
    expect(existsSync(file())).toBe(false);
  });
});
