import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { execute, getNamedType, GraphQLError, isAbstractType, isEnumType, isInputObjectType, isListType, isNonNullType, isObjectType, isScalarType, parse, type DocumentNode, type ExecutionResult, type GraphQLInputObjectType, type GraphQLInputType, type GraphQLOutputType, type GraphQLSchema, Kind, type OperationDefinitionNode, typeFromAST, validate, visit, type ASTNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { COMPILED_AFTER, documentExecutor } from '../../src/graphql/compiled-documents.js';
import { buildSchema } from '../../src/schema.js';

const FOLDERS = ['rest-adapter/operations', 'src/cli/operations', 'docs/operations'];

/** The names of the fragments that a node spreads. */
function used(node: ASTNode | undefined): readonly string[] {
  const names: string[] = [];
  if (node) visit(node, { FragmentSpread: ({ name }) => void names.push(name.value) });
  return names;
}

/** Every operation of ours, with the fragments of its folder that it uses. */
function operations(): readonly (readonly [string, DocumentNode])[] {
  return FOLDERS.flatMap((folder) => {
    const definitions = readdirSync(folder).filter((name) => name.endsWith('.graphql')).flatMap((name) => parse(readFileSync(`${folder}/${name}`, 'utf8')).definitions);
    const fragments = new Map(definitions.flatMap((definition) => (definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [])));
    const withAll = (names: readonly string[], found = new Set<string>()): ReadonlySet<string> => {
      for (const name of names) if (!found.has(name)) withAll(used(fragments.get(name)), found.add(name));
      return found;
    };
    return definitions.flatMap((definition) => {
      if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
      const needed = [...withAll(used(definition))].flatMap((name) => fragments.get(name) ?? []);
      return [[`${folder}: ${definition.name?.value}`, { kind: Kind.DOCUMENT, definitions: [definition, ...needed] } as const] as const];
    });
  });
}

const SCALARS: Partial<Record<string, fc.Arbitrary<unknown>>> = {
  Int: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  Float: fc.double({ noNaN: true, noDefaultInfinity: true }),
  Boolean: fc.boolean(),
  DateTime: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
};
const FAULTS = fc.constantFrom(new GraphQLError('refused', { extensions: { code: 'FORBIDDEN' } }), new Error('broken'));

/** What a resolver may give for a type: values that fit, nulls, faults in their place, and now and then something that does not fit. */
function valueOf(type: GraphQLOutputType, schema: GraphQLSchema, depth: number): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return fc.oneof({ weight: 40, arbitrary: valueOf(type.ofType, schema, depth) }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) });
  if (isListType(type)) return fc.oneof({ weight: 12, arbitrary: fc.array(valueOf(type.ofType, schema, depth), { maxLength: 2 }) }, { weight: 1, arbitrary: fc.constant(null) });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ value }) => value as unknown), null);
  if (isScalarType(type)) return fc.oneof({ weight: 12, arbitrary: SCALARS[type.name] ?? fc.string({ maxLength: 8 }) }, { weight: 1, arbitrary: fc.constantFrom(null, {}) });
  if (depth === 0) return fc.constant(null);
  if (isAbstractType(type)) return fc.oneof(...schema.getPossibleTypes(type).map((each) => valueOf(each, schema, depth)));
  if (!isObjectType(type)) throw new Error(`no value for ${String(type)}`);
  const fields = Object.values(type.getFields()).map((field) => [field.name, fc.oneof({ weight: 60, arbitrary: fc.constant(field.type).chain((each) => valueOf(each, schema, depth - 1)) }, { weight: 1, arbitrary: FAULTS })] as const);
  return fc.record({ __typename: fc.constant(type.name), ...Object.fromEntries(fields) });
}

