import type { EntityManager } from '@mikro-orm/sql';
import type { ExpressionBuilder } from 'kysely';
import type { Doer } from '../access/on-behalf.js';
import type { Reach } from '../access/require-caller.js';
import { Broker } from '../broker/broker.entity.js';
import { UnknownBrokerError } from '../broker/rotate-api-key.js';
import { isUuid } from '../shared/ids.js';
import { UserError } from '../shared/user-error.js';
import { recordStaffChange } from '../staff/audit.js';
import { isWithin } from '../store/is-within.js';
import { toInstant, type Tables } from '../store/tables.js';
import { UnknownWebhookDeliveryError, UnknownWebhookEndpointError } from './unknown-webhook-errors.js';
import { WEBHOOK_DELIVERY_MOVES, webhookDeliveryLifecycle, type WebhookDeliveryState } from './webhook-delivery.lifecycle.js';

/** What it told is not kept any more, so that nothing can be sent again. */
export class WebhookDeliveryNotKeptError extends UserError {
  readonly __typename = 'WebhookDeliveryNotKeptError';
  readonly code = 'WEBHOOK_DELIVERY_NOT_KEPT';
  readonly message = 'What this delivery told is not kept any more.';
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
}

type In = ExpressionBuilder<Tables, 'webhook_delivery'>;

/**
 * Puts a delivery on its way again, at once, with the same id and bytes and the whole schedule before it, wherever it
 * stands. A sender that is sending it goes on undisturbed, and what it reports counts: while its lease runs nobody else
 * sends it. Every call sends it again; two calls before it has gone out send it once. Gives its id.
 */
export async function retryWebhookDelivery(id: string, { reach, staff }: Doer, { em, now }: Parts): Promise<string | UnknownWebhookDeliveryError | WebhookDeliveryNotKeptError> {
  if (!isUuid(id)) return new UnknownWebhookDeliveryError();
  const key = id.toLowerCase();
  return em.transactional(async (tx) => {
    const before = await tx.getKysely<Tables>().selectFrom('webhook_delivery').where((is) => is.and([is('id', '=', key), isOf(is, reach, undefined)])).select(['id', 'state', 'queued_at']).executeTakeFirst();
    if (!before) return new UnknownWebhookDeliveryError();
    const moved = await sendAgain(tx, now, (is) => is.and([is('id', '=', key), is('state', 'in', statesSentAgain()), isKept(is)]));
    if (moved === 0) return new WebhookDeliveryNotKeptError();
    if (staff) {
      const was = { state: before.state, queuedAt: toInstant(before.queued_at) };
      recordStaffChange(tx, staff.caller, { action: 'retryWebhookDelivery', subject: `webhook delivery ${key}`, reason: staff.reason, before: was, after: { state: 'PENDING', queuedAt: now } }, now);
    }
    return key;
  });
}

export interface Recovery {
  /** Those created at this time or later. */
  readonly since: Date;
  /** Of one endpoint alone; null for all within reach. */
  readonly endpointId: string | null;
}

/** Puts on their way again, at once, all deliveries within reach that came to nothing. A repeat finds only what has come to nothing since. Gives how many. */
export async function recoverWebhookDeliveries({ since, endpointId }: Recovery, { reach, staff }: Doer, { em, now }: Parts): Promise<number | UnknownWebhookEndpointError | UnknownBrokerError> {
  if (reach !== 'EVERYBODY' && !isUuid(reach.brokerId)) return new UnknownBrokerError(reach.brokerId);
  const key = endpointId?.toLowerCase();
  if (key !== undefined && !isUuid(key)) return new UnknownWebhookEndpointError();
  return em.transactional(async (tx) => {
    if (reach !== 'EVERYBODY' && (await tx.count(Broker, reach.brokerId)) === 0) return new UnknownBrokerError(reach.brokerId);
    if (key !== undefined && !(await isEndpointWithin(tx, reach, key))) return new UnknownWebhookEndpointError();
    const count = await sendAgain(tx, now, (is) => is.and([is('state', '=', 'EXHAUSTED'), is('created_at', '>=', since), isOf(is, reach, key), isKept(is)]));
    if (staff) {
      const subject = key === undefined ? `broker ${reach === 'EVERYBODY' ? '' : reach.brokerId}` : `webhook endpoint ${key}`;
      recordStaffChange(tx, staff.caller, { action: 'recoverWebhookDeliveries', subject, reason: staff.reason, before: null, after: { since, count } }, now);
    }
    return count;
  });
}

/** All that the condition finds, in one statement; gives how many. */
async function sendAgain(tx: EntityManager, now: Date, which: (is: In) => ReturnType<typeof isKept>): Promise<number> {
  const state = webhookDeliveryLifecycle.next('EXHAUSTED', 'SENT_AGAIN');
  if (!state) throw new Error('the table of states lost a row');
  const { numUpdatedRows } = await tx
    .getKysely<Tables>()
    .updateTable('webhook_delivery')
    .set((is) => ({ state, due_at: now, queued_at: now, schedule_start: is.ref('attempts'), ended_at: null }))
    .where(which)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** From where it can be sent again: by the table, from everywhere. */
function statesSentAgain(): readonly WebhookDeliveryState[] {
  return WEBHOOK_DELIVERY_MOVES.filter(({ on }) => on === 'SENT_AGAIN').map(({ from }) => from);
}

/** Nothing to render, and nothing rendered: nothing to send. */
function isKept(is: In) {
  return is.or([is('facts', 'is not', null), is('body', 'is not', null)]);
}

function isOf(is: In, reach: Reach, endpointId: string | undefined) {
  if (endpointId !== undefined) return is('endpoint_id', '=', endpointId);
  return is('endpoint_id', 'in', is.selectFrom('webhook_endpoint').where((of) => isWithin(of, 'webhook_endpoint.broker_id', reach)).select('webhook_endpoint.id'));
}

async function isEndpointWithin(tx: EntityManager, reach: Reach, id: string): Promise<boolean> {
  const found = await tx.getKysely<Tables>().selectFrom('webhook_endpoint').where('id', '=', id).where((is) => isWithin(is, 'broker_id', reach)).select('id').executeTakeFirst();
  return found !== undefined;
}
