import { getNamedType, isNonNullType, isObjectType, isUnionType, type GraphQLField, type GraphQLObjectType, type GraphQLSchema } from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** Where a schema leaves its conventions: each as a name and what is wrong with it. */
export function breaches(schema: GraphQLSchema): readonly string[] {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const objects = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));
  const fields = objects.flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ at: `${type.name}.${field.name}`, field })) : []));
  return [...mutations.flatMap((mutation) => breachesOfMutation(mutation)), ...fields.flatMap(({ at, field }) => breachesOfList(at, field))];
}

/** `verbNoun(input: VerbNounInput!): VerbNounResult!`, where a mutation that needs nothing takes nothing. */
function breachesOfMutation({ name, args, type }: Field): readonly string[] {
  const found: string[] = [];
  const Name = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const result = getNamedType(type);
  if (!/^[a-z]+([A-Z][a-z0-9]*)+$/.test(name)) found.push('is not named verbNoun');
  if (args.length > 0 && (args.length > 1 || args[0]?.name !== 'input' || String(args[0].type) !== `${Name}Input!`)) found.push(`does not take exactly input: ${Name}Input!`);
  if (!isNonNullType(type) || result.name !== `${Name}Result` || !isUnionType(result)) return [...found, `does not answer a union ${Name}Result!`].map((what) => `${name} ${what}`);
  const [payload, ...others] = result.getTypes().filter((member) => !isError(member));
  if (payload?.name !== `${Name}Payload` || others.length > 0) found.push(`does not answer exactly one ${Name}Payload beside its UserErrors`);
  return found.map((what) => `${name} ${what}`);
}

function isError(member: GraphQLObjectType): boolean {
  return member.getInterfaces().some(({ name }) => name === 'UserError');
}

/** A list that can grow is a connection, and says how many items one page can have. */
function breachesOfList(at: string, { args, type }: Field): readonly string[] {
  const found: string[] = [];
  const first = args.find(({ name }) => name === 'first');
  if (getNamedType(type).name.endsWith('Connection') && (!first || !args.some(({ name }) => name === 'after'))) found.push('is a connection without first and after');
  if (first && !/\bfrom 1 to \d+/.test(first.description ?? '')) found.push('does not say the bound of first');
  return found.map((what) => `${at} ${what}`);
}
