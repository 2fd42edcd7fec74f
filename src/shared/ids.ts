import { v7 } from 'uuid';
import { freshRandomBytes } from './random-bytes.js';

let last = { msecs: 0, seq: 0 };

/** A UUID of version 7: unique, and in the order of creation, also within a millisecond and when the clock is set back. (RFC 9562 §6.2, method 1) */
export function newUuid(): string {
  const random = freshRandomBytes(UUID_BYTES);
  const msecs = Date.now();
  last = msecs > last.msecs ? { msecs, seq: random.readUInt32BE(SEQUENCE_AT) >>> 1 } : following(last);
  return v7({ random, ...last });
}

const UUID_BYTES = 16;
/** Of its random bytes those that begin the count of a millisecond: below the half of 32 bits, so that there is room. */
const SEQUENCE_AT = 6;
const MOST_SEQUENCE = 0xffff_ffff;

function following({ msecs, seq }: typeof last): typeof last {
  return seq < MOST_SEQUENCE ? { msecs, seq: seq + 1 } : { msecs: msecs + 1, seq: 0 };
}

/** 128 random bits in 22 URL-safe characters: nobody guesses one. */
export function newIdentifier(): string {
  return freshRandomBytes(UUID_BYTES).toString('base64url');
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}
