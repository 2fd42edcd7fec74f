import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Registry } from 'prom-client';
import { OutboxTask } from './outbox/outbox-task.entity.js';
import type { Clock } from './shared/clock.js';
import type { Store } from './store/open-store.js';
import { WEBHOOK_DELIVERY_STATES } from './webhook/webhook-delivery.lifecycle.js';
import { outcomeOf } from './webhook/attempt-outcome.js';
import { readWebhookFigures } from './webhook/webhook-figures.store.js';

/** Figures for whoever watches over this gateway. No label names a broker, an address or a person. */
export interface Metrics {
  countAttempts(attempts: readonly { readonly status: number | null; readonly error: string | null }[]): void;
  /** In the text format of Prometheus; what lies in the database is looked up now. */
  scrape(): Promise<string>;
  readonly contentType: string;
}

export function openMetrics(store: Store, clock: Clock): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const attempts = new Counter({ name: 'courtside_webhook_attempts_total', help: 'Attempts to deliver a webhook that this gateway was told of, by how they ended.', labelNames: ['outcome'], registers });
  const deliveries = new Gauge({ name: 'courtside_webhook_deliveries', help: 'Webhooks by state.', labelNames: ['state'], registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const oldestDue = gauge('courtside_webhook_oldest_due_age_seconds', 'For how long the oldest webhook that is due has been waiting; 0 when none is.');
  const disabled = gauge('courtside_webhook_endpoints_disabled', 'Endpoints to which nothing is sent.');
  const failing = gauge('courtside_webhook_endpoints_failing', 'Endpoints whose last attempt failed.');
  const keyless = gauge('courtside_webhook_brokers_without_key', 'Brokers with an endpoint and no live key: their webhooks wait.');
  const oldestTask = gauge('courtside_outbox_oldest_task_age_seconds', 'How old the oldest task is that is not done; 0 when all are.');

  const refresh = async (): Promise<void> => {
    const now = clock.now();
    const ageOf = (since: Date | null | undefined): number => (since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0);
    const figures = await readWebhookFigures(store.reads, now);
    for (const state of WEBHOOK_DELIVERY_STATES) deliveries.set({ state }, figures.deliveriesByState.get(state) ?? 0);
    oldestDue.set(ageOf(figures.oldestDueAt));
    disabled.set(figures.disabledEndpoints);
    failing.set(figures.failingEndpoints);
    keyless.set(figures.brokersWithoutKey);
    const [task] = await store.fork().find(OutboxTask, { doneAt: null }, { orderBy: { createdAt: 'asc' }, limit: 1 });
    oldestTask.set(ageOf(task?.createdAt));
  };
  return {
    countAttempts: (ended) => ended.forEach((attempt) => attempts.inc({ outcome: outcomeOf(attempt) })),
    scrape: async () => {
      await refresh();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** For Prometheus. Open to whoever reaches it: a public gateway's proxy keeps it to itself. (our choice) */
export function mountMetrics(server: FastifyInstance, metrics: Metrics): void {
  server.get('/metrics', async (_request, reply) => reply.header('content-type', metrics.contentType).send(await metrics.scrape()));
}