/** A value of a variable, as JSON brings it: sometimes left out, sometimes wrong. */
function inputOf(type: GraphQLInputType): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return inputOf(type.ofType).filter((value) => value !== null && value !== undefined);
  const nothing = fc.constantFrom(null, undefined);
  if (isListType(type)) return fc.oneof(fc.array(inputOf(type.ofType), { maxLength: 2 }), nothing);
  if (isEnumType(type)) return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...type.getValues().map(({ name }) => name)) }, { weight: 1, arbitrary: fc.constant('NO_SUCH_VALUE') }, { weight: 2, arbitrary: nothing });
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).map((field) => [field.name, isNonNullType(field.type) && field.defaultValue === undefined ? inputOf(field.type) : fc.oneof(inputOf(field.type).filter((value) => value !== null || !isNonNullType(field.type)), fc.constant(undefined))] as const);
    return fc.record(Object.fromEntries(fields));
  }
  if (type.name === 'DateTime') return fc.oneof({ weight: 9, arbitrary: fc.constant('2026-11-20T18:30:00.000Z') }, { weight: 1, arbitrary: fc.constant('yesterday') });
  return fc.oneof({ weight: 14, arbitrary: SCALARS[type.name] ?? fc.string({ maxLength: 8 }) }, { weight: 1, arbitrary: fc.constantFrom({}, []) }, { weight: 2, arbitrary: nothing });
}

describe('a compiled document answers as graphql-js does', () => {
  const [schema, arguments_] = [buildSchema(), new Map<string, unknown>()];
  const values = new Map<string, unknown>();
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      field.resolve = (_source, args) => {
        arguments_.set(field.name, args);
        const value = values.get(field.name);
        if (value instanceof Error) throw value;
        return Promise.resolve(value);
      };
    }
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || type === schema.getQueryType() || type === schema.getMutationType()) continue;
    for (const field of Object.values(type.getFields())) if (field.resolve) delete field.resolve; // what takes arguments reads a plain member here
  }
  const run = documentExecutor(schema);

  it.each(operations())('%s', async (_name, document) => {
    expect(validate(schema, document)).toEqual([]);
    const operation = document.definitions[0] as OperationDefinitionNode; // as operations() has put it
    const root = schema.getRootType(operation.operation);
    const names = operation.selectionSet.selections.flatMap((selection) => (selection.kind === Kind.FIELD ? selection.name.value : []));
    const outputs = fc.record(Object.fromEntries(names.flatMap((name) => {
      const type = root?.getFields()[name]?.type;
      return type ? [[name, valueOf(type, schema, 7)]] : [];
    })));
    const inputs = fc.record(Object.fromEntries((operation.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => {
      const arbitrary = inputOf(typeFromAST(schema, type) as GraphQLInputType); // the document is valid
      return [variable.name.value, defaultValue ? fc.oneof(arbitrary, fc.constant(undefined)) : arbitrary];
    })));
    for (let times = 0; times < COMPILED_AFTER; times += 1) await run(document, undefined, {}, {}); // these are not compiled
    await fc.assert(
      fc.asyncProperty(outputs, inputs, async (given, chosen) => {
        const variables = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)); // one that is undefined is none to us, and a mistake to graphql-js
        for (const [name, value] of Object.entries(given)) values.set(name, value);
        arguments_.clear();
        const expected = comparable(await execute({ schema, document, variableValues: variables, contextValue: {} }));
        const expectedArguments = [...arguments_];
        arguments_.clear();
        const answer = comparable(await run(document, undefined, variables, {}));
        expect(answer.data).toEqual(expected.data);
        expect(answer.errors).toEqual(expect.arrayContaining(expected.errors));
        expect(answer.errors.length > 0).toBe(expected.errors.length > 0);
        expect([...arguments_]).toEqual(expectedArguments);
      }),
      { numRuns: 12 },
    );
  });

  it('never has an input that contains itself, on which the compiler would work for most of a minute', () => {
    const inputs = Object.values(buildSchema().getTypeMap()).filter(isInputObjectType);
    expect(inputs.length).toBeGreaterThan(10);
    expect(inputs.filter((input) => inputsWithin(input).has(input)).map(({ name }) => name)).toEqual([]);
  });
});

function inputsWithin(input: GraphQLInputObjectType, found = new Set<GraphQLInputObjectType>()): ReadonlySet<GraphQLInputObjectType> {
  for (const { type } of Object.values(input.getFields())) {
    const named = getNamedType(type);
    if (isInputObjectType(named) && !found.has(named)) inputsWithin(named, found.add(named));
  }
  return found;
}

/** What a caller sees. Beside a null that has spread, graphql-js drops what went wrong next to it; the compiled document tells it all, which GraphQL allows. (§6.4.4) */
function comparable({ data, errors = [] }: ExecutionResult) {
  return { data: data === undefined ? undefined : (JSON.parse(JSON.stringify(data)) as unknown), errors: errors.map(({ path, extensions }) => JSON.stringify({ path, code: extensions['code'] })) };
}
