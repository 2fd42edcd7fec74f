import { BREAK, execute, GraphQLError, visit, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { defaultsFiller } from './input-defaults.js';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';

type Variables = Readonly<Record<string, unknown>>;

/** Executes a document that is known to be valid, as graphql-js would; one that has come often is compiled, which is several times faster. */
export type ExecuteDocument = (document: DocumentNode, operationName: string | undefined, variables: Variables, context: unknown) => Promise<ExecutionResult> | ExecutionResult;

/** To compile takes many times as long as to execute: a document that has come so often is likely to come again. */
export const COMPILED_AFTER = 8;

/** What is known of a document: how often it came, or it compiled, or false when it cannot be. */
type Known = Map<string, CompiledQuery | false | number>;

/**
 * Documents of our own and those that Apollo keeps parsed are the same object each time, and are forgotten with it, so that
 * nothing grows here.
 */
export function documentExecutor(schema: GraphQLSchema): ExecuteDocument {
  const documents = new WeakMap<DocumentNode, Known>();
  const fillIn = defaultsFiller(schema);
  return (document, operationName, variables, context) => {
    const known: Known = documents.get(document) ?? new Map();
    documents.set(document, known);
    const name = operationName ?? '';
    const before = known.get(name) ?? 0;
    const compiled = typeof before !== 'number' ? before : before < COMPILED_AFTER ? before + 1 : compile(schema, document, operationName);
    if (compiled !== before) known.set(name, compiled);
    if (compiled === false || typeof compiled === 'number') return execute({ schema, document, variableValues: variables, contextValue: context, ...(operationName !== undefined && { operationName }) });
    return settle(compiled.query(undefined, context, fillIn(document, variables)));
  };
}

function compile(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): CompiledQuery | false {
  if (hasVariableInObject(document)) return false;
  const compiled = compileQuery(schema, document, operationName);
  return isCompiledQuery(compiled) ? compiled : false; // graphql-js says what is wrong with it
}

/** The compiler takes a variable that was not given for null inside `{ … }`, where it would take something away. */
function hasVariableInObject(document: DocumentNode): boolean {
  let isFound = false;
  const within = { Variable: () => ((isFound = true), BREAK) };
  visit(document, { ObjectValue: (node) => (visit(node, within), isFound ? BREAK : undefined) });
  return isFound;
}

/** The compiler's errors as graphql-js has them: what a resolver threw keeps its extensions. */
function settle(running: Promise<ExecutionResult> | ExecutionResult): Promise<ExecutionResult> | ExecutionResult {
  return running instanceof Promise ? running.then(withOwnErrors) : withOwnErrors(running);
}

function withOwnErrors(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map(toOwnError) };
}

function toOwnError({ message, locations, path, originalError, extensions }: GraphQLError): GraphQLError {
  const cause = path === undefined && originalError instanceof GraphQLError ? originalError.originalError : originalError; // a variable that does not fit its type is nobody's fault but the caller's
  const own = new GraphQLError(message, { path, originalError: cause, extensions });
  return Object.defineProperty(own, 'locations', { value: locations, enumerable: true });
}
