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

/** The latest account of each of these sellers, by sellerId, even one that is on its way out or gone; a seller without any is missing. */
export async function readPaymentAccounts(reads: Kysely<Tables>, sellerIds: readonly string[]): Promise<ReadonlyMap<string, PaymentAccountView>> {
  const rows = await reads
    .selectFrom('payment_account')
    .where((is) => isOneOf(is, 'seller_id', sellerIds))
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'seller_id', 'provider', 'status', 'connected_at'])
    .execute();
  return new Map(rows.map(({ id, seller_id, provider, status, connected_at }) => [seller_id, { id, provider, status, connectedAt: toInstantOrNull(connected_at) }]));
}

/** Whether an account is on its way out or gone, so that its seller has none to connect or to charge with. */
export function isLeaving({ status }: Pick<PaymentAccountView, 'status'>): boolean {
  return LEAVING.some((leaving) => leaving === status);
}

/** The account itself, to change it; null when there is none, or only one that is leaving. */
export async function findPaymentAccount(em: EntityManager, sellerId: string): Promise<PaymentAccount | null> {
  return em.findOne(PaymentAccount, { sellerId, status: { $nin: [...LEAVING] } }, { orderBy: { createdAt: 'desc', id: 'desc' } });
}
