import { getNamedType, isAbstractType, isInterfaceType, isObjectType, isRequiredArgument, type GraphQLNamedType, type GraphQLSchema } from 'graphql';

/** A selection, and the fragments that it names: one for each type, so that a large answer is asked for in few words. */
interface Selection {
  /** Empty for a leaf. */
  readonly selection: string;
  readonly fragments: string;
}

/** A selection of everything that can be reached below a type: what is added to the schema is asked for from that day. */
export function selectEverything(schema: GraphQLSchema, type: GraphQLNamedType): Selection {
  const fragments = new Map<string, string>();
  const selection = selectionOf(schema, type, [], fragments);
  return { selection, fragments: [...fragments.values()].join(' ') };
}

function selectionOf(schema: GraphQLSchema, type: GraphQLNamedType, above: readonly string[], fragments: Map<string, string>): string {
  if (!isObjectType(type) && !isAbstractType(type)) return '';
  if (above.includes(type.name)) throw new Error(`${[...above, type.name].join(' > ')} goes in a circle: say where to stop`);
  const name = `All${type.name}`;
  if (!fragments.has(name)) fragments.set(name, `fragment ${name} on ${type.name} { __typename ${fieldsOf(schema, type, [...above, type.name], fragments).join(' ')} }`);
  return `{ ...${name} }`;
}

function fieldsOf(schema: GraphQLSchema, type: GraphQLNamedType, above: readonly string[], fragments: Map<string, string>, known: ReadonlySet<string> = new Set()): string[] {
  const isInner = above.filter((name) => name.endsWith('Connection')).length > 1; // a list in a list is asked for once and short, or it would cost too much
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()).filter(({ name }) => !known.has(name) && !(isInner && name === 'edges')) : [];
  const own = fields.map(({ name, args, type: below }) => {
    if (args.some(isRequiredArgument)) throw new Error(`${type.name}.${name} needs arguments`);
    return `${name}${args.some((arg) => arg.name === 'first') ? '(first: 1)' : ''} ${selectionOf(schema, getNamedType(below), above, fragments)}`;
  });
  if (!isAbstractType(type)) return own;
  const shared = new Set(fields.map(({ name }) => name));
  return [...own, ...schema.getPossibleTypes(type).map((member) => `... on ${member.name} { __typename ${fieldsOf(schema, member, above, fragments, shared).join(' ')} }`)];
}
