import { buildSchema as parseSchema, extendSchema, isObjectType, parse, type GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema.js';
import { breaches } from '../support/schema-conventions.js';
import { undescribed } from '../support/undescribed.js';

const schema = buildSchema();

describe('schema descriptions', () => {
  it('exist, with at least two words, for every type, field, argument, input field and enum value', () => {
    expect(undescribed(schema)).toEqual([]);
  });

  it.each([
    ['a field', 'extend type Query { naked: Int }', 'Query.naked'],
    ['a field of one word', 'extend type Query { "Naked." naked: Int }', 'Query.naked'],
    ['an argument', 'extend type Query { "Has words." dressed(naked: Int): Int }', 'Query.dressed(naked:)'],
    ['a type', 'type Naked { "Has words." a: Int } extend type Query { "Has words." dressed: Naked }', 'Naked'],
    ['an input field', 'extend input CreateCheckoutSessionInput { naked: Int }', 'CreateCheckoutSessionInput.naked'],
    ['an enum value', 'extend enum SellerStatus { NAKED }', 'SellerStatus.NAKED'],
    ['a field of an interface', '"Has words." interface Dressed { naked: Int }', 'Dressed.naked'],
    ['a scalar', 'scalar Naked', 'Naked'],
    ['a union', 'union Naked = Seller | Order', 'Naked'],
    ['a directive', 'directive @naked on FIELD', '@naked'],
    ['an argument of a directive', '"Has words." directive @dressed(naked: Int) on FIELD', '@dressed(naked:)'],
  ])('missing on %s turn the build red: %s', (_thing, sdl, name) => {
    expect(undescribed(extendSchema(schema, parse(sdl)))).toEqual([name]);
  });
});

describe('schema conventions', () => {
  it('hold for every mutation and every list', () => {
    expect(breaches(schema)).toEqual([]);
  });

  it.each([
    ['with its input', 'type Mutation { openDoor(input: OpenDoorInput!): OpenDoorResult! } union OpenDoorResult = OpenDoorPayload | Failed'],
    ['without any', 'type Mutation { openDoor: OpenDoorResult! } union OpenDoorResult = OpenDoorPayload'],
  ])('let a mutation pass %s', (_case, sdl) => {
    expect(breaches(withMutation(sdl))).toEqual([]);
  });

  it.each([
    ['a name without a noun', 'type Mutation { open: OpenResult! } type OpenPayload { a: Int } union OpenResult = OpenPayload', 'open is not named verbNoun'],
    ['another input', 'type Mutation { openDoor(input: OtherInput!): OpenDoorResult! } union OpenDoorResult = OpenDoorPayload', 'openDoor does not take exactly input: OpenDoorInput!'],
    ['a nullable input', 'type Mutation { openDoor(input: OpenDoorInput): OpenDoorResult! } union OpenDoorResult = OpenDoorPayload', 'openDoor does not take exactly input: OpenDoorInput!'],
    ['a second argument', 'type Mutation { openDoor(input: OpenDoorInput!, b: Int): OpenDoorResult! } union OpenDoorResult = OpenDoorPayload', 'openDoor does not take exactly input: OpenDoorInput!'],
    ['a plain answer', 'type Mutation { openDoor: OpenDoorPayload! }', 'openDoor does not answer a union OpenDoorResult!'],
    ['a nullable answer', 'type Mutation { openDoor: OpenDoorResult } union OpenDoorResult = OpenDoorPayload', 'openDoor does not answer a union OpenDoorResult!'],
    ['two payloads', 'type Mutation { openDoor: OpenDoorResult! } union OpenDoorResult = OpenDoorPayload | OtherPayload', 'openDoor does not answer exactly one OpenDoorPayload beside its UserErrors'],
    ['no payload', 'type Mutation { openDoor: OpenDoorResult! } union OpenDoorResult = Failed', 'openDoor does not answer exactly one OpenDoorPayload beside its UserErrors'],
  ])('stop a mutation with %s', (_case, sdl, breach) => {
    expect(breaches(withMutation(sdl))).toEqual([breach]);
  });

  it.each([
    ['a connection without a page size', 'extend type Query { "Has words." doors(after: String): SellerConnection! }', 'Query.doors is a connection without first and after'],
    ['a connection without a cursor', 'extend type Query { "Has words." doors("How many, from 1 to 100." first: Int): SellerConnection! }', 'Query.doors is a connection without first and after'],
    ['a page size without its bound', 'extend type Query { "Has words." doors("How many items." first: Int, after: String): SellerConnection! }', 'Query.doors does not say the bound of first'],
  ])('stop %s', (_case, sdl, breach) => {
    expect(breaches(extendSchema(schema, parse(sdl)))).toEqual([breach]);
  });

  it('leave plain fields without a resolver: only Query, Mutation and fields that take arguments have some', () => {
    const roots = new Set([schema.getQueryType(), schema.getMutationType()]);
    const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__') && !roots.has(type));
    const resolved = types.flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []).filter(({ resolve, args }) => resolve !== undefined && args.length === 0).map(({ name }) => `${type.name}.${name}`));
    expect(types.length).toBeGreaterThan(0);
    expect(resolved).toEqual([]);
  });
});

/** A small schema around a made-up mutation. */
function withMutation(sdl: string): GraphQLSchema {
  return parseSchema(`
    type Query { a: Int }
    interface UserError { message: String! }
    type Failed implements UserError { message: String! }
    type OpenDoorPayload { a: Int }
    type OtherPayload { a: Int }
    input OpenDoorInput { a: Int }
    input OtherInput { a: Int }
    ${sdl}`);
}
