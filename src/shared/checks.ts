import type { Problem } from './user-error.js';

const MAX_TEXT_LENGTH = 1_000;
export const MAX_URL_LENGTH = 2_048;
/** What an index of PostgreSQL can hold; only addresses with many letters beyond ASCII come near it. */
export const MAX_URL_BYTES = 2_600;
// Control and space characters: the URL parser would silently drop some of them, so the stored string would differ from the one checked.
// oxlint-disable-next-line no-control-regex
const BLANK_OR_CONTROL = /[\u0000-\u0020\u007f]/;
// In a name or an e-mail address they have no meaning, and in a mail's header or a log a bad one.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;
const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Collects every problem of an input, so that a caller mends them all in one go. */
export class Problems {
  readonly found: Problem[] = [];

  add(path: readonly string[], message: string): void {
    this.found.push({ path, message });
  }

  /** A text that a person reads: not blank, without control characters, at most 1,000 characters. */
  text(path: readonly string[], value: string): void {
    if (value.trim() === '') this.add(path, 'must not be empty');
    else if (CONTROL.test(value)) this.add(path, 'must not contain control characters');
    else if (value.length > MAX_TEXT_LENGTH) this.add(path, `must have at most ${MAX_TEXT_LENGTH} characters`);
  }

  httpUrl(path: readonly string[], value: string): void {
    if (value.length > MAX_URL_LENGTH) this.add(path, `must have at most ${MAX_URL_LENGTH} characters`);
    else if (Buffer.byteLength(value) > MAX_URL_BYTES) this.add(path, `must have at most ${MAX_URL_BYTES} bytes as UTF-8`);
    else if (!isHttpUrl(value)) this.add(path, 'must be an absolute http or https URL');
  }

  email(path: readonly string[], value: string): void {
    if (CONTROL.test(value)) this.add(path, 'must not contain control characters');
    else if (value.length > 254 || !EMAIL.test(value)) this.add(path, 'must be an e-mail address');
  }
}

export function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && !BLANK_OR_CONTROL.test(value) && URL.canParse(value);
}
