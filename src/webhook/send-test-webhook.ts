import type { EntityManager } from '@mikro-orm/sql';
import type { Doer } from '../access/on-behalf.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { isUuid } from '../shared/ids.js';
import { recordStaffChange } from '../staff/audit.js';
import { queueDelivery } from './queue-delivery.js';
import { UnknownWebhookEndpointError } from './unknown-webhook-errors.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly addresses: BaseAddresses;
}

/** Puts a test on its way to an endpoint, as any event would go; a disabled one's waits. Every call sends another. Gives its id. */
export async function sendTestWebhook(endpointId: string, { reach, staff }: Doer, { em, now, addresses: { vocabUrl, platformUrl } }: Parts): Promise<string | UnknownWebhookEndpointError> {
  if (!isUuid(endpointId)) return new UnknownWebhookEndpointError();
  return em.transactional(async (tx) => {
    const endpoint = await tx.findOne(WebhookEndpoint, { id: endpointId.toLowerCase(), ...(reach !== 'EVERYBODY' && { broker: reach.brokerId }) });
    if (!endpoint) return new UnknownWebhookEndpointError();
    const { id } = queueDelivery(tx, endpoint, { kind: 'TEST', subject: endpoint.id, facts: { version: 1, vocabUrl, platformUrl, endpointKind: endpoint.kind } }, now);
    if (staff) recordStaffChange(tx, staff.caller, { action: 'sendTestWebhook', subject: `webhook endpoint ${endpoint.id}`, reason: staff.reason, before: null, after: { deliveryId: id } }, now);
    return id;
  });
}
