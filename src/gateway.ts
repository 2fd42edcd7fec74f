import { validate, type DocumentNode, type FormattedExecutionResult, type GraphQLSchema } from 'graphql';
import type { Credentials, StaffCaller } from './access/caller.js';
import { formatError, type ReportFault } from './access/present-error.js';
import { documentExecutor, type ExecuteDocument } from './graphql/compiled-documents.js';
import { codesOf, operationIn, rootFieldsOf } from './graphql/root-fields.js';
import type { Awaitable } from './shared/awaitable.js';
import { OverTime, withinSeconds } from './shared/time-limit.js';
import { requireStorableText } from './access/storable-text.js';
import { contextOfStaff, openContext, type Context, type Parts } from './context.js';

type Variables = Record<string, unknown>;

/** The schema as clients in this process speak to it: prepared documents, no HTTP, no parsing. */
export interface Gateway {
  readonly schema: GraphQLSchema;
  readonly parts: Parts;
  readonly report: ReportFault;
  /** Executes a document of whoever speaks to us over HTTP, once it is validated and within its limits. */
  readonly executeDocument: ExecuteDocument;
  /** Runs one of our own operations. It answers as GraphQL over HTTP would; only a document that does not fit the schema throws. */
  readonly execute: (document: DocumentNode, variables: Variables, credentials: Credentials) => Promise<FormattedExecutionResult>;
  /** The same as a member of staff whom this process vouches for. Nothing that came over a network gets here. */
  readonly executeAs: (document: DocumentNode, variables: Variables, staff: StaffCaller, requestId: string) => Promise<FormattedExecutionResult>;
}

export function openGateway(schema: GraphQLSchema, parts: Parts, report: ReportFault): Gateway {
  const prepare = preparer(schema);
  const executeDocument = documentExecutor(schema);

  const run = async (document: DocumentNode, variables: Variables, requestId: string, open: () => Awaitable<Context>): Promise<FormattedExecutionResult> => {
    prepare(document);
    try {
      requireStorableText(document, variables);
      const opened = open();
      const { data, errors } = await executeDocument(document, undefined, variables, opened instanceof Promise ? await opened : opened);
      return { data: data ?? null, ...(errors && { errors: errors.map((error) => formatError(error, requestId, report)) }) };
    } catch (error) {
      return { data: null, errors: [formatError(error, requestId, report)] };
    }
  };
  /** The same, given up when its time is over. */
  const inTime = async (document: DocumentNode, variables: Variables, credentials: Credentials): Promise<FormattedExecutionResult> => {
    try {
      return await withinSeconds(parts.operationTimeoutSeconds, () => run(document, variables, credentials.requestId, () => openContext(credentials, parts)));
    } catch (error) {
      if (!(error instanceof OverTime)) throw error;
      return { data: null, errors: [formatError(error, credentials.requestId, report)] };
    }
  };

  return {
    schema,
    parts,
    report,
    executeDocument,
    execute: async (document, variables, credentials) => {
      const answer = await inTime(document, variables, credentials);
      parts.metrics.countOperation(rootFieldsOf(schema, operationIn(document)), codesOf(answer.errors));
      return answer;
    },
    executeAs: (document, variables, staff, requestId) => run(document, variables, requestId, () => contextOfStaff(staff, requestId, parts)),
  };
}

/** Validates each document once. They are our own, so one that does not fit the schema is a bug, and throws. */
function preparer(schema: GraphQLSchema): (document: DocumentNode) => void {
  const prepared = new WeakSet<DocumentNode>();
  return (document) => {
    if (prepared.has(document)) return;
    const [invalid] = validate(schema, document);
    if (invalid) throw invalid;
    prepared.add(document);
  };
}
