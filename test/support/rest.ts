import { DEMO } from '../../src/store/demo-data.js';
import { problemsOfAnswer } from './described.js';

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The bytes, as text. */
  readonly text: string;
  /** The same parsed; undefined when there are none. */
  readonly body: unknown;
}

export interface RestRequest {
  readonly method?: string;
  /** The demo broker's unless said otherwise; null sends none. */
  readonly apiKey?: string | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** One real HTTP request, as a legacy broker would send it. Throws when docs/openapi.json says anything else than the answer. */
export async function callRest(url: string, { method = 'GET', apiKey = DEMO.apiKeys.fitnessFinder, body, headers = {} }: RestRequest = {}): Promise<RestAnswer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { accept: 'application/json', ...(apiKey !== null && { 'x-api-key': apiKey }), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) };
  const [undescribed] = problemsOfAnswer({ method, url, ...answer });
  if (undescribed !== undefined) throw new Error(`docs/openapi.json does not tell: ${undescribed}`);
  return answer;
}
