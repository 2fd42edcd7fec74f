import { isHttpUrl, MAX_URL_BYTES, MAX_URL_LENGTH } from '../shared/checks.js';
import { textOf } from './lossless-json.js';

const MAX_NAME_LENGTH = 300;
const MAX_ADDRESS_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 5_000;
const MAX_QUOTE_LENGTH = 200;
/** Of a description, before its markup is taken out: bounds the work. */
const MAX_MARKUP_LENGTH = 50_000;

const BREAK = /<(?:br|\/?(?:p|div|li|ul|ol|tr|h[1-6]))(?:[\s/][^<>]*)?>/gi;
/** Stops at the next bracket of either kind, so that a row of opening ones is read in one go. "5 < 6" is no tag. */
const TAG = /<[a-z/!][^<>]*>/gi;
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const ENTITIES = new Map([['amp', '&'], ['lt', '<'], ['gt', '>'], ['quot', '"'], ['apos', "'"], ['nbsp', ' ']]);

/** A name on one line, at most 300 code points; null where there is none. */
export function readName(value: unknown): string | null {
  return readLine(value, MAX_NAME_LENGTH);
}

/** At most 500 code points. */
export function readAddressLine(value: unknown): string | null {
  return readLine(value, MAX_ADDRESS_LENGTH);
}

function readLine(value: unknown, length: number): string | null {
  const text = textOf(firstOf(value));
  if (text === undefined) return null;
  const line = cut(storable(text).replace(/[\s\p{Cc}]+/gu, ' ').trim(), length);
  return line === '' ? null : line;
}

/** A description without its markup, its lines kept, at most 5,000 code points. Pages escape it like any other text. */
export function readDescription(value: unknown): string | null {
  const text = textOf(firstOf(value));
  if (text === undefined) return null;
  const plain = withoutMarkup(storable(text.slice(0, MAX_MARKUP_LENGTH)))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n');
  const description = cut(plain.trim(), MAX_DESCRIPTION_LENGTH).trimEnd();
  return description === '' ? null : description;
}

function withoutMarkup(text: string): string {
  return /[<&]/.test(text) ? storable(text.replace(BREAK, '\n').replace(TAG, '').replace(ENTITY, characterOf)) : text;
}

function characterOf(entity: string, name?: string, decimal?: string, hexadecimal?: string): string {
  if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? entity;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/** Without what neither database keeps as it came: NUL and halves of surrogate pairs. */
function storable(text: string): string {
  return text.isWellFormed() && !text.includes('\u0000') ? text : text.replace(/[\0\p{Surrogate}]/gu, '');
}

/** By code points, so that none is cut in two: twice as many units hold them all. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text.slice(0, 2 * length)).slice(0, length).join('');
}

/** An absolute http or https URL, as published; undefined for everything else, also for what an index cannot hold. */
export function readAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text.length > MAX_URL_LENGTH || !text.isWellFormed() || !isHttpUrl(text)) return undefined;
  return Buffer.byteLength(text) <= MAX_URL_BYTES ? text : undefined;
}

/** What was published, in quotation marks, at most 200 characters of it; of a list or an object only that it is one. */
export function quote(value: unknown): string {
  const text = textOf(value);
  if (text !== undefined) return `"${cut(storable(text.slice(0, 2 * MAX_QUOTE_LENGTH)), MAX_QUOTE_LENGTH)}"`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

export type Published = Readonly<Record<string, unknown>>;

export function isPublished(value: unknown): value is Published {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of a list, or the thing itself: where one is expected, some publish a list of one. */
export function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** All of a list, the thing itself as a list of one, or nothing. */
export function allOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}
