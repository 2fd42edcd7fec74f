import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `ck_live_<id>_<secret>`, or `ck_test_…` in demo: the id finds the row, the secret proves the holder. */
export interface ParsedApiKey {
  readonly id: string;
  readonly secret: string;
}

export type ApiKeyMode = 'live' | 'test';

const API_KEY = /^ck_(?:live|test)_([A-Za-z0-9]{1,40})_([A-Za-z0-9]{16,80})$/;

export function parseApiKey(text: string): ParsedApiKey | undefined {
  const [, id, secret] = API_KEY.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

export function formatApiKey(mode: ApiKeyMode, { id, secret }: ParsedApiKey): string {
  return `ck_${mode}_${id}_${secret}`;
}

/** A new key: 80 random bits of id, 256 of secret. */
export function newApiKey(): ParsedApiKey {
  return { id: randomBytes(10).toString('hex'), secret: randomBytes(32).toString('hex') };
}

export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Compares in constant time, so that an answer's delay tells nothing about the stored hash. */
export function isSecretOf(secret: string, storedHash: string): boolean {
  const given = Buffer.from(hashSecret(secret), 'hex');
  const stored = Buffer.from(storedHash, 'hex');
  return given.length === stored.length && timingSafeEqual(given, stored);
}
