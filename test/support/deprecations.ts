import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, type GraphQLNamedType, type GraphQLSchema } from 'graphql';

interface Member {
  readonly name: string;
  readonly deprecationReason?: string | null | undefined;
}

/** Every deprecated member whose reason is not `use <what there is>; goes after <a day>`, by name. */
export function vagueDeprecations(schema: GraphQLSchema): readonly string[] {
  const members = Object.values(schema.getTypeMap()).flatMap((type) => membersOf(type));
  const names = new Set([...Object.keys(schema.getTypeMap()), ...members.flatMap(({ name }) => [name, name.replace(/^\w+\./, '')])]);
  return members.filter(({ deprecationReason }) => typeof deprecationReason === 'string' && !isPlain(deprecationReason, names)).map(({ name }) => name);
}

function isPlain(reason: string, names: ReadonlySet<string>): boolean {
  const [, instead = '', day = ''] = /^use ([\w.]+); goes after (\d{4}-\d{2}-\d{2})$/.exec(reason) ?? [];
  return names.has(instead) && !Number.isNaN(Date.parse(day));
}

/** A type's fields, their arguments and enum values, as `Type.member` and `Type.field(argument:)`. */
function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (type.name.startsWith('__')) return [];
  const own = (member: Member): Member => ({ name: `${type.name}.${member.name}`, deprecationReason: member.deprecationReason });
  if (isEnumType(type)) return type.getValues().map(own);
  if (isInputObjectType(type)) return Object.values(type.getFields()).map(own);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [own(field), ...field.args.map(({ name, deprecationReason }) => ({ name: `${type.name}.${field.name}(${name}:)`, deprecationReason }))]);
}
