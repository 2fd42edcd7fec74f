import { lifecycle } from '../shared/lifecycle.js';

export const SELLER_STATUSES = ['NOT_ONBOARDED', 'FREE', 'PAID', 'OPTED_OUT'] as const;
export type SellerStatus = (typeof SELLER_STATUSES)[number];

/** Contract §3, row for row. §3 names no state before onboarding and none after opting out: those two are our choice. */
export const SELLER_MOVES = [
  { from: 'NOT_ONBOARDED', on: 'ONBOARDED_FREE', to: 'FREE' },
  { from: 'NOT_ONBOARDED', on: 'ONBOARDED_PAID', to: 'PAID' },
  { from: 'FREE', on: 'MOVED_TO_PAID', to: 'PAID' },
  { from: 'PAID', on: 'MOVED_TO_FREE', to: 'FREE' },
  { from: 'FREE', on: 'OPTED_OUT', to: 'OPTED_OUT' },
  { from: 'PAID', on: 'OPTED_OUT', to: 'OPTED_OUT' },
  { from: 'OPTED_OUT', on: 'ONBOARDED_FREE', to: 'FREE' },
  { from: 'OPTED_OUT', on: 'ONBOARDED_PAID', to: 'PAID' },
] as const;

export const sellerLifecycle = lifecycle(SELLER_MOVES);

export type SellerPlan = 'FREE' | 'PAID';
export type SellerBookability = 'BOOKABLE' | 'FREE_ONLY' | 'NOT_BOOKABLE';

/** What an onboarded seller sells; null for any other. */
export function planOf(status: SellerStatus): SellerPlan | null {
  return status === 'FREE' || status === 'PAID' ? status : null;
}

/** What can be booked of a seller: a Paid Seller whose account takes no charges is down to its free places. */
export function sellerBookabilityOf(status: SellerStatus, canTakePayments: boolean): SellerBookability {
  if (planOf(status) === null) return 'NOT_BOOKABLE';
  return status === 'PAID' && !canTakePayments ? 'FREE_ONLY' : 'BOOKABLE';
}
