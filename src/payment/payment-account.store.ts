import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { isOneOf } from '../store/is-one-of.js';
import { toInstantOrNull, type Tables } from '../store/tables.js';
import { PaymentAccount } from './payment-account.entity.js';
import type { PaymentAccountStatus } from './payment-account.lifecycle.js';

export interface PaymentAccountView {
  readonly id: string;
  readonly provider: string;
  readonly status: PaymentAccountStatus;
  readonly connectedAt: Date | null;
}

const LEAVING = ['DISCONNECTING', 'DISCONNECTED'] as const satisfies readonly PaymentAccountStatus[];

/** Whether an account is on its way out, or gone: then a seller that comes back gets a new one. */
export function isLeaving(status: PaymentAccountStatus): boolean {
  return status === 'DISCONNECTING' || status === 'DISCONNECTED';
}

/** The latest account of each of these sellers, by sellerId, whatever its state; a seller that never had one is missing. */
export async function readPaymentAccounts(reads: Kysely<Tables>, sellerIds: readonly string[]): Promise<ReadonlyMap<string, PaymentAccountView>> {
  const rows = await reads
    .selectFrom('payment_account')
    .where((is) => isOneOf(is, 'seller_id', sellerIds))
    .orderBy('created_at')
    .select(['id', 'seller_id', 'provider', 'status', 'connected_at'])
    .execute();
  return new Map(rows.map(({ id, seller_id, provider, status, connected_at }) => [seller_id, { id, provider, status, connectedAt: toInstantOrNull(connected_at) }]));
}

/** The account itself, to change it. */
export async function findPaymentAccount(em: EntityManager, sellerId: string): Promise<PaymentAccount | null> {
  return em.findOne(PaymentAccount, { sellerId, status: { $nin: [...LEAVING] } }, { orderBy: { createdAt: 'desc' } });
}
