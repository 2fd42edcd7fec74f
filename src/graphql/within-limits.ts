import { Kind, visit, type DocumentNode, type FragmentDefinitionNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { costOf, variablesOf } from '../access/operation-cost.js';
import { asksForSchema, OPERATION_LIMITS } from '../access/operation-limits.js';
import { forbidden, tooLarge } from '../access/refusal.js';
import { requireStorableText } from '../access/storable-text.js';
import type { Context } from '../context.js';
import type { Gateway } from '../gateway.js';

type Variables = Readonly<Record<string, unknown>>;

/** A valid document, and what of it is to be executed. */
export interface AskedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode | undefined;
  readonly variables: Variables | undefined;
}

/** What an operation may cost, and who may ask for the schema. Takes the cost off the caller's minute. Documents of this process' own clients are known and not measured. */
export function requireWithinLimits({ document, operation, variables }: AskedOperation, context: Context, { schema, parts }: Gateway, { isProduction }: { readonly isProduction: boolean }): void {
  requireStorableText(document, variables);
  if (isProduction && context.caller.kind === 'ANONYMOUS' && asksForSchema(document)) throw forbidden('The schema is shown to callers with a key.');
  if (!operation || context.isFromAdapter) return;
  const cost = costOfAsked(schema, document, operation, variables);
  if (cost > OPERATION_LIMITS.cost) throw tooLarge(`An operation may ask for about ${OPERATION_LIMITS.cost} fields; this one asks for more.`);
  parts.rateLimits.spendCost(context.caller, context.clientAddress, cost);
}

/** What an operation was found to cost, by the values of the variables that decide it. */
interface KnownCosts {
  readonly deciding: readonly string[];
  readonly costs: Map<string, number>;
}

const known = new WeakMap<OperationDefinitionNode, KnownCosts>();
/** One for each length that a page may have, and some more. */
const COSTS_KEPT = 200;

function costOfAsked(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode, variables: Variables | undefined): number {
  const ofOperation = known.get(operation) ?? { deciding: pageLengthsIn(document), costs: new Map<string, number>() };
  known.set(operation, ofOperation);
  const { deciding, costs } = ofOperation;
  const key = deciding.map((name) => lengthIn(variables, name)).join(' ');
  const before = costs.get(key);
  if (before !== undefined) return before;
  const root = schema.getRootType(operation.operation) ?? undefined;
  const cost = costOf(operation.selectionSet, root, { schema, variables: variablesOf(operation, variables), fragments: fragmentsOf(document) });
  if (costs.size >= COSTS_KEPT) costs.clear();
  costs.set(key, cost);
  return cost;
}

function lengthIn(variables: Variables = {}, name: string): string {
  const given = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return given === undefined ? 'none' : typeof given === 'number' ? String(given) : 'no number';
}

/** The variables that say how long a page is: nothing else that is sent along changes the cost. */
function pageLengthsIn(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, { Argument: ({ name, value }) => void (name.value === 'first' && value.kind === Kind.VARIABLE && names.add(value.name.value)) });
  return [...names];
}

function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(definitions.flatMap((definition) => (definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [])));
}
