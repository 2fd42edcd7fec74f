import { DEMO } from '../../src/store/demo-data.js';

export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any -- a test names what it expects inside
  readonly errors: readonly { readonly message: string; readonly path?: readonly (string | number)[]; readonly extensions: Record<string, unknown> }[] | undefined;
}

/** One GraphQL request over HTTP, as a broker's front-end would send it. */
export async function callGraphql(graphqlUrl: string, query: string, variables: object = {}, apiKey: string | null = DEMO.apiKeys.fitnessFinder): Promise<GraphqlAnswer> {
  const response = await fetch(graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey !== null && { 'x-api-key': apiKey }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as Omit<GraphqlAnswer, 'status' | 'headers'>;
  return { status: response.status, headers: response.headers, data, errors };
}
