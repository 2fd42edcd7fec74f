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

/** A seller as one broker knows it: another broker's account of the same seller is no account of it. */
export interface SellerOfBroker {
  readonly sellerId: string;
  readonly brokerId: string | null;
}

/** Finds the latest account of each of these sellers, even one that is on its way out or gone. */
export async function readPaymentAccounts(reads: Kysely<Tables>, sellers: readonly SellerOfBroker[]): Promise<(seller: SellerOfBroker) => PaymentAccountView | undefined> {
  const rows = await reads
    .selectFrom('payment_account')
    .where((is) => isOneOf(is, 'seller_id', sellers.map(({ sellerId }) => sellerId)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'seller_id', 'broker_id', 'provider', 'status', 'connected_at'])
    .execute();
  return ({ sellerId, brokerId }) => {
    const row = rows.find((account) => account.seller_id === sellerId && account.broker_id === brokerId);
    return row && { id: row.id, provider: row.provider, status: row.status, connectedAt: toInstantOrNull(row.connected_at) };
  };
}

/** Whether an account is on its way out or gone, so that its seller has none to connect or to charge with. */
export function isLeaving({ status }: Pick<PaymentAccountView, 'status'>): boolean {
  return LEAVING.some((leaving) => leaving === status);
}

/** The account itself, to change it; null when there is none, or only one that is leaving. */
export async function findPaymentAccount(em: EntityManager, sellerId: string, brokerId: string): Promise<PaymentAccount | null> {
  return em.findOne(PaymentAccount, { sellerId, broker: brokerId, status: { $nin: [...LEAVING] } }, { orderBy: { createdAt: 'desc', id: 'desc' } });
}
