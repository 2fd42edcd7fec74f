import { createSecretKey, type KeyObject } from 'node:crypto';

/** How many are kept: each is a few hundred bytes. */
const MOST_KEPT = 10_000;
const SECRET_PREFIX = 'whsec_';

const keys = new Map<string, KeyObject>();

/** The key behind a signing secret, made once: that costs as much as to sign. */
export function signingKeyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  if (keys.size >= MOST_KEPT) keys.clear();
  const key = createSecretKey(Buffer.from(bare(secret), 'base64'));
  keys.set(secret, key);
  return key;
}

/** A signing secret as its receiver may know it too. */
export function bare(secret: string): string {
  return secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
}
