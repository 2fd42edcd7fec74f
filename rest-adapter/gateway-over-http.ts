import { print, type DocumentNode } from 'graphql';
import { GraphQLClient } from 'graphql-request';
import type { ExecuteOperation, GatewayAnswer } from './gateway-client.js';

/** Executes over HTTP, for an adapter that runs apart from its gateway; the token lets it say for whom it calls. */
export function executeOverHttp(graphqlUrl: string, adapterToken: string | undefined): ExecuteOperation {
  const client = new GraphQLClient(graphqlUrl, { errorPolicy: 'all' });
  return async (document, variables, { apiKey, authorization, origin, clientAddress, tellRate }) => {
    const requestHeaders = {
      'x-forwarded-for': clientAddress,
      ...(adapterToken !== undefined && { 'x-adapter-token': adapterToken }),
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...(authorization !== undefined && { authorization }),
      ...(origin !== undefined && { origin }),
    };
    try {
      const answer = await client.rawRequest({ query: textIn(document), variables, requestHeaders });
      tellRate?.(rateIn(answer.headers));
      return answer;
    } catch (error) {
      const answer = answerIn(error);
      if (answer) {
        if (answer.headers) tellRate?.(rateIn(answer.headers));
        return answer;
      }
      return { errors: [{ message: 'The gateway cannot be reached.', extensions: { code: 'GATEWAY_UNREACHABLE' } }] };
    }
  };
}

const RATE_HEADERS = ['ratelimit', 'ratelimit-policy'] as const;

function rateIn(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(RATE_HEADERS.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])));
}

const texts = new WeakMap<DocumentNode, string>();

/** Each operation is printed once. */
function textIn(document: DocumentNode): string {
  const text = texts.get(document) ?? print(document);
  texts.set(document, text);
  return text;
}

/** graphql-request throws on a status other than 2xx, with the parsed answer inside. */
function answerIn(error: unknown): (GatewayAnswer & { readonly headers?: Headers }) | undefined {
  if (typeof error !== 'object' || error === null || !('response' in error)) return undefined;
  const response = error.response as GatewayAnswer & { readonly headers?: Headers }; // its ClientError
  return response.errors ? response : undefined;
}
