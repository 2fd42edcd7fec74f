import { request } from 'node:http';
import { DEMO } from '../../src/store/demo-data.js';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface RawRequest {
  readonly method: string;
  /** The target of the request line, sent as it is: nothing normalises it. */
  readonly target: string;
  /** The only headers that are sent, besides those that HTTP insists on. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The demo broker's key, as a header. */
export const DEMO_KEY = { 'x-api-key': DEMO.apiKeys.fitnessFinder } as const;

/** One HTTP request, byte for byte as a client without a URL parser would send it. */
export async function callRaw(baseUrl: string, { method, target, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ agent: false, hostname, port, method, path: target, headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString('utf8') }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
