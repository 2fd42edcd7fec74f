import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema as parseSchema, extendSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema.js';
import { vagueDeprecations } from '../support/deprecations.js';
import { allowedIn, schemaChanges } from '../support/schema-changes.js';
import { ROOT } from '../support/source-files.js';

const read = (name: string): string => readFileSync(join(ROOT, 'docs/released', name), 'utf8');
const schema = buildSchema();

describe('the schema since its last release', () => {
  it('breaks no client, but for what docs/released/allowed.md names with a reason', () => {
    const { breaking, idle, dangerous } = schemaChanges(parseSchema(read('schema.graphql')), schema, allowedIn(read('allowed.md')));
    if (dangerous.length > 0) console.log(`Clients notice these only if they did not expect more to come:\n  ${dangerous.join('\n  ')}`);
    expect({ breaking, idle }).toEqual({ breaking: [], idle: [] });
  });

  const RELEASED = parseSchema('type Query { seller: String old: Int } enum Status { FREE } input Search { a: Int }');
  const without = (sdl: string, allowed: readonly string[] = []) => schemaChanges(RELEASED, parseSchema(sdl), allowed);

  it.each([
    ['a field that is gone', 'type Query { seller: String } enum Status { FREE } input Search { a: Int }', 'Query.old was removed.'],
    ['a field that has become a list', 'type Query { seller: [String] old: Int } enum Status { FREE } input Search { a: Int }', 'Query.seller changed type from String to [String].'],
    ['an argument that must be given', 'type Query { seller(id: ID!): String old: Int } enum Status { FREE } input Search { a: Int }', 'A required arg id on Query.seller was added.'],
    ['an input field that must be given', 'type Query { seller: String old: Int } enum Status { FREE } input Search { a: Int b: Int! }', 'A required field b on input type Search was added.'],
    ['an enum value that is gone', 'type Query { seller: String old: Int } enum Status { PAID } input Search { a: Int }', 'FREE was removed from enum type Status.'],
  ])('stops the build at %s', (_change, sdl, description) => {
    expect(without(sdl).breaking).toEqual([description]);
    expect(without(sdl, [description]).breaking).toEqual([]);
  });

  it('names what is new in an enum, and lets it pass', () => {
    const { breaking, dangerous } = without('type Query { seller: String old: Int } enum Status { FREE PAID } input Search { a: Int }');
    expect({ breaking, dangerous }).toEqual({ breaking: [], dangerous: ['PAID was added to enum type Status.'] });
  });

  it('allows nothing for which no reason is given', () => {
    expect(allowedIn('| Change | Why |\n|---|---|\n| Query.old was removed. | |\n| Query.seller was removed. | Nobody has it |\n')).toEqual(['Query.seller was removed.']);
  });
});

describe('what is deprecated', () => {
  it('says what to use instead and until when it stays', () => {
    expect(vagueDeprecations(schema)).toEqual([]);
  });

  it.each([
    ['a field without a reason', 'extend type Seller { "Has words." old: Int @deprecated }', 'Seller.old'],
    ['a field that names nothing to use', 'extend type Seller { "Has words." old: Int @deprecated(reason: "goes after 2027-06-30") }', 'Seller.old'],
    ['a field that names something that there is not', 'extend type Seller { "Has words." old: Int @deprecated(reason: "use Seller.young; goes after 2027-06-30") }', 'Seller.old'],
    ['a field without a day', 'extend type Seller { "Has words." old: Int @deprecated(reason: "use Seller.status; goes after summer") }', 'Seller.old'],
    ['an argument', 'extend type Seller { "Has words." new("Has words." old: Int @deprecated(reason: "unused")): Int }', 'Seller.new(old:)'],
    ['an enum value', 'extend enum SellerStatus { "Has words." OLD @deprecated(reason: "unused") }', 'SellerStatus.OLD'],
    ['an input field', 'extend input CreateCheckoutSessionInput { "Has words." old: Int @deprecated(reason: "unused") }', 'CreateCheckoutSessionInput.old'],
  ])('stops the build by name: %s', (_what, sdl, name) => {
    expect(vagueDeprecations(extendSchema(schema, parse(sdl)))).toEqual([name]);
  });

  it('passes with something that there is and a day', () => {
    expect(vagueDeprecations(extendSchema(schema, parse('extend type Seller { "Has words." old: Int @deprecated(reason: "use Seller.status; goes after 2027-06-30") }')))).toEqual([]);
  });
});
