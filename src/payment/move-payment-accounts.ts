import type { EntityManager } from '@mikro-orm/sql';
import { Broker } from '../broker/broker.entity.js';
import { addTask } from '../outbox/add-task.js';
import { PaymentAccount } from './payment-account.entity.js';

const IN_USE = { $nin: ['DISCONNECTING', 'DISCONNECTED'] } as const;

/** Takes a seller's accounts along to the broker that manages it from now on. What that broker had begun to open for it is given up. */
export async function movePaymentAccounts(sellerId: string, fromBrokerId: string, toBrokerId: string, tx: EntityManager, now: Date): Promise<void> {
  for (const begun of await tx.find(PaymentAccount, { sellerId, broker: toBrokerId, status: IN_USE })) {
    begun.status = 'DISCONNECTING';
    addTask(tx, 'DISCONNECT_PAYMENT_ACCOUNT', begun.id, now);
  }
  for (const taken of await tx.find(PaymentAccount, { sellerId, broker: fromBrokerId, status: IN_USE })) taken.broker = tx.getReference(Broker, toBrokerId);
}
