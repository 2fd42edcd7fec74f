import { execute, validate, type DocumentNode, type FormattedExecutionResult, type GraphQLSchema } from 'graphql';
import type { Credentials } from './access/caller.js';
import { formatError, type ReportFault } from './access/present-error.js';
import { requireStorableText } from './access/storable-text.js';
import { openContext, type Parts } from './context.js';

/** The schema as clients in this process speak to it: prepared documents, no HTTP, no parsing. */
export interface Gateway {
  readonly schema: GraphQLSchema;
  readonly parts: Parts;
  readonly report: ReportFault;
  /** Runs one of our own operations. It answers as GraphQL over HTTP would; only a document that does not fit the schema throws. */
  readonly execute: (document: DocumentNode, variables: Record<string, unknown>, credentials: Credentials) => Promise<FormattedExecutionResult>;
}

export function openGateway(schema: GraphQLSchema, parts: Parts, report: ReportFault): Gateway {
  const prepared = new WeakSet<DocumentNode>();
  return {
    schema,
    parts,
    report,
    execute: async (document, variables, credentials) => {
      if (!prepared.has(document)) {
        const [invalid] = validate(schema, document);
        if (invalid) throw invalid;
        prepared.add(document);
      }
      try {
        requireStorableText(document, variables);
        const contextValue = await openContext(credentials, parts);
        const { data, errors } = await execute({ schema, document, variableValues: variables, contextValue });
        return { data: data ?? null, ...(errors && { errors: errors.map((error) => formatError(error, credentials.requestId, report)) }) };
      } catch (error) {
        return { data: null, errors: [formatError(error, credentials.requestId, report)] };
      }
    },
  };
}
