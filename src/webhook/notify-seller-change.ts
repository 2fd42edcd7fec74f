import type { EntityManager } from '@mikro-orm/sql';
import type { Seller } from '../seller/seller.entity.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { queueDelivery } from './queue-delivery.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { SellerChangeEvent, SellerChangeFacts } from './webhook-facts.js';

interface Parts {
  readonly tx: EntityManager;
  readonly addresses: Pick<BaseAddresses, 'vocabUrl' | 'platformUrl'>;
  readonly now: Date;
}

/** Writes, in the transaction of a seller's change, what the broker that manages it afterwards hears, if it has asked for that. (our choice) */
export async function notifySellerChange({ id, sellerId, broker }: Seller, event: SellerChangeEvent, { tx, addresses: { vocabUrl, platformUrl }, now }: Parts): Promise<void> {
  if (!broker) return;
  const facts: SellerChangeFacts = { version: 1, vocabUrl, platformUrl, sellerId, event };
  for (const endpoint of await tx.find(WebhookEndpoint, { broker: broker.id, kind: 'SELLER_CHANGE' })) {
    queueDelivery(tx, endpoint, { kind: 'SELLER_CHANGE', subject: id, facts }, now);
  }
}
