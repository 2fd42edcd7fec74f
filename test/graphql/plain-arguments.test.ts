import 'reflect-metadata';
import * as fc from 'fast-check';
import { graphql, parse, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import { Arg, Args, ArgsType, buildSchemaSync, Ctx, Field, ID, Info, InputType, Int, Query, Resolver } from 'type-graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentExecutor } from '../../src/graphql/compiled-documents.js';
import { callAtOnce } from '../../src/graphql/plain-arguments.js';
import { buildSchema } from '../../src/schema.js';

@InputType()
class RoomInput {
  @Field(() => String, { defaultValue: 'a room' })
  name!: string;
}

@InputType()
class PlaceInput {
  @Field(() => String, { defaultValue: 'a court' })
  name!: string;

  @Field(() => [RoomInput], { nullable: true })
  rooms?: RoomInput[] | null;
}

@ArgsType()
class PageArgs {
  @Field(() => Int, { defaultValue: 20 })
  first!: number;
}

@ArgsType()
class PlacesArgs extends PageArgs {
  @Field(() => PlaceInput, { nullable: true })
  place?: PlaceInput | null;
}

@InputType()
class LoudInput {
  @Field(() => String)
  text!: string;

  loudly(): string {
    return this.text.toUpperCase();
  }
}

@ArgsType()
class CountedArgs {
  @Field(() => Int, { nullable: true })
  count: number = 3;
}

@Resolver()
class EchoResolver {
  readonly #own = 'its own';

  @Query(() => String)
  echo(
    @Arg('ids', () => [ID], { nullable: true }) ids: readonly string[] | null | undefined,
    @Ctx() context: { readonly who: string },
    @Arg('text', () => String) text: string,
    @Info() info: GraphQLResolveInfo,
    @Arg('count', () => Int, { defaultValue: 7 }) count: number,
    @Arg('isOn', () => Boolean, { nullable: true }) isOn: boolean | null | undefined,
  ): string {
    if (text === 'fails') throw new Error('it failed');
    return JSON.stringify([this.#own, context.who, info.fieldName, text, count, isOn, isOn === undefined, ids, ids === undefined]);
  }

  @Query(() => String)
  places(@Args(() => PlacesArgs) { first, ...rest }: PlacesArgs, @Ctx() context: { readonly who: string }): string {
    return JSON.stringify([first, rest, Object.keys(rest), context.who]);
  }

  @Query(() => String)
  place(@Arg('input', () => PlaceInput) { name, ...rest }: PlaceInput): string {
    return JSON.stringify([name, rest, Object.keys(rest)]);
  }

  @Query(() => String)
  loud(@Arg('input', () => LoudInput) input: LoudInput): string {
    return input.loudly();
  }

  @Query(() => Int)
  counted(@Args(() => CountedArgs) { count }: CountedArgs): number {
    return count;
  }
}

const QUERY = 'query ($ids: [ID!], $text: String!, $count: Int, $isOn: Boolean) { echo(ids: $ids, text: $text, count: $count, isOn: $isOn) }';

describe('a resolver with plain arguments', () => {
  let [byLibrary, atOnce]: [GraphQLSchema | undefined, GraphQLSchema | undefined] = [undefined, undefined];
  let taken: readonly string[] = [];
  beforeAll(() => {
    byLibrary = buildSchemaSync({ resolvers: [EchoResolver], validate: false });
    atOnce = buildSchemaSync({ resolvers: [EchoResolver], validate: false });
    taken = callAtOnce(atOnce);
  });

  const input = fc.record(
    { text: fc.oneof(fc.string(), fc.constant('fails')), count: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(null)), isOn: fc.oneof(fc.boolean(), fc.constant(null)), ids: fc.oneof(fc.array(fc.string()), fc.constant(null)) },
    { requiredKeys: ['text'] },
  );

  it('is given what type-graphql would give it, and fails as it would', async () => {
    if (!byLibrary || !atOnce) throw new Error('two schemas were to be built');
    const [one, other, compiled] = [byLibrary, atOnce, documentExecutor(atOnce)];
    const document = parse(QUERY);
    await fc.assert(
      fc.asyncProperty(input, async (variableValues) => {
        const contextValue = { who: 'somebody' };
        const plain = await graphql({ schema: one, source: QUERY, variableValues, contextValue });
        const expected = JSON.stringify(plain);
        expect(JSON.stringify(await graphql({ schema: other, source: QUERY, variableValues, contextValue }))).toBe(expected);
        const quick = await compiled(document, undefined, variableValues, contextValue);
        expect(JSON.stringify(quick.data)).toBe(JSON.stringify(plain.data));
        expect(quick.errors?.[0]?.message).toBe(plain.errors?.[0]?.message);
      }),
    );
  });

  const room = fc.record({ name: fc.string() }, { requiredKeys: [] });
  const place = fc.record({ name: fc.string(), rooms: fc.oneof(fc.constant(null), fc.array(room, { maxLength: 2 })) }, { requiredKeys: [] });

  it('is given the members of its inputs that type-graphql would give it', async () => {
    if (!byLibrary || !atOnce) throw new Error('two schemas were to be built');
    const [one, other, compiled] = [byLibrary, atOnce, documentExecutor(atOnce)];
    const source = 'query ($first: Int, $place: PlaceInput, $input: PlaceInput!) { places(first: $first, place: $place) place(input: $input) written: place(input: { rooms: [{}, { name: "b" }] }) }';
    const document = parse(source);
    const values = fc.record({ first: fc.integer({ min: 1, max: 9 }), place: fc.oneof(place, fc.constant(null)), input: place }, { requiredKeys: ['input'] });
    await fc.assert(
      fc.asyncProperty(values, async (variableValues) => {
        const contextValue = { who: 'somebody' };
        const plain = await graphql({ schema: one, source, variableValues, contextValue });
        expect(plain.errors).toBeUndefined();
        expect(JSON.stringify(await graphql({ schema: other, source, variableValues, contextValue }))).toBe(JSON.stringify(plain));
        expect(JSON.stringify((await compiled(document, undefined, variableValues, contextValue)).data)).toBe(JSON.stringify(plain.data));
      }),
    );
  });

  it('keeps the methods and the values of its own that its inputs have', async () => {
    if (!atOnce) throw new Error('a schema was to be built');
    expect((await graphql({ schema: atOnce, source: '{ loud(input: { text: "oh" }) counted }' })).data).toEqual({ loud: 'OH', counted: 3 });
  });

  it('is called at once where its arguments are data alone', () => {
    expect(taken).toEqual(['echo', 'places', 'place']);
    const schema = buildSchema();
    const all = [schema.getQueryType(), schema.getMutationType()].flatMap((root) => Object.keys(root?.getFields() ?? {}));
    expect(callAtOnce(schema).toSorted()).toEqual(all.toSorted());
  });
});
