import { setTimeout as pause } from 'node:timers/promises';
import { print, type DocumentNode } from 'graphql';
import { ClientError, GraphQLClient } from 'graphql-request';
import { CommandError } from './command-error.js';
import { forward, type Answer } from './forward.js';
import type { ListenToWebhookDeliveriesQuery } from './generated/operations.js';
import { getSdk } from './generated/sdk.js';

export interface ListenOptions {
  readonly forwardTo: string;
  readonly graphqlUrl: string;
  /** The broker's own secret key. */
  readonly apiKey: string;
  /** For X-Api-Key. */
  readonly webhookKey: string;
  readonly signingSecret: string;
  /** Begin with what was put on its way after this; without it, with what comes from now on. */
  readonly since: Date | undefined;
  readonly now: () => Date;
  /** A line for a person, and the same for a program. */
  readonly say: (line: string, facts: object) => void;
  readonly signal: AbortSignal;
  /** How long to rest between two looks. */
  readonly restMs?: number;
}

type Delivery = ListenToWebhookDeliveriesQuery['webhookDeliveries']['nodes'][number];
type Sdk = ReturnType<typeof getSdk<undefined>>;

const REST_MS = 1_000;
/** What is put on its way by two at once may become visible in the other order; so each look goes back by so much. */
const LOOK_BACK_MS = 30_000;
const FIRST_OF_ALL = new Date(0);

/** How far it has come. */
interface Progress {
  /** What was put on its way up to then is no news. */
  readonly start: Date;
  /** What is done, by its turn, and when that began. */
  readonly done: Map<string, Date>;
  /** Since when the oldest waits that has no bytes yet, or nobody to take it. */
  waitingSince: Date | undefined;
}

/**
 * Forwards a broker's events until it is stopped, each as often as it is put on its way, those sent again included, in the
 * order of that. An event without bytes is waited for, and passed by others meanwhile. What the receiver does not take for
 * lack of a connection is offered again; what it answers, whatever the status, is done.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { signal, restMs = REST_MS } = options;
  const sdk = openSdk(options);
  const gateway = sayOnce(options, 'The gateway');
  const receiver = sayOnce(options, 'The receiver');
  let progress: Progress | undefined = options.since && { start: options.since, done: new Map(), waitingSince: undefined };
  while (!signal.aborted) {
    try {
      progress ??= await markWhatWas(sdk);
      const deliveries = await look(sdk, progress);
      gateway.isThere();
      await forwardAll(deliveries, progress, receiver.hears, options);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      if (!signal.aborted) gateway.isAway(error instanceof ClientError ? `it answers ${error.response.status}` : 'no answer');
    }
    await pause(restMs, undefined, { signal }).catch(() => {}); // woken by being stopped
  }
}

async function forwardAll(deliveries: readonly Delivery[], progress: Progress, hears: (answer: Answer) => boolean, options: ListenOptions): Promise<void> {
  for (const delivery of deliveries.filter(({ body }) => body !== null)) {
    if (options.signal.aborted) return;
    const answer = await forward(delivery, { ...options, signingSecrets: [options.signingSecret] });
    if (options.signal.aborted && answer.status === null) return;
    if (!hears(answer)) break;
    progress.done.set(turnOf(delivery), new Date(delivery.queuedAt));
    tell(delivery, answer, options);
  }
  const [oldest] = deliveries.filter((delivery) => !progress.done.has(turnOf(delivery)));
  progress.waitingSince = oldest && new Date(oldest.queuedAt);
}

/** Each time that a delivery was put on its way counts by itself. */
function turnOf({ id, queuedAt }: Delivery): string {
  return `${id} ${queuedAt}`;
}

/** Everything up to now is no news. */
async function markWhatWas(sdk: Sdk): Promise<Progress> {
  const { nodes } = (await sdk.ListenToWebhookDeliveries({ direction: 'DESC' })).webhookDeliveries;
  const [latest] = nodes;
  const start = latest ? new Date(new Date(latest.queuedAt).getTime() - 1) : FIRST_OF_ALL;
  return { start, done: new Map(nodes.map((delivery) => [turnOf(delivery), new Date(delivery.queuedAt)])), waitingSince: undefined };
}

/** What is to be forwarded, or waits for its bytes, in the order in which it was put on its way. Forgets what no later look can find. */
async function look(sdk: Sdk, { start, done, waitingSince }: Progress): Promise<readonly Delivery[]> {
  const latest = [...done.values()].reduce((last, at) => Math.max(last, at.getTime()), 0);
  const from = new Date(Math.max(start.getTime(), Math.min(latest - LOOK_BACK_MS, waitingSince ? waitingSince.getTime() - 1 : latest)));
  for (const [turn, at] of done) if (at <= from) done.delete(turn);
  const found: Delivery[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const { webhookDeliveries: page }: ListenToWebhookDeliveriesQuery = await sdk.ListenToWebhookDeliveries({ filter: { queuedAfter: from.toISOString() }, after, direction: 'ASC' });
    found.push(...page.nodes);
    ({ endCursor: after, hasNextPage: more } = page.pageInfo);
  }
  return found.filter((delivery) => !done.has(turnOf(delivery)) && (delivery.body !== null || delivery.state === 'PENDING'));
}

function tell({ id, kind, subject }: Delivery, { status, error, durationMs }: Answer, { say, now }: ListenOptions): void {
  const at = now().toISOString();
  say(`${at}  ${kind}  ${id}  ${subject}  ${status ?? error}  ${durationMs} ms`, { at, kind, webhookId: id, subject, status, error, durationMs });
}

/** Says once that something is away, and once that it is back. */
function sayOnce({ say, now, forwardTo, graphqlUrl }: ListenOptions, what: 'The gateway' | 'The receiver') {
  const where = what === 'The gateway' ? graphqlUrl : forwardTo;
  let isGone = false;
  const isThere = () => {
    if (isGone) say(`${now().toISOString()}  ${what} at ${where} is back.`, { back: where });
    isGone = false;
  };
  const isAway = (why: string) => {
    if (!isGone) say(`${now().toISOString()}  ${what} at ${where} is away (${why}); going on as soon as it is back.`, { away: where, why });
    isGone = true;
  };
  return {
    isThere,
    isAway,
    hears: ({ isConnected, error }: Answer): boolean => {
      if (isConnected) isThere();
      else isAway(error ?? 'no answer');
      return isConnected;
    },
  };
}

/** The broker's operations over HTTP. Throws CommandError when the gateway refuses, which no patience mends. */
function openSdk({ graphqlUrl, apiKey, signal }: ListenOptions): Sdk {
  const client = new GraphQLClient(graphqlUrl, { headers: { 'x-api-key': apiKey }, signal });
  return getSdk<undefined>(async <R>(document: DocumentNode, variables?: unknown): Promise<R> => {
    try {
      return await client.request<R>(print(document), { ...(variables as object | undefined) }); // codegen's variables are objects
    } catch (error) {
      const [first] = error instanceof ClientError ? (error.response.errors ?? []) : [];
      if (first && ['UNAUTHENTICATED', 'FORBIDDEN', 'BAD_USER_INPUT'].includes(String(first.extensions['code']))) throw new CommandError(first.message);
      throw error;
    }
  });
}
