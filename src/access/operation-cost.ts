import { getNamedType, getNullableType, isCompositeType, isInterfaceType, isListType, isObjectType, Kind, type FieldNode, type FragmentDefinitionNode, type GraphQLNamedType, type GraphQLSchema, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import { OPERATION_LIMITS } from './operation-limits.js';

/** Our choice: about how many members a list has that is no page, as an order's items. */
const ITEMS_OF_A_PLAIN_LIST = 5;
/** The default of `first`. */
const DEFAULT_PAGE = 20;

/** What an operation is made of, besides its root selection. */
export interface OperationParts {
  readonly schema: GraphQLSchema;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** A request's variables, and where it names none, the number that the operation itself does: `$first: Int! = 100`. */
export function variablesOf({ variableDefinitions = [] }: OperationDefinitionNode, given: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) => (defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : []));
  return { ...Object.fromEntries(defaults), ...given };
}

/** About how many fields the answer will have: each counts once, and below a list as often as the list is long. Stops counting past the limit. */
export function costOf(set: SelectionSetNode, parent: GraphQLNamedType | undefined, parts: OperationParts, open: ReadonlySet<string> = new Set()): number {
  let cost = 0;
  for (const selection of set.selections) {
    if (cost > OPERATION_LIMITS.cost) return cost;
    if (selection.kind === Kind.FIELD) {
      cost += costOfField(selection, parent, parts, open);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      const type = selection.typeCondition ? parts.schema.getType(selection.typeCondition.name.value) : parent;
      cost += costOf(selection.selectionSet, type, parts, open);
    } else {
      const name = selection.name.value;
      const fragment = open.has(name) ? undefined : parts.fragments.get(name);
      if (fragment) cost += costOf(fragment.selectionSet, parts.schema.getType(fragment.typeCondition.name.value), parts, new Set([...open, name]));
    }
  }
  return cost;
}

function costOfField(field: FieldNode, parent: GraphQLNamedType | undefined, parts: OperationParts, open: ReadonlySet<string>): number {
  if (!field.selectionSet) return 1;
  const definition = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value] : undefined;
  const type = definition && getNamedType(definition.type);
  const below = costOf(field.selectionSet, isCompositeType(type) ? type : undefined, parts, open);
  if (type?.name.endsWith('Connection')) return 1 + below * pageLength(field, parts);
  const isPlainList = definition !== undefined && isListType(getNullableType(definition.type)) && parent?.name.endsWith('Connection') !== true;
  return 1 + below * (isPlainList ? ITEMS_OF_A_PLAIN_LIST : 1);
}

function pageLength({ arguments: given = [] }: FieldNode, { variables }: OperationParts): number {
  const first = given.find(({ name }) => name.value === 'first')?.value;
  const asked = first?.kind === Kind.VARIABLE ? variables[first.name.value] : first?.kind === Kind.INT ? Number(first.value) : undefined;
  return typeof asked === 'number' && asked > 0 ? asked : DEFAULT_PAGE;
}
