import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** The names of everything in a schema whose description has fewer than two words: `Query`, `Query.naked`, `Query.naked(first:)`. */
export function undescribed(schema: GraphQLSchema): readonly string[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type));
  const directives = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  return [
    ...types.flatMap((type) => [...naked([type], () => type.name), ...membersOf(type)]),
    ...directives.flatMap((directive) => [...naked([directive], () => `@${directive.name}`), ...naked(directive.args, (name) => `@${directive.name}(${name}:)`)]),
  ].toSorted();
}

function membersOf(type: GraphQLNamedType): readonly string[] {
  const named = (name: string): string => `${type.name}.${name}`;
  if (isEnumType(type)) return naked(type.getValues(), named);
  if (isInputObjectType(type)) return naked(Object.values(type.getFields()), named);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const fields = Object.values(type.getFields());
  return [...naked(fields, named), ...fields.flatMap((field) => naked(field.args, (name) => `${named(field.name)}(${name}:)`))];
}

function naked(things: readonly Described[], titleOf: (name: string) => string): readonly string[] {
  return things.filter(({ description }) => !/\S\s+\S/.test(description ?? '')).map(({ name }) => titleOf(name));
}
