import { Kind, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';

/** All schemas of a process have the same fields at their roots. */
const found = new WeakMap<OperationDefinitionNode, readonly string[]>();

/** The fields at the root of an operation, as the schema names them: what a client made up is left out, and so is what it hides in fragments. */
export function rootFieldsOf(schema: GraphQLSchema, operation: OperationDefinitionNode | undefined): readonly string[] {
  if (!operation) return [];
  const fields = found.get(operation) ?? fieldsIn(schema, operation);
  found.set(operation, fields);
  return fields;
}

function fieldsIn(schema: GraphQLSchema, operation: OperationDefinitionNode): readonly string[] {
  const known = schema.getRootType(operation.operation)?.getFields();
  if (!known) return [];
  return operation.selectionSet.selections.flatMap((selection) => (selection.kind === Kind.FIELD && known[selection.name.value] ? [selection.name.value] : []));
}

/** The one operation of a document of our own. */
export function operationIn({ definitions }: DocumentNode): OperationDefinitionNode | undefined {
  return definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
}

/** The codes of an answer's errors, as they were presented. */
export function codesOf(errors: readonly { readonly extensions?: Readonly<Record<string, unknown>> | undefined }[] = []): readonly string[] {
  return errors.map(({ extensions }) => (typeof extensions?.['code'] === 'string' ? extensions['code'] : 'UNKNOWN'));
}
