import { z } from 'zod';

const MAX_TEXT_LENGTH = 1_000;
const MAX_URL_LENGTH = 2_048;
const MAX_URL_BYTES = 2_600;
const MAX_EMAIL_LENGTH = 254;
// oxlint-disable-next-line no-control-regex
const WITHOUT_CONTROL = /^[^\u0000-\u001f\u007f]*$/;
// oxlint-disable-next-line no-control-regex
const HTTP_ADDRESS = /^[hH][tT][tT][pP][sS]?:\/\/[^\u0000-\u0020\u007f]*$/;
const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/;

/*
 * What the wire lets through, in the gateway's own words. The gateway checks the same again, for everybody; it is said
 * here too so that one answer can name every problem of a body, those of its shape and those of its values, and so that
 * the API's description is complete: what JSON Schema can say stands in each rule's meta, made of the same constants, and is
 * never stricter than the rule. Each value has one problem at a time. A test holds them all against each other.
 */

const storable = z.string().refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: 'must not contain NUL or half of a surrogate pair', abort: true });

const withoutControl = { error: 'must not contain control characters', abort: true };

export const wireText = storable
  .refine((text) => text.trim() !== '', { error: 'must not be empty', abort: true })
  .refine((text) => WITHOUT_CONTROL.test(text), withoutControl)
  .refine((text) => text.length <= MAX_TEXT_LENGTH, `must have at most ${MAX_TEXT_LENGTH} characters`)
  .meta({ minLength: 1, maxLength: MAX_TEXT_LENGTH, pattern: `^(?=[\\s\\S]*\\S)${WITHOUT_CONTROL.source.slice(1)}` });

export const wireUrl = storable
  .refine((text) => text.length <= MAX_URL_LENGTH, { error: `must have at most ${MAX_URL_LENGTH} characters`, abort: true })
  .refine((text) => Buffer.byteLength(text) <= MAX_URL_BYTES, { error: `must have at most ${MAX_URL_BYTES} bytes as UTF-8`, abort: true })
  .refine((text) => HTTP_ADDRESS.test(text) && URL.canParse(text), 'must be an absolute http or https URL')
  .meta({ maxLength: MAX_URL_LENGTH, pattern: HTTP_ADDRESS.source, description: `An absolute http or https URL, of at most ${MAX_URL_BYTES} bytes as UTF-8.` });

export const wireEmail = storable
  .refine((text) => WITHOUT_CONTROL.test(text), withoutControl)
  .refine((text) => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text), 'must be an e-mail address')
  .meta({ maxLength: MAX_EMAIL_LENGTH, pattern: `^(?=${WITHOUT_CONTROL.source.slice(1)})${EMAIL.source.slice(1)}`, description: 'An e-mail address.' });

export const wireIs13OrOver = z
  .boolean()
  .refine((answer) => answer, 'must not be false: customers must be 13 or over to book')
  .meta({ const: true, description: 'That the customer is 13 or over, as customers must be to book; false is refused, and left out, the checkout asks.' });

/** Contract §2: the two vocabulary addresses. The values of a request are not compared. */
export const ContextPair = z.tuple([z.string(), z.string()], 'must be an array of 2 strings').meta({ description: 'The two vocabulary addresses.' });
