import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Reach } from '../access/require-caller.js';
import { addSeconds } from '../shared/clock.js';
import { isOneOf } from '../store/is-one-of.js';
import { isWithin } from '../store/is-within.js';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import { toAttemptView, type WebhookAttemptView } from './webhook-attempt.store.js';
import type { WebhookDeliveryState } from './webhook-delivery.lifecycle.js';
import type { DisabledReason } from './webhook-endpoint.entity.js';
import type { WebhookKind } from './webhook-kinds.js';

/** Whether a broker has registered an address for this kind of event; a disabled one counts. */
export async function hasWebhookEndpoint(reads: Kysely<Tables>, brokerId: string, kind: WebhookKind): Promise<boolean> {
  const row = await reads.selectFrom('webhook_endpoint').where('broker_id', '=', brokerId).where('kind', '=', kind).select('id').executeTakeFirst();
  return row !== undefined;
}

/** An endpoint and how it fares. What was not selected is null or 0. */
export interface WebhookEndpointView {
  readonly id: string;
  readonly brokerId: string;
  readonly kind: WebhookKind;
  readonly url: string;
  readonly createdAt: Date;
  readonly isEnabled: boolean;
  readonly disabledAt: Date | null;
  readonly disabledReason: DisabledReason | null;
  readonly failingSince: Date | null;
  /** From 0 to 1. */
  readonly failureRate: number | null;
  readonly pendingCount: number;
  readonly exhaustedCount: number;
  readonly nextAttemptAt: Date | null;
  readonly lastAttempt: WebhookAttemptView | null;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  /** The names of the selected fields: what nobody asked for is not read. */
  readonly selected: ReadonlySet<string>;
}

/** Over how long the failure rate is taken. */
const RATE_SECONDS = 24 * 60 * 60;

/** The endpoints within reach, or those of them that are named, by kind: one query, and one more for their last attempts. */
export async function readWebhookEndpoints(reach: Reach, ids: readonly string[] | undefined, parts: Parts): Promise<readonly WebhookEndpointView[]> {
  const rows = await select(parts, reach, ids).execute();
  const lastIds = rows.flatMap(({ last_attempt_id }) => last_attempt_id ?? []);
  const last = lastIds.length === 0 ? [] : await parts.reads.selectFrom('webhook_attempt').where('id', 'in', lastIds).selectAll().execute();
  return rows.map((row) => {
    const attempt = last.find(({ id }) => id === row.last_attempt_id);
    const [made, failed] = [Number(row.made ?? 0), Number(row.failed ?? 0)];
    return {
      id: row.id,
      brokerId: row.broker_id,
      kind: row.kind,
      url: row.url,
      createdAt: toInstant(row.created_at),
      isEnabled: row.disabled_at === null,
      disabledAt: toInstantOrNull(row.disabled_at),
      disabledReason: row.disabled_reason,
      failingSince: toInstantOrNull(row.failing_since),
      failureRate: made === 0 ? null : failed / made,
      pendingCount: Number(row.pending ?? 0),
      exhaustedCount: Number(row.exhausted ?? 0),
      nextAttemptAt: row.disabled_at === null ? toInstantOrNull(row.next_due_at ?? null) : null,
      lastAttempt: attempt === undefined ? null : toAttemptView(attempt),
    };
  });
}

type Endpoints = Tables & { endpoint: Tables['webhook_endpoint'] };
type In = ExpressionBuilder<Endpoints, 'endpoint'>;

function select({ reads, now, selected }: Parts, reach: Reach, ids: readonly string[] | undefined) {
  const since = addSeconds(now, -RATE_SECONDS);
  return reads
    .selectFrom('webhook_endpoint as endpoint')
    .selectAll('endpoint')
    .where((is) => isWithin(is, 'endpoint.broker_id', reach))
    .$if(ids !== undefined, (all) => all.where((is) => isOneOf(is, 'endpoint.id', ids ?? [])))
    .$if(selected.has('pendingCount'), (all) => all.select((is) => deliveriesIn(is, 'PENDING').select(({ fn }) => fn.countAll().as('count')).as('pending')))
    .$if(selected.has('exhaustedCount'), (all) => all.select((is) => deliveriesIn(is, 'EXHAUSTED').select(({ fn }) => fn.countAll().as('count')).as('exhausted')))
    .$if(selected.has('nextAttemptAt'), (all) => all.select((is) => deliveriesIn(is, 'PENDING').select(({ fn }) => fn.min('delivery.due_at').as('due_at')).as('next_due_at')))
    .$if(selected.has('failureRate'), (all) => all.select((is) => attemptsOf(is).where('attempt.at', '>', since).select(({ fn }) => fn.countAll().as('count')).as('made')))
    .$if(selected.has('failureRate'), (all) => all.select((is) => failedOnly(attemptsOf(is)).where('attempt.at', '>', since).select(({ fn }) => fn.countAll().as('count')).as('failed')))
    .$if(selected.has('lastAttempt'), (all) => all.select((is) => attemptsOf(is).orderBy('attempt.at', 'desc').orderBy('attempt.id', 'desc').limit(1).select('attempt.id').as('last_attempt_id')))
    .orderBy('endpoint.created_at')
    .orderBy('endpoint.id');
}

function deliveriesIn(is: In, state: WebhookDeliveryState) {
  return is.selectFrom('webhook_delivery as delivery').whereRef('delivery.endpoint_id', '=', 'endpoint.id').where('delivery.state', '=', state);
}

function attemptsOf(is: In) {
  return is.selectFrom('webhook_attempt as attempt').innerJoin('webhook_delivery as delivery', 'delivery.id', 'attempt.delivery_id').whereRef('delivery.endpoint_id', '=', 'endpoint.id');
}

/** Everything but a 2xx. */
function failedOnly(attempts: ReturnType<typeof attemptsOf>) {
  return attempts.where((is) => is.or([is('attempt.status', 'is', null), is('attempt.status', '<', 200), is('attempt.status', '>=', 300)]));
}
