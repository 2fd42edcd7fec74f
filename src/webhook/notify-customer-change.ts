import type { EntityManager } from '@mikro-orm/sql';
import type { BaseAddresses } from '../shared/addresses.js';
import type { Tables } from '../store/tables.js';
import { queueDelivery } from './queue-delivery.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { CustomerChangeFacts } from './webhook-facts.js';

interface ChangedCustomer {
  readonly brokerId: string;
  readonly customerId: string;
}

interface Parts {
  readonly tx: EntityManager;
  readonly addresses: Pick<BaseAddresses, 'vocabUrl' | 'platformUrl' | 'bookingApiUrl'>;
  readonly now: Date;
}

/**
 * Writes, in the transaction of the change, what the customer's broker hears of it. One that nobody has claimed yet will tell
 * of this change too; else there is another, with an id of its own. A broker without an endpoint hears nothing; a disabled
 * endpoint's wait for it. (contract §4 row 9)
 */
export async function notifyCustomerChange({ brokerId, customerId }: ChangedCustomer, { tx, addresses: { vocabUrl, platformUrl, bookingApiUrl }, now }: Parts): Promise<void> {
  const facts: CustomerChangeFacts = { version: 1, vocabUrl, platformUrl, bookingApiUrl, customerId };
  for (const endpoint of await tx.find(WebhookEndpoint, { broker: brokerId, kind: 'CUSTOMER_CHANGE' })) {
    if (!(await takeUnclaimed(endpoint.id, customerId, tx))) queueDelivery(tx, endpoint, { kind: 'CUSTOMER_CHANGE', subject: customerId, facts }, now);
  }
}

/**
 * Whether a delivery about this customer waits that no sender has had. Taking its row keeps senders away from it until this
 * transaction ends, so that the broker cannot be told, and ask, before the change is there to be read.
 */
async function takeUnclaimed(endpointId: string, customerId: string, tx: EntityManager): Promise<boolean> {
  const taken = await tx
    .getKysely<Tables>()
    .updateTable('webhook_delivery')
    .set((is) => ({ subject: is.ref('subject') }))
    .where('endpoint_id', '=', endpointId)
    .where('subject', '=', customerId)
    .where('kind', '=', 'CUSTOMER_CHANGE')
    .where('state', '=', 'PENDING')
    .where('attempts', '=', 0)
    .where('body', 'is', null)
    .where('leased_until', 'is', null)
    .whereRef('due_at', '=', 'queued_at') // a claim moves the due time on
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}
