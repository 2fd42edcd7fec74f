import cluster, { type Cluster } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** What one process has counted. */
export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Among workers of one machine, by way of their leader: somebody asks, each other one tells, and who asks is told how many there are. */
type Message =
  | { readonly figures: 'ASK'; readonly asking: number }
  | { readonly figures: 'TELL'; readonly asking: number; readonly to: number }
  | { readonly figures: 'EXPECT'; readonly asking: number; readonly others: number }
  | { readonly figures: 'TOLD'; readonly asking: number; readonly to: number; readonly counted: Figures };

/** Whoever does not answer within this is left out, as one that has ended. */
const LONGEST_MS = 3_000;

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'figures' in message;
}

/** For the leader, which hands on what they ask of each other. */
export function relayFigures(leader: Cluster): void {
  leader.on('message', (from, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.figures === 'TOLD') leader.workers?.[message.to]?.send(message);
    if (message.figures !== 'ASK') return;
    const others = Object.values(leader.workers ?? {}).filter((worker) => worker !== undefined && worker.id !== from.id && worker.isConnected());
    for (const other of others) other?.send({ figures: 'TELL', asking: message.asking, to: from.id } satisfies Message);
    from.send({ figures: 'EXPECT', asking: message.asking, others: others.length } satisfies Message);
  });
}

interface Asking {
  readonly counted: Figures[];
  others: number | undefined;
  readonly done: () => void;
}

/** What all processes of this gateway have counted, ours first. A process that has no others asks nobody. */
export function figuresOfAll(own: () => Promise<Figures>): () => Promise<readonly Figures[]> {
  const { worker } = cluster;
  if (!worker) return async () => [await own()];
  const underWay = new Map<number, Asking>();
  let last = 0;
  const settle = (asking: number, change: (one: Asking) => void): void => {
    const one = underWay.get(asking);
    if (!one) return;
    change(one);
    if (one.counted.length === one.others) one.done();
  };
  worker.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.figures === 'EXPECT') settle(message.asking, (one) => (one.others = message.others));
    if (message.figures === 'TOLD') settle(message.asking, (one) => one.counted.push(message.counted));
    if (message.figures === 'TELL') void own().then((counted) => worker.isConnected() && worker.send({ figures: 'TOLD', asking: message.asking, to: message.to, counted } satisfies Message));
  });
  return async () => {
    const [asking, all] = [(last += 1), Promise.withResolvers<void>()];
    const one: Asking = { counted: [], others: undefined, done: all.resolve };
    underWay.set(asking, one);
    worker.send({ figures: 'ASK', asking } satisfies Message);
    const mine = await own();
    await Promise.race([all.promise, pause(LONGEST_MS, undefined, { ref: false })]);
    underWay.delete(asking);
    return [mine, ...one.counted];
  };
}
