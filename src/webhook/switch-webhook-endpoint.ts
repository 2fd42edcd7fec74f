import type { EntityManager } from '@mikro-orm/sql';
import type { Doer } from '../access/on-behalf.js';
import { isUuid } from '../shared/ids.js';
import { recordStaffChange } from '../staff/audit.js';
import { isWithin } from '../store/is-within.js';
import type { Tables } from '../store/tables.js';
import { UnknownWebhookEndpointError } from './unknown-webhook-errors.js';

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
}

/** Sends nothing to an endpoint until it is enabled; what is for it waits. One that is disabled stays as it is, with its reason: a repeat changes nothing. */
export async function disableWebhookEndpoint(id: string, doer: Doer, { em, now }: Parts): Promise<string | UnknownWebhookEndpointError> {
  return switchEndpoint('disableWebhookEndpoint', id, doer, { em, now });
}

/** Sends to an endpoint again, at once what has waited. It has failed for no time from then on. A repeat changes nothing. */
export async function enableWebhookEndpoint(id: string, doer: Doer, { em, now }: Parts): Promise<string | UnknownWebhookEndpointError> {
  return switchEndpoint('enableWebhookEndpoint', id, doer, { em, now });
}

async function switchEndpoint(action: 'disableWebhookEndpoint' | 'enableWebhookEndpoint', id: string, { reach, staff }: Doer, { em, now }: Parts): Promise<string | UnknownWebhookEndpointError> {
  if (!isUuid(id)) return new UnknownWebhookEndpointError();
  const isOn = action === 'enableWebhookEndpoint';
  return em.transactional(async (tx) => {
    const db = tx.getKysely<Tables>();
    const moved = await db
      .updateTable('webhook_endpoint')
      .set(isOn ? { disabled_at: null, disabled_reason: null, failing_since: null } : { disabled_at: now, disabled_reason: 'SWITCHED_OFF' })
      .where('id', '=', id.toLowerCase())
      .where('disabled_at', isOn ? 'is not' : 'is', null)
      .where((is) => isWithin(is, 'broker_id', reach))
      .returning('id')
      .executeTakeFirst();
    if (moved && staff) recordStaffChange(tx, staff.caller, { action, subject: `webhook endpoint ${moved.id}`, reason: staff.reason, before: { isEnabled: !isOn }, after: { isEnabled: isOn } }, now);
    if (moved) return moved.id;
    const there = await db.selectFrom('webhook_endpoint').where('id', '=', id.toLowerCase()).where((is) => isWithin(is, 'broker_id', reach)).select('id').executeTakeFirst();
    return there?.id ?? new UnknownWebhookEndpointError();
  });
}
