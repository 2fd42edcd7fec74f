import { randomFillSync } from 'node:crypto';

/** To ask the operating system costs much more than to be given more of it at once. */
const AT_ONCE_BYTES = 4096;

const drawn = Buffer.alloc(AT_ONCE_BYTES);
let used = AT_ONCE_BYTES;

/** So many random bytes that nobody has been given before, good enough for secrets; they are kept nowhere. At most 64. */
export function freshRandomBytes(length: number): Buffer {
  if (used + length > AT_ONCE_BYTES) {
    randomFillSync(drawn);
    used = 0;
  }
  const fresh = Buffer.from(drawn.subarray(used, used + length));
  drawn.fill(0, used, used + length);
  used += length;
  return fresh;
}
