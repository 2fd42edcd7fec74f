import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { readBusinessFigures } from './business-figures.store.js';
import { CHECKOUT_SESSION_STATES } from '../checkout-session/checkout-session.lifecycle.js';
import { FEED_STATES } from '../feed/feed.lifecycle.js';
import { readFeedFigures } from '../feed/feed-figures.store.js';
import { ORDER_STATES } from '../order/order.lifecycle.js';
import { OutboxTask } from '../outbox/outbox-task.entity.js';
import { processFigures, type ReadLoad } from './process-figures.js';
import { figuresOfAll } from './worker-figures.js';
import { isSameText } from '../shared/same-text.js';
import type { Clock } from '../shared/clock.js';
import type { Store } from '../store/open-store.js';
import { WEBHOOK_DELIVERY_STATES } from '../webhook/webhook-delivery.lifecycle.js';
import { outcomeOf } from '../webhook/attempt-outcome.js';
import { readWebhookFigures } from '../webhook/webhook-figures.store.js';

/** Figures for whoever watches over this gateway. No label names a broker, an address or a person. */
export interface Metrics {
  countAttempts(attempts: readonly { readonly status: number | null; readonly error: string | null }[]): void;
  /** One answer over HTTP. The route is its pattern, never the address that was asked for. */
  countRequest(route: string, method: string, status: number): void;
  /** One operation, by the fields of the schema at its root, never by the name that a client gave it. */
  countOperation(fields: readonly string[], errorCodes: readonly string[]): void;
  /** From where the load of the HTTP server is read; the command line has none. */
  watchLoad(load: ReadLoad): void;
  /** In the text format of Prometheus, of all processes that share our port; what lies in the database is looked up now. */
  scrape(): Promise<string>;
  readonly contentType: string;
}

export function openMetrics(store: Store, clock: Clock): Metrics {
  const [registry, stored] = [new Registry(), new Registry()];
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => new Counter({ name, help, labelNames, registers });
  const attempts = counter('courtside_webhook_attempts_total', 'Attempts to deliver a webhook that this gateway was told of, by how they ended.', ['outcome']);
  const requests = counter('courtside_http_requests_total', 'Answers over HTTP, by route and status.', ['route', 'method', 'status']);
  const operations = counter('courtside_graphql_operations_total', 'Fields at the root of GraphQL operations, those of the REST door too, by how the operation ended.', ['field', 'outcome']);
  const errors = counter('courtside_graphql_errors_total', 'Errors in answers of GraphQL, by code.', ['code']);
  const refreshStored = storedFigures(stored, store);
  const refreshProcess = processFigures(registry, store);
  let load: ReadLoad | undefined;
  const countedByAll = figuresOfAll(() => {
    refreshProcess(load);
    return registry.getMetricsAsJSON();
  });
  return {
    countAttempts: (ended) => ended.forEach((attempt) => attempts.inc({ outcome: outcomeOf(attempt) })),
    countRequest: (route, method, status) => requests.inc({ route, method, status }),
    countOperation: (fields, codes) => {
      for (const field of fields) operations.inc({ field, outcome: codes.length === 0 ? 'answered' : 'failed' });
      for (const code of codes) errors.inc({ code });
    },
    watchLoad: (read) => {
      load = read;
    },
    scrape: async () => {
      await refreshStored(clock.now());
      const counted = AggregatorRegistry.aggregate((await countedByAll()).map((figures) => [...figures]));
      return `${await stored.metrics()}\n${await counted.metrics()}`;
    },
    contentType: registry.contentType,
  };
}

