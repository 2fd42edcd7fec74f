import type { GraphQLSchema } from 'graphql';
import { DEMO_TURNS, takeDemoTurn, type DemoMutation } from './checkout/demo-turns.js';
import type { Context } from './context.js';

/** Has the demo world act on whoever checks out in it, by whichever door. For a schema of its own, which no gateway outside of demo has. */
export function playDemoWorld(schema: GraphQLSchema): GraphQLSchema {
  for (const name of DEMO_TURNS) playBefore(name, schema);
  return schema;
}

function playBefore(name: DemoMutation, schema: GraphQLSchema): void {
  const field = schema.getMutationType()?.getFields()[name];
  const resolve = field?.resolve;
  if (!field || !resolve) throw new Error(`the schema has lost the mutation ${name}`);
  field.resolve = async (source: unknown, args: Record<string, unknown>, context: Context, info) => {
    if (context.caller.kind !== 'CUSTOMER') return resolve(source, args, context, info);
    const { holdTtlSeconds, end } = await takeDemoTurn(name, context.caller.checkoutId, context);
    try {
      return await resolve(source, args, { ...context, holdTtlSeconds }, info);
    } finally {
      await end();
    }
  };
}
