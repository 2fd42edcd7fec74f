import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A UUID of version 7: unique, and in the order of creation. */
export function newUuid(): string {
  return v7();
}

/** 128 random bits in 22 URL-safe characters: nobody guesses one. */
export function newIdentifier(): string {
  return randomBytes(16).toString('base64url');
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}