/** What lies in the database, looked at when it is asked for. */
function storedFigures(registry: Registry, store: Store): (now: Date) => Promise<void> {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const byState = (name: string, help: string, states: readonly string[]) => {
    const counted = new Gauge({ name, help, labelNames: ['state'], registers });
    return (counts: ReadonlyMap<string, number>) => states.forEach((state) => counted.set({ state }, counts.get(state) ?? 0));
  };
  const deliveries = byState('courtside_webhook_deliveries', 'Webhooks by state.', WEBHOOK_DELIVERY_STATES);
  const links = byState('courtside_seller_links', 'Seller links by what became of them.', ['WAITING', 'OPENED', 'EXPIRED']);
  const sessions = byState('courtside_checkout_sessions', 'Checkout sessions by state.', CHECKOUT_SESSION_STATES);
  const checkouts = byState('courtside_checkouts', "Browsers' checkouts by state.", CHECKOUT_SESSION_STATES);
  const orders = byState('courtside_orders', 'Orders by state.', ORDER_STATES);
  const oldestDue = gauge('courtside_webhook_oldest_due_age_seconds', 'For how long the oldest webhook that is due has been waiting; 0 when none is.');
  const disabled = gauge('courtside_webhook_endpoints_disabled', 'Endpoints to which nothing is sent.');
  const failing = gauge('courtside_webhook_endpoints_failing', 'Endpoints whose last attempt failed.');
  const keyless = gauge('courtside_webhook_brokers_without_key', 'Brokers with an endpoint and no live key: their webhooks wait.');
  const oldestTask = gauge('courtside_outbox_oldest_task_age_seconds', 'How old the oldest task is that is not done; 0 when all are.');
  const feeds = byState('courtside_feeds', 'Feeds of open data by state.', FEED_STATES);
  const feedLag = new Gauge({ name: 'courtside_feed_lag_seconds', help: 'For how long a feed that is polled may have had more to tell than we know, by its id.', labelNames: ['feed'], registers });
  const feedRejected = new Gauge({ name: 'courtside_feed_rejected_items', help: 'Items of a feed that are left out for a problem, by its id; feeds without any are left out.', labelNames: ['feed'], registers });
  return async (now) => {
    const ageOf = (since: Date | null | undefined): number => (since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0);
    const figures = await readWebhookFigures(store.reads, now);
    deliveries(figures.deliveriesByState);
    oldestDue.set(ageOf(figures.oldestDueAt));
    disabled.set(figures.disabledEndpoints);
    failing.set(figures.failingEndpoints);
    keyless.set(figures.brokersWithoutKey);
    const business = await readBusinessFigures(store.reads, now);
    links(business.sellerLinks);
    sessions(business.sessions);
    checkouts(business.checkouts);
    orders(business.orders);
    const fed = await readFeedFigures(store.reads);
    feeds(fed.byState);
    feedLag.reset();
    for (const [feed, at] of fed.caughtUpAt) feedLag.set({ feed }, ageOf(at));
    feedRejected.reset();
    for (const [feed, count] of fed.rejected) feedRejected.set({ feed }, count);
    const [task] = await store.fork().find(OutboxTask, { doneAt: null }, { orderBy: { createdAt: 'asc' }, limit: 1 });
    oldestTask.set(ageOf(task?.createdAt));
  };
}

export interface MetricsSettings {
  readonly isProduction: boolean;
  readonly metricsToken: string | undefined;
}

/**
 * For Prometheus. With METRICS_TOKEN, to whoever shows it as a bearer token; without it, in production only to callers on
 * this machine that came through no proxy; elsewhere to everybody. Who may not see it is told nothing. (our choice)
 */
export function mountMetrics(server: FastifyInstance, metrics: Metrics, settings: MetricsSettings): void {
  server.addHook('onResponse', (request, reply, done) => {
    metrics.countRequest(request.routeOptions.url ?? 'none', request.method, reply.statusCode);
    done();
  });
  server.get('/metrics', async (request, reply) => {
    if (!maySee(request, settings)) return reply.code(404).send();
    return reply.headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).send(await metrics.scrape());
  });
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

function maySee({ headers, socket }: FastifyRequest, { isProduction, metricsToken }: MetricsSettings): boolean {
  if (metricsToken !== undefined) return isSameText(headers.authorization ?? '', `Bearer ${metricsToken}`);
  return !isProduction || (LOOPBACK.test(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined);
}
