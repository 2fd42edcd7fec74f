/** What the members of an object are, by name and in order; a name that ends in `?` may be missing. */
interface Shape {
  readonly [name: string]: Shape | readonly Shape[] | ((value: unknown) => boolean);
}

const text = (value: unknown): boolean => typeof value === 'string' && value !== '';
const url = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value);
const constant = (expected: string) => (value: unknown) => value === expected;
const twoTexts = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(text);

const PERSON: Shape = { type: constant('Person'), 'identifier?': text, givenName: text, familyName: text, email: text, 'platform:is13OrOver': (value) => value === true };
const ORGANIZATION: Shape = { type: constant('Organization'), name: text, url };
const BY_IDENTIFIER: Shape = { type: (value) => value === 'ScheduledSession' || value === 'Slot', identifier: text };
const BY_ID: Shape = { type: constant('ScheduledSession'), id: url };
const orderItem = (orderedItem: Shape): Shape => ({
  type: constant('OrderItem'),
  acceptedOffer: text,
  orderedItem,
  orderItemStatus: (value) => typeof value === 'string' && url(value) && value.endsWith('/OrderConfirmed'),
  accessToken: [{ type: constant('Barcode'), text: (value) => typeof value === 'string' && /^[\w-]{22}$/.test(value) }],
  accessCode: [{ type: constant('PropertyValue'), name: text, value: (value) => typeof value === 'string' && /^\d{6}$/.test(value) }],
});
const order = (item: Shape): Shape => ({ '@context': twoTexts, type: constant('Order'), id: url, customer: PERSON, broker: ORGANIZATION, orderedItem: [orderItem(item)] });

/** In what a body differs from the contract's Order: nothing more, nothing less, in this order. (contract §2 Order, §6) */
export function checkOrder(body: string): readonly string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return ['the body is no JSON'];
  }
  const problems = check(parsed, order(BY_IDENTIFIER), '');
  return problems.length > 0 && check(parsed, order(BY_ID), '').length === 0 ? [] : problems;
}

function check(value: unknown, shape: Shape | readonly Shape[] | ((value: unknown) => boolean), path: string): string[] {
  if (typeof shape === 'function') return shape(value) ? [] : [`${path} is ${JSON.stringify(value)}`];
  if (Array.isArray(shape)) return checkAll(value, shape as readonly Shape[], path); // isArray does not narrow a readonly array
  if (typeof value !== 'object' || value === null) return [`${path} is no object`];
  const members = value as Record<string, unknown>;
  const rules = Object.entries(shape as Shape).filter(([name]) => !name.endsWith('?') || name.slice(0, -1) in members); // all others are told apart above
  const names = rules.map(([name]) => name.replace('?', ''));
  const found = Object.keys(members);
  if (found.join() !== names.join()) return [`${path} has the members ${found.join()}, not ${names.join()}`];
  return rules.flatMap(([name, rule]) => check(members[name.replace('?', '')], rule, `${path}/${name.replace('?', '')}`));
}

function checkAll(value: unknown, [each]: readonly Shape[], path: string): string[] {
  if (!Array.isArray(value) || value.length === 0 || !each) return [`${path} is no list`];
  return value.flatMap((one, index) => check(one, each, `${path}/${index}`));
}
