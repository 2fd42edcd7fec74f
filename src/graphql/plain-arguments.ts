import { GraphQLScalarType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

type Metadata = ReturnType<typeof getMetadataStorage>['queries'][number];
type Param = NonNullable<Metadata['params']>[number];
type Hand = (args: Readonly<Record<string, unknown>>, context: unknown, info: unknown) => unknown;

/**
 * Lets fields at the roots whose arguments are data alone be resolved at once. type-graphql makes a promise of every argument, sorts
 * the parameters and builds an instance of every input for each call, for checks and methods of inputs that we do without; what is
 * handed in says the same.
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
  const hands = inOrder.flatMap((param) => handOf(param, inOrder) ?? []);
  if (hands.length < params.length || middlewares.length > 0 || roles !== undefined) return undefined;
  const resolvers = Reflect.construct(target, []) as Readonly<Record<string, (...given: unknown[]) => unknown>>; // a class of resolvers
  const method = resolvers[methodName]?.bind(resolvers);
  return method && ((_root, args: Readonly<Record<string, unknown>>, context, info) => method(...hands.map((hand) => hand(args, context, info))));
}

function handOf(param: Param, all: readonly Param[]): Hand | undefined {
  if (param.kind === 'info') return (_args, _context, info) => info;
  if (param.kind === 'context' && param.propertyName === undefined) return (_args, context) => context;
  if (param.kind === 'arg' && isPlain(param.getType())) return (args) => args[param.name];
  if (param.kind === 'args' && isPlain(param.getType()) && !all.some(({ kind }) => kind === 'arg')) return (args) => args;
  return undefined;
}

/** Of scalars, enums and classes of such: nothing is lost when its instances are no instances. */
function isPlain(type: unknown, within: readonly unknown[] = []): boolean {
  if (SCALARS.has(type) || type instanceof GraphQLScalarType || typeof type === 'object') return true; // an enum is named by its object
  if (typeof type !== 'function' || within.includes(type)) return within.includes(type);
  const fields = ancestry(type).map(fieldsOf);
  return isDataAlone(type) && fields.every((own) => own?.every((field) => isPlain(field.getType(), [...within, type])));
}

const SCALARS: ReadonlySet<unknown> = new Set([String, Number, Boolean, Date]);

/** A class and those that it extends. */
function ancestry(type: Function): readonly Function[] {
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' && parent !== Function.prototype ? [type, ...ancestry(parent)] : [type];
}

/** Undefined of what is no input. */
function fieldsOf(type: Function) {
  const { inputTypes, argumentTypes } = getMetadataStorage();
  return [...inputTypes, ...argumentTypes].find(({ target }) => target === type)?.fields;
}

/** It has no methods, and gives no member a value. */
function isDataAlone(type: Function): boolean {
  const hasMethods = ancestry(type).some(({ prototype }) => Reflect.ownKeys(prototype as object).length > 1); // its constructor
  return !hasMethods && Object.values(Reflect.construct(type, []) as object).every((value) => value === undefined);
}
