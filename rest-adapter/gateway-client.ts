import type { DocumentNode } from 'graphql';
import { GraphQLClient } from 'graphql-request';
import { getSdk } from './generated/sdk.js';

/** What travels with every operation: the caller's own credential, and the name of the request in the logs. */
export interface CallOptions {
  readonly apiKey: string | undefined;
  readonly requestId: string;
}

/** An answer of the gateway, in process or over HTTP. */
export interface GatewayAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly [key: string]: unknown } }[] | undefined;
}

export type ExecuteOperation = (document: DocumentNode, variables: Record<string, unknown>, options: CallOptions) => Promise<GatewayAnswer>;

export type GatewaySdk = ReturnType<typeof getSdk<CallOptions>>;

/** The gateway refused an operation or failed at it; expected outcomes are members of the operation's result instead. */
export class GatewayFault extends Error {
  constructor(
    readonly code: string,
    readonly requestId: string | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** The typed operations over any way of executing one. They throw GatewayFault and nothing else. */
export function openSdk(execute: ExecuteOperation): GatewaySdk {
  return getSdk<CallOptions>(async <R>(document: DocumentNode, variables?: unknown, options?: CallOptions): Promise<R> => {
    if (!options) throw new Error('every operation needs its call options');
    const { data, errors } = await execute(document, { ...(variables as object | undefined) }, options); // codegen's variables are objects
    const [first] = errors ?? [];
    if (first) throw new GatewayFault(textOf(first.extensions?.['code']) ?? 'UNKNOWN', textOf(first.extensions?.['requestId']), first.message);
    return data as R; // the document's own result type, by codegen
  });
}

/** Executes over HTTP, for an adapter that runs apart from its gateway. */
export function executeOverHttp(graphqlUrl: string): ExecuteOperation {
  const client = new GraphQLClient(graphqlUrl, { errorPolicy: 'all' });
  return async (document, variables, { apiKey }) => {
    try {
      return await client.rawRequest({ query: document as never, variables, requestHeaders: apiKey === undefined ? {} : { 'x-api-key': apiKey } });
    } catch (error) {
      const answer = answerIn(error);
      if (answer) return answer;
      return { errors: [{ message: 'The gateway cannot be reached.', extensions: { code: 'GATEWAY_UNREACHABLE' } }] };
    }
  };
}

/** graphql-request throws on a status other than 2xx, with the parsed answer inside. */
function answerIn(error: unknown): GatewayAnswer | undefined {
  if (typeof error !== 'object' || error === null || !('response' in error)) return undefined;
  const response = error.response as GatewayAnswer; // its ClientError
  return response.errors ? response : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

