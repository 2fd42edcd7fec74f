import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatApiKey, hashSecret, isSecretOf, newApiKey, parseApiKey } from '../../src/broker/api-key.js';

const letters = (min: number, max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom('A', 'M', 'Z', 'a', 'm', 'z', '0', '1', '8', '9'), minLength: min, maxLength: max });

const mode = fc.constantFrom('live', 'test');
const key = fc.record({ id: letters(1, 40), secret: letters(16, 80) });

describe('an API key', () => {
  it('reads back as it was written', () => {
    fc.assert(
      fc.property(mode, key, (kind, parts) => {
        expect(parseApiKey(formatApiKey(kind, parts))).toEqual(parts);
      }),
    );
  });

  it('is written back as it was read: no other text means the same key', () => {
    const nearly = fc.tuple(mode, key, fc.string({ unit: 'binary', maxLength: 2 }), fc.nat(60)).map(([kind, parts, text, at]) => {
      const whole = formatApiKey(kind, parts);
      return whole.slice(0, at) + text + whole.slice(at);
    });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: 'binary' })), (text) => {
        const parsed = parseApiKey(text);
        if (parsed) expect([formatApiKey('live', parsed), formatApiKey('test', parsed)]).toContain(text);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['', 'ck_live_', 'ck_live__secretsecretsecret', 'ck_live_id_short', 'pk_live_id_secretsecretsecret', 'ck_prod_id_secretsecretsecret', ' ck_live_id_secretsecretsecret', 'ck_live_id_secretsecretsecret\n', 'ck_live_i-d_secretsecretsecret', `ck_live_${'i'.repeat(41)}_secretsecretsecret`, `ck_live_id_${'s'.repeat(81)}`])(
    'is not %j',
    (text) => {
      expect(parseApiKey(text)).toBeUndefined();
    },
  );

  it('is new every time, with 80 bits of id and 256 of secret', () => {
    const keys = Array.from({ length: 100 }, newApiKey);
    expect(new Set(keys.flatMap(({ id, secret }) => [id, secret])).size).toBe(200);
    for (const { id, secret } of keys) {
      expect(id).toMatch(/^[0-9a-f]{20}$/);
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
      expect(parseApiKey(formatApiKey('live', { id, secret }))).toEqual({ id, secret });
    }
  });
});

describe('the hash of a secret', () => {
  it('is SHA-256, in hexadecimal', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('knows its secret and no other', () => {
    fc.assert(
      fc.property(letters(16, 80), letters(16, 80), (secret, other) => {
        expect(isSecretOf(secret, hashSecret(secret))).toBe(true);
        expect(isSecretOf(other, hashSecret(secret))).toBe(other === secret);
      }),
    );
  });

  it.each(['', 'abc', 'nonsense', 'zz'.repeat(32), `${'00'.repeat(32)}00`])('opens to nobody when what is stored is none: %j', (stored) => {
    expect(isSecretOf('secretsecretsecret', stored)).toBe(false);
  });

  it('never opens to its own text, so that a copy of the database is no key', () => {
    const stored = hashSecret('secretsecretsecret');
    expect(isSecretOf(stored, stored)).toBe(false);
  });
});
