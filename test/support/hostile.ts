import * as fc from 'fast-check';

/** JSON text that JSON.stringify would not write. It stands in a value as one of these marks and is put in its place at the end. */
const RAW_JSON = {
  '@deep arrays@': `${'['.repeat(25_000)}${']'.repeat(25_000)}`,
  '@deep objects@': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  '@beyond infinity@': '1e400',
  '@below infinity@': '-1e400',
  '@many digits@': '9'.repeat(500),
  '@negative zero@': '-0',
  '@prototype@': '{"__proto__":{"isAdmin":true}}',
  '@constructor@': '{"constructor":{"prototype":{"isAdmin":true}}}',
  '@twice@': '{"type":"OrderQuote","type":"Person"}',
  '@half a pair@': String.raw`"\ud83d"`,
  '@not JSON@': 'undefined',
} as const;

/** The marks of all of them. */
export const RAW_MARKS: readonly string[] = Object.keys(RAW_JSON);

/** Text that has broken something somewhere. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'https://a.example/\u0000',
  '\ud800',
  'https://a.example/\udfff',
  '\ufeff',
  '\u202e',
  'javascript:alert(1)',
  'JaVaScRiPt://a.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  '//a.example',
  'https://',
  'https://[::1',
  'https://user:secret@a.example:99999/',
  'https://a.example/\r\nSet-Cookie: a=b',
  'https://a.example/%0d%0aSet-Cookie:%20a=b',
  "'; drop table seller; --",
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../../../etc/passwd',
  '%',
  '%00',
  '%ff',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '1e400',
  '-1',
  '99999999999999999999',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20T00:00:00.000Z',
  '2026-02-30T12:00:00Z',
  '0193a000-0000-7000-8000-00000000000g',
  'x'.repeat(2_049),
  '\u{1f4a5}'.repeat(1_001),
  'x'.repeat(60 * 1024),
];

const hostileText = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) });

/** What no broker means: of any type, any depth, any size. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, [], {}, [[]], [null]) },
  { weight: 3, arbitrary: fc.constantFrom(...RAW_MARKS) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(Array.from({ length: 1_000 }, () => 'x'), Array.from({ length: 1_000 }, () => ({})), Array.from({ length: 21 }, () => ({ type: 'OrderItem' }))) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'type', '@context', 'toString', '\u0000'), fc.jsonValue({ maxDepth: 2 })) },
);

/** The names that cursors carry. */
const LISTS = ['opportunities by start', 'checkout sessions by creation', 'orders by creation', 'customers by creation', 'sellers by creation', 'sellers by name', 'brokers by creation', 'audit entries by time'] as const;

function cursorOf(...members: readonly [list: string, value: string, tieBreaker: string]): string {
  return Buffer.from(JSON.stringify(members)).toString('base64url');
}

/** Cursors of a list that no page of it has handed out. */
export function hostileCursors(list: (typeof LISTS)[number]): readonly string[] {
  const [instant, uuid] = ['2026-11-20T12:00:00.000Z', '0193a000-0000-7000-8000-0000000000a1'];
  const pairs = [
    [instant, 'no uuid'],
    [instant, 'a\u0000b'],
    [instant, '\ud800'],
    ['-271821-04-20T00:00:00.000Z', uuid],
    ['+275760-09-13T00:00:00.000Z', uuid],
    ['no instant', uuid],
    ['a\u0000b', uuid],
  ] as const;
  return pairs.map(([value, tieBreaker]) => cursorOf(list, value, tieBreaker));
}

const hostileCursor = fc.tuple(fc.constantFrom(...LISTS), fc.oneof(fc.constant('2026-11-20T12:00:00.000Z'), hostileText), hostileText).map((members) => cursorOf(...members));

/** Text for a place where a caller writes text. */
export const hostileParameter: fc.Arbitrary<string> = fc.oneof({ weight: 4, arbitrary: hostileText }, { weight: 3, arbitrary: hostileCursor });

type Change = 'delete' | 'replace' | 'wrap' | 'repeat' | 'rename' | 'add';

/** A few changes to a value that nothing is wrong with, each at a place of its own. */
export function mutated(valid: unknown): fc.Arbitrary<unknown> {
  const change = fc.record({ kind: fc.constantFrom<Change>('delete', 'replace', 'replace', 'replace', 'wrap', 'repeat', 'rename', 'add'), place: fc.nat(), value: fc.oneof(hostileValue, hostileParameter) });
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => changes.reduce((value: unknown, one) => changeAt(value, one.place % Math.max(1, placesIn(value)), one.kind, one.value), structuredClone(valid)));
}

function placesIn(value: unknown): number {
  return isContainer(value) ? Object.values(value).reduce((sum: number, member) => sum + 1 + placesIn(member), 0) : 0;
}

/** Places are counted in the order of the text. */
function changeAt(value: unknown, place: number, kind: Change, by: unknown): unknown {
  if (!isContainer(value)) return by;
  const entries: [string, unknown][] = [];
  let left = place;
  for (const [name, member] of Object.entries(value)) {
    const inside = placesIn(member);
    if (left === 0) entries.push(...changed(name, member, kind, by));
    else if (left > 0 && left <= inside) entries.push([name, changeAt(member, left - 1, kind, by)]);
    else entries.push([name, member]);
    left -= 1 + inside;
  }
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

function changed(name: string, member: unknown, kind: Change, by: unknown): [string, unknown][] {
  if (kind === 'delete') return [];
  if (kind === 'replace') return [[name, by]];
  if (kind === 'wrap') return [[name, [member]]];
  if (kind === 'repeat') return [[name, Array.from({ length: 30 }, () => member)]];
  if (kind === 'rename') return [[`${name} `, member]];
  return [
    [name, member],
    ['__added', by],
  ];
}

function isContainer(value: unknown): value is Record<string, unknown> | readonly unknown[] {
  return typeof value === 'object' && value !== null;
}

/** The JSON of a value, with what no value can say put in its place. */
export function hostileJson(value: unknown): string {
  const written = JSON.stringify(value) ?? 'undefined'; // the type forgets that undefined is not written
  return Object.entries(RAW_JSON).reduce((text, [mark, raw]) => text.replaceAll(JSON.stringify(mark), raw), written);
}
