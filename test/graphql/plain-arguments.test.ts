import 'reflect-metadata';
import * as fc from 'fast-check';
import { graphql, parse, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import { Arg, buildSchemaSync, Ctx, ID, Info, Int, Query, Resolver } from 'type-graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentExecutor } from '../../src/graphql/compiled-documents.js';
import { callAtOnce } from '../../src/graphql/plain-arguments.js';
import { buildSchema } from '../../src/schema.js';

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

  it('is called at once where its arguments are plain, and left to type-graphql where they are made into objects', () => {
    expect(taken).toEqual(['echo']);
    const ours = callAtOnce(buildSchema());
    expect(ours).toContain('checkoutSession');
    expect(ours).not.toContain('createCheckoutSession');
    expect(ours).not.toContain('checkoutSessions');
  });
});
