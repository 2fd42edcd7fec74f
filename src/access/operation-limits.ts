import { GraphQLError, Kind, type ASTVisitor, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode, type ValidationContext, type ValidationRule } from 'graphql';

/** Our choice, for documents that come over HTTP; our own clients' documents are known. */
export const OPERATION_LIMITS = { aliases: 20, depth: 12, introspectionDepth: 15, rootFields: 10, tokens: 1_500, cost: 20_000, errors: 5 } as const;

/** Refuses documents that are built to exhaust us rather than to ask something. */
export const operationLimits: readonly ValidationRule[] = [limitShape];

interface Shape {
  aliases: number;
  depth: number;
  rootFields: number;
}

/** Measures every operation with its fragments spread in. Works on documents that other rules will refuse, cyclic fragments included. */
function limitShape(context: ValidationContext): ASTVisitor {
  let steps = 0; // over all operations of the document: fragments that double each other have more leaves than anybody can count
  return {
    OperationDefinition(operation) {
      const shape: Shape = { aliases: 0, depth: 0, rootFields: 0 };
      const mayGoOn = (): boolean => {
        steps += 1; // asked once for every selection
        return steps <= OPERATION_LIMITS.cost && shape.aliases <= OPERATION_LIMITS.aliases && shape.depth <= depthLimit && shape.rootFields <= OPERATION_LIMITS.rootFields;
      };
      const depthLimit = isIntrospection(operation.selectionSet) ? OPERATION_LIMITS.introspectionDepth : OPERATION_LIMITS.depth;
      measure(operation.selectionSet, 1, new Set(), shape, mayGoOn, (name) => context.getFragment(name) ?? undefined);
      const refuse = (what: string, limit: number) =>
        context.reportError(new GraphQLError(`An operation may have at most ${limit} ${what}.`, { nodes: operation, extensions: { code: 'OPERATION_TOO_LARGE' } }));
      if (shape.aliases > OPERATION_LIMITS.aliases) refuse('aliases', OPERATION_LIMITS.aliases);
      if (shape.rootFields > OPERATION_LIMITS.rootFields) refuse('fields at its root', OPERATION_LIMITS.rootFields);
      if (shape.depth > depthLimit) refuse('levels of fields', depthLimit);
      if (steps > OPERATION_LIMITS.cost) refuse('selections', OPERATION_LIMITS.cost);
    },
  };
}

type FindFragment = (name: string) => FragmentDefinitionNode | undefined;

function measure(set: SelectionSetNode, depth: number, open: ReadonlySet<string>, shape: Shape, mayGoOn: () => boolean, find: FindFragment): void {
  for (const selection of set.selections) {
    if (!mayGoOn()) return; // measuring must not be what exhausts us
    if (selection.kind === Kind.FIELD) {
      shape.depth = Math.max(shape.depth, depth);
      if (selection.alias) shape.aliases += 1;
      if (depth === 1) shape.rootFields += 1;
      if (selection.selectionSet) measure(selection.selectionSet, depth + 1, open, shape, mayGoOn, find);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      measure(selection.selectionSet, depth, open, shape, mayGoOn, find);
    } else {
      const name = selection.name.value;
      const fragment = open.has(name) ? undefined : find(name);
      if (fragment) measure(fragment.selectionSet, depth, new Set([...open, name]), shape, mayGoOn, find);
    }
  }
}

/** An operation that asks for nothing but the schema itself. */
function isIntrospection({ selections }: SelectionSetNode): boolean {
  return selections.every((selection) => selection.kind === Kind.FIELD && (selection.name.value === '__schema' || selection.name.value === '__type'));
}

/** Whether an operation asks for the schema anywhere. */
export function asksForSchema(document: DocumentNode): boolean {
  return document.definitions.some((definition) => 'selectionSet' in definition && mentionsSchema(definition.selectionSet));
}

function mentionsSchema({ selections }: SelectionSetNode): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return selection.name.value === '__schema' || selection.name.value === '__type';
    return selection.kind === Kind.INLINE_FRAGMENT && mentionsSchema(selection.selectionSet);
  });
}
