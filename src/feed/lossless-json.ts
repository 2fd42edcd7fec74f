/*
 * JSON whose integers come through whole: change numbers of feeds grow beyond 2^53. Such an integer is held by its text and
 * is written as it came. (JSON.parse source text access, which TypeScript's library does not describe yet)
 */

interface SourceTextAccess {
  parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
}

// Node 24 has all three; the library's types know the first with two parameters only.
const json = JSON as unknown as SourceTextAccess;

const INTEGER = /^-?\d+$/;
/** An integer that may be beyond 2^53. A reviver costs six times a plain parse, so only such text gets one. */
const LONG_INTEGER = /(?:^|[\s:,[])-?\d{16}/;

/** Throws a SyntaxError for what is not JSON, a RangeError for what is nested too deeply to be read. */
export function parseLossless(text: string): unknown {
  return LONG_INTEGER.test(text) ? json.parse(text, (_key, value, { source }) => (isLossy(value, source) ? json.rawJSON(source) : value)) : JSON.parse(text);
}

function isLossy(value: unknown, source: string | undefined): source is string {
  return typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && INTEGER.test(source);
}

/** What is published as text or as a number, as text; undefined for everything else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return json.isRawJSON(value) ? value.rawJSON : undefined;
}

/** A number published as such or as text; null where nothing is said, NaN where it cannot be read. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (value === undefined || value === null) return null;
  const text = textOf(value)?.trim();
  if (text === '') return null;
  return text !== undefined && /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
