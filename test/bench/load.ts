import { randomUUID } from 'node:crypto';
import { Pool, type Dispatcher } from 'undici';
import type { RequestModel } from './requests.ts';

/*
 * Sends one request again and again over so many connections, each of which waits for its answer, for so many seconds; the first of
 * them do not count. A process of its own, so that neither side waits for the other's work. Every latency is kept.
 */

export interface LoadJob {
  readonly url: string;
  readonly model: RequestModel;
  /** What `%ID%` stands for, in turn. */
  readonly identifiers: readonly string[];
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measuredMs: number;
}

export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answerBytes: number;
  /** The first answer that was none of the good ones. */
  readonly wrong: string | undefined;
  readonly wrongCount: number;
}

const { url, model, identifiers, connections, warmUpMs, measuredMs } = JSON.parse(process.argv[2] ?? '') as LoadJob; // from measure

const pool = new Pool(url, { connections, pipelining: 1 });
const latencies: number[] = [];
const wrong = { count: 0, first: undefined as string | undefined };
let [answerBytes, sent] = [0, 0];
const begin = performance.now();
const countsFrom = begin + warmUpMs;
const end = countsFrom + measuredMs;

const parts = (text: string): ((key: string, id: string) => string) => {
  const pieces = text.split(/(%KEY%|%ID%)/);
  return pieces.length === 1 ? () => text : (key, id) => pieces.map((piece) => (piece === '%KEY%' ? key : piece === '%ID%' ? id : piece)).join('');
};
const [pathOf, bodyOf] = [parts(model.path), model.body === undefined ? undefined : parts(model.body)];
const headersOf = Object.entries(model.headers).map(([name, value]) => [name, parts(value)] as const);
const saying = Buffer.from(model.saying);

function next(): Dispatcher.DispatchOptions {
  const id = identifiers[sent % identifiers.length] ?? '';
  sent += 1;
  const key = randomUUID();
  const headers: string[] = [];
  for (const [name, value] of headersOf) headers.push(name, value(key, id));
  return { method: model.method, path: pathOf(key, id), headers, ...(bodyOf && { body: bodyOf(key, id) }) };
}

/** One request; it calls back when its answer has ended. */
function ask(done: () => void): void {
  const start = performance.now();
  let [status, bytes] = [0, 0];
  let beginning: Buffer | undefined;
  const finish = (failure?: string): void => {
    const now = performance.now();
    const isGood = failure === undefined && status === model.status && (beginning?.includes(saying) ?? false);
    if (!isGood) {
      wrong.count += 1;
      wrong.first ??= failure ?? `${status} ${beginning?.toString('utf8').slice(0, 500) ?? ''}`;
    } else if (start >= countsFrom && now <= end) {
      latencies.push(now - start);
      answerBytes = bytes;
    }
    done();
  };
  pool.dispatch(next(), {
    onRequestStart: () => {},
    onResponseStart: (_controller, code) => void (status = code),
    onResponseData: (_controller, chunk) => {
      beginning ??= chunk;
      bytes += chunk.byteLength;
    },
    onResponseEnd: () => finish(),
    onResponseError: (_controller, error) => finish(String(error)),
  });
}

await new Promise<void>((resolve) => {
  let running = connections;
  const loop = (): void => {
    if (performance.now() < end && wrong.count < 100) return ask(loop);
    running -= 1;
    if (running === 0) resolve();
  };
  for (let started = 0; started < connections; started += 1) ask(loop);
});
await pool.close();

const sorted = latencies.toSorted((a, b) => a - b);
const quantile = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
const load: Load = { requests: sent, perSecond: (latencies.length / measuredMs) * 1000, p50Ms: quantile(0.5), p99Ms: quantile(0.99), answerBytes, wrong: wrong.first, wrongCount: wrong.count };
process.send?.(load);
