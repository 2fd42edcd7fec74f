import { DEMO } from '../../src/store/demo-data.js';

export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any -- a test names what it expects inside
  readonly errors: readonly { readonly message: string; readonly path?: readonly (string | number)[]; readonly extensions: Record<string, unknown> }[] | undefined;
}

/** One GraphQL request over HTTP, with the demo broker's key unless said otherwise; null sends none. */
export async function callGraphql(
  graphqlUrl: string,
  query: string,
  variables: object = {},
  apiKey: string | null = DEMO.apiKeys.fitnessFinder,
  headers: Readonly<Record<string, string>> = {},
): Promise<GraphqlAnswer> {
  const response = await fetch(graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey !== null && { 'x-api-key': apiKey }), ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as Omit<GraphqlAnswer, 'status' | 'headers'>;
  return { status: response.status, headers: response.headers, data, errors };
}
