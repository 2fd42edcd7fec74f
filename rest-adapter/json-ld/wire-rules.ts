import { z } from 'zod';

const MAX_TEXT_LENGTH = 1_000;
const MAX_URL_LENGTH = 2_048;
const MAX_URL_BYTES = 2_600;
// oxlint-disable-next-line no-control-regex
const BLANK_OR_CONTROL = /[\u0000-\u0020\u007f]/;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;
const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/;

/*
 * What the wire lets through, in the gateway's own words. The gateway checks the same again, for everybody; it is said
 * here too so that one answer can name every problem of a body, those of its shape and those of its values, and so that
 * the API's description is complete. Each value has one problem at a time. A test holds the two against each other.
 */

const storable = z.string().refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: 'must not contain NUL or half of a surrogate pair', abort: true });

const withoutControl = { error: 'must not contain control characters', abort: true };

export const wireText = storable
  .refine((text) => text.trim() !== '', { error: 'must not be empty', abort: true })
  .refine((text) => !CONTROL.test(text), withoutControl)
  .refine((text) => text.length <= MAX_TEXT_LENGTH, `must have at most ${MAX_TEXT_LENGTH} characters`);

export const wireUrl = storable
  .refine((text) => text.length <= MAX_URL_LENGTH, { error: `must have at most ${MAX_URL_LENGTH} characters`, abort: true })
  .refine((text) => Buffer.byteLength(text) <= MAX_URL_BYTES, { error: `must have at most ${MAX_URL_BYTES} bytes as UTF-8`, abort: true })
  .refine((text) => /^https?:\/\//i.test(text) && !BLANK_OR_CONTROL.test(text) && URL.canParse(text), 'must be an absolute http or https URL');

export const wireEmail = storable
  .refine((text) => !CONTROL.test(text), withoutControl)
  .refine((text) => text.length <= 254 && EMAIL.test(text), 'must be an e-mail address');

export const wireIs13OrOver = z.boolean().refine((answer) => answer, 'must not be false: customers must be 13 or over to book');
