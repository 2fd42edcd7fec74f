import { answerUnroutable, restAdapter } from '../../rest-adapter/adapter.js';
import { boundLoad } from '../../rest-adapter/http/load-bound.js';
import { requestLog } from '../../rest-adapter/http/request-log.js';
import { secureHeaders } from '../../rest-adapter/http/security-headers.js';
import { startHarvester } from '../../rest-adapter/feeds/loop.js';
import { startWebhookSender } from '../../rest-adapter/webhooks/loop.js';
import { expireCheckouts } from '../checkout/expire-checkouts.js';
import { forgetMinutes } from '../access/rate-minutes.js';
import { composeGateway, IDLE_MS, type Overrides } from '../compose-gateway.js';
import { forgetIdempotencyKeys, forgetUnfinished } from '../customer/forget-unfinished.js';
import type { Config } from '../config.js';
import { mountCors } from '../cors.js';
import { forgetOpportunities } from '../feed/forget-opportunities.js';
import { openExplorer } from '../explorer/open-explorer.js';
import { mountGraphql } from '../graphql/graphql-over-http.js';
import type { Gateway } from '../gateway.js';
import { doersOf } from '../outbox-doers.js';
import { startLoop, type Loop } from '../outbox/outbox-loop.js';
import { workOutbox } from '../outbox/work-outbox.js';
import { mountHealth, readinessOf } from '../health.js';
import { mountMetrics } from '../figures/metrics.js';
import { answerFromDisk, createServer, drainConnections, withoutPersons } from '../server.js';
import { systemClock, type Clock } from '../shared/clock.js';
import { prepareStore } from './prepare-store.js';
import { connectDemoReceiver } from '../store/demo-data.js';
import { openStore, type Store } from '../store/open-store.js';
import { forgetDeliveries } from '../webhook/forget-deliveries.js';
import { resealSecrets } from '../webhook/reseal-secrets.js';

export interface RunningGateway {
  readonly store: Store;
  readonly isServing: () => boolean;
  /** Finishes what is under way. `drainMs` lets callers that keep connections go on with them for so long, with the word that each answer is the last. */
  stop(drainMs?: number): Promise<void>;
}

interface StartOptions extends Overrides {
  /** Somebody has seen to the database already. */
  readonly isPrepared?: boolean;
}

/** Composes everything and listens. The one place that sees both the gateway and its REST adapter. */
export async function start(config: Config, clock: Clock = systemClock, { idleMs = IDLE_MS, isPrepared = false, ...overrides }: StartOptions = {}): Promise<RunningGateway> {
  const store = await openStore(config.databaseUrl, config.listenUrl);
  if (!isPrepared) await prepareStore(store, config, clock);
  const server = createServer(config, { ...requestLog(config.logLevel, withoutPersons), frameworkErrors: answerUnroutable(config.addresses) });
  const gateway = await composeGateway(config, store, clock, ({ requestId, cause }) => server.log.error({ reqId: requestId, err: cause }, 'unexpected failure'), { idleMs, ...overrides });
  secureHeaders(server, config.isProduction);
  const { lane } = store;
  if (lane) answerFromDisk(server, () => lane.onItsWay);
  const drain = drainConnections(server);
  const load = boundLoad(server, config.maxRequestsInFlight);
  gateway.parts.metrics.watchLoad(load);
  await mountCors(server, gateway);
  const explorer = openExplorer(config, clock);
  await mountGraphql(server, gateway, { ...config, ...explorer });
  explorer.mountIde(server);
  mountMetrics(server, gateway.parts.metrics, config);
  mountHealth(server, readinessOf(store, clock, config));
  await server.register(restAdapter, { execute: gateway.execute, vocabulary: config.addresses, servers: config.addresses, adapterToken: gateway.parts.adapterToken });
  if (config.isDemo) await connectDemoReceiver(store.fork(), gateway.parts, clock.now());
  await server.listen({ host: config.host, port: config.port });
  const errands = { execute: gateway.execute, adapterToken: gateway.parts.adapterToken, now: () => clock.now(), report: (cause: unknown) => server.log.error(cause), reach: config.webhookReach, idleMs };
  const loops = [startOutbox(gateway, idleMs), startSweep(gateway, Math.max(idleMs, SWEEP_EVERY_MS)), startForgetting(gateway), ...startUpkeep(gateway), startWebhookSender(errands), startHarvester(errands)];
  return {
    store,
    isServing: () => load().inFlight > 0,
    stop: async (drainMs = 0) => {
      const stopped = loops.map((loop) => loop.stop());
      await store.bell.close(); // ends the claims that wait
      await drain(drainMs);
      await server.close();
      await Promise.all(stopped);
      await store.close();
    },
  };
}

/** Does in the background what transactions have decided outside of the database. */
function startOutbox({ parts, report }: Gateway, idleMs: number): Loop {
  const { store, clock } = parts;
  const fork = () => store.fork();
  const now = () => clock.now();
  return startLoop(() => workOutbox({ fork, now, doers: doersOf({ ...parts, fork, now, reads: store.reads }) }), report, idleMs, store.bell);
}

const SWEEP_EVERY_MS = 2_000;
const UPKEEP_EVERY_MS = 600_000;
const FORGET_EVERY_MS = 60_000;

/** Ends what ran out of time. */
function startSweep({ parts: { store, clock }, report }: Gateway, everyMs: number): Loop {
  return startLoop(() => expireCheckouts(store.fork(), clock.now()), report, everyMs);
}

/** Forgets what is not kept any longer, and seals anew what an older key has sealed: both at once after the start, since keys change with it. */
function startUpkeep({ parts: { store, clock, secretBox }, report }: Gateway): readonly Loop[] {
  const parts = () => ({ em: store.fork(), storeKind: store.kind, reads: store.reads, now: clock.now(), secretBox });
  return [forgetDeliveries, forgetOpportunities, resealSecrets, ({ reads }: { readonly reads: Store['reads'] }) => (store.kind === 'postgres' ? forgetMinutes(reads) : Promise.resolve(0))].map((round) => startLoop(() => round(parts()), report, UPKEEP_EVERY_MS));
}

/** Forgets what is kept no longer. */
function startForgetting({ parts: { store, clock }, report }: Gateway): Loop {
  const round = async () => (await forgetUnfinished(store.fork(), clock.now())) + (await forgetIdempotencyKeys(store.fork(), clock.now()));
  return startLoop(round, report, FORGET_EVERY_MS);
}
