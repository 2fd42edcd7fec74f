import { GraphQLScalarType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

type Metadata = ReturnType<typeof getMetadataStorage>['queries'][number];
type Param = NonNullable<Metadata['params']>[number];
type Hand = (args: Readonly<Record<string, unknown>>, context: unknown, info: unknown) => unknown;

/**
 * Lets fields at the roots whose arguments are plain values be resolved at once. type-graphql makes a promise of every argument and
 * sorts the parameters for each call, for checks of inputs that we do without; what is handed in is the same.
 */
export function callAtOnce(schema: GraphQLSchema): readonly string[] {
  const { queries, mutations } = getMetadataStorage();
  const roots = [
    [schema.getQueryType(), queries],
    [schema.getMutationType(), mutations],
  ] as const;
  return roots.flatMap(([root, all]) =>
    all.flatMap((one) => {
      const field = root?.getFields()[one.schemaName];
      const resolve = resolverOf(one);
      if (!field || !resolve) return [];
      field.resolve = resolve;
      return [one.schemaName];
    }),
  );
}

function resolverOf({ target, methodName, params = [], middlewares = [], roles }: Metadata): GraphQLFieldResolver<unknown, unknown> | undefined {
  const inOrder = params.toSorted((a, b) => a.index - b.index);
  const hands = inOrder.flatMap((param) => handOf(param) ?? []);
  if (hands.length < params.length || middlewares.length > 0 || roles !== undefined) return undefined;
  const resolvers = Reflect.construct(target, []) as Readonly<Record<string, (...given: unknown[]) => unknown>>; // a class of resolvers
  const method = resolvers[methodName]?.bind(resolvers);
  return method && ((_root, args: Readonly<Record<string, unknown>>, context, info) => method(...hands.map((hand) => hand(args, context, info))));
}

function handOf(param: Param): Hand | undefined {
  if (param.kind === 'info') return (_args, _context, info) => info;
  if (param.kind === 'context' && param.propertyName === undefined) return (_args, context) => context;
  if (param.kind === 'arg' && isPlain(param.getType())) return (args) => args[param.name];
  return undefined;
}

function isPlain(type: unknown): boolean {
  return type === String || type === Number || type === Boolean || type instanceof GraphQLScalarType;
}
