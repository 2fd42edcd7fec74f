import { getNamedType, isAbstractType, isInterfaceType, isObjectType, isRequiredArgument, type GraphQLNamedType, type GraphQLSchema } from 'graphql';

/** A selection of everything that can be reached below a type: what is added to the schema is asked for from that day. Empty for a leaf. */
export function selectEverything(schema: GraphQLSchema, type: GraphQLNamedType, above: readonly string[] = []): string {
  if (!isObjectType(type) && !isAbstractType(type)) return '';
  return `{ __typename ${fieldsOf(schema, type, above).join(' ')} }`;
}

function fieldsOf(schema: GraphQLSchema, type: GraphQLNamedType, above: readonly string[], known: ReadonlySet<string> = new Set()): string[] {
  if (above.includes(type.name)) throw new Error(`${[...above, type.name].join(' > ')} goes in a circle: say where to stop`);
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()).filter(({ name }) => !known.has(name)) : [];
  const own = fields.map(({ name, args, type: below }) => {
    if (args.some(isRequiredArgument)) throw new Error(`${type.name}.${name} needs arguments`);
    return `${name} ${selectEverything(schema, getNamedType(below), [...above, type.name])}`;
  });
  if (!isAbstractType(type)) return own;
  const shared = new Set(fields.map(({ name }) => name));
  return [...own, ...schema.getPossibleTypes(type).map((member) => `... on ${member.name} { __typename ${fieldsOf(schema, member, above, shared).join(' ')} }`)];
}
