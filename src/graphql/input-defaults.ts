import { astFromValue, isInputObjectType, isListType, isNonNullType, Kind, typeFromAST, valueFromASTUntyped, type DocumentNode, type GraphQLInputObjectType, type GraphQLInputType, type GraphQLSchema } from 'graphql';

type Variables = Readonly<Record<string, unknown>>;
/** Gives a value what its type has defaults for; undefined for types in which nothing can lack. */
type Fill = ((value: unknown) => unknown) | undefined;
type VariableFill = readonly [name: string, missing: unknown, fill: Fill];

/**
 * What the compiler does otherwise than graphql-js with the values of variables is done before: defaults of variables and of
 * input objects' fields are filled in, and members that are undefined are not there. (GraphQL October 2021 §3.10, §6.1.2)
 */
export function defaultsFiller(schema: GraphQLSchema): (document: DocumentNode, variables: Variables) => Variables {
  const fills = new Map<GraphQLInputObjectType, { fill: Fill }>();
  const documents = new WeakMap<DocumentNode, readonly VariableFill[]>();

  const fillOf = (type: GraphQLInputType): Fill => {
    if (isNonNullType(type)) return fillOf(type.ofType);
    if (isListType(type)) {
      const each = fillOf(type.ofType);
      return each && ((value) => (Array.isArray(value) ? value.map(each) : each(value)));
    }
    return isInputObjectType(type) ? fillOfObject(type) : undefined;
  };
  const fillOfObject = (type: GraphQLInputObjectType): Fill => {
    const known = fills.get(type);
    if (known) return (value) => known.fill?.(value) ?? value; // itself, while it is being looked at
    const entry: { fill: Fill } = { fill: undefined };
    fills.set(type, entry);
    const fields = Object.values(type.getFields()).map(({ name, type: fieldType, defaultValue }) => {
      const literal = defaultValue === undefined ? undefined : astFromValue(defaultValue, fieldType);
      return { name, missing: literal && valueFromASTUntyped(literal), fill: fillOf(fieldType) };
    });
    const byName = new Map(fields.map((field) => [field.name, field]));
    entry.fill = (value) => fillObject(value, byName);
    return entry.fill;
  };
  const fillsOf = (document: DocumentNode) => {
    const definitions = document.definitions.flatMap((definition) => (definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : []));
    return definitions.flatMap(({ variable, type, defaultValue }): VariableFill[] => {
      const fill = fillOf(typeFromAST(schema, type) as GraphQLInputType); // the document is valid
      return fill || defaultValue ? [[variable.name.value, defaultValue && valueFromASTUntyped(defaultValue), fill]] : [];
    });
  };
  return (document, variables) => {
    const known = documents.get(document) ?? fillsOf(document);
    documents.set(document, known);
    if (known.length === 0) return variables;
    const filled: Record<string, unknown> = { ...variables };
    for (const [name, missing, fill] of known) {
      const value = variables[name] === undefined ? missing : variables[name];
      if (value !== undefined) filled[name] = fill ? fill(value) : value;
    }
    return filled;
  };
}

interface Field {
  readonly name: string;
  readonly missing: unknown;
  readonly fill: Fill;
}

function fillObject(value: unknown, fields: ReadonlyMap<string, Field>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const filled: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const fill = fields.get(name)?.fill;
    if (member !== undefined) filled[name] = fill ? fill(member) : member;
  }
  for (const { name, missing } of fields.values()) if (missing !== undefined && filled[name] === undefined) filled[name] = missing;
  return filled;
}
