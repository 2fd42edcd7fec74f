import { describe, expect, it } from 'vitest';
import { isUuid, newIdentifier, newUuid } from '../../src/shared/ids.js';
import { freshRandomBytes } from '../../src/shared/random-bytes.js';

const MANY = 5_000;
const many = <T>(make: () => T): T[] => Array.from({ length: MANY }, make);

describe('identifiers', () => {
  it('makes UUIDs of version 7 that sort in the order of their creation, however many a millisecond has', () => {
    const uuids = many(newUuid);
    expect(uuids.every((uuid) => isUuid(uuid) && /^.{14}7.{4}[89ab]/.test(uuid))).toBe(true);
    expect(uuids.toSorted()).toEqual(uuids);
    expect(new Set(uuids).size).toBe(MANY);
  });

  it('says in a UUID when it was made', () => {
    const before = Date.now();
    const madeAt = Number.parseInt(newUuid().replace('-', '').slice(0, 12), 16);
    expect(madeAt).toBeGreaterThanOrEqual(before);
    expect(madeAt).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('tells nobody by one UUID how another of the same millisecond ends', () => {
    const ends = many(newUuid).map((uuid) => uuid.slice(-12));
    expect(new Set(ends).size).toBe(MANY);
  });

  it('makes identifiers of 128 bits that are never the same, and change in every place', () => {
    const identifiers = many(newIdentifier);
    expect(new Set(identifiers).size).toBe(MANY);
    expect(identifiers.every((identifier) => /^[\w-]{22}$/.test(identifier))).toBe(true);
    const bytes = identifiers.map((identifier) => Buffer.from(identifier, 'base64url'));
    for (let place = 0; place < 16; place += 1) expect(new Set(bytes.map((one) => one[place])).size).toBe(256);
  });

  it('gives the same random bytes to nobody twice, and keeps what was given', () => {
    const given = many(() => freshRandomBytes(16));
    expect(new Set(given.map((bytes) => bytes.toString('hex'))).size).toBe(MANY);
  });
});
