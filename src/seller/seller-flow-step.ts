import type { SellerLinkPurpose } from './seller-link.entity.js';
import type { SellerStatus } from './seller.lifecycle.js';

/** What a flow needs next. */
export const SELLER_FLOW_STEPS = ['TERMS', 'CONNECT_PAYMENTS', 'DISCONNECT_PAYMENTS', 'CHECK', 'DONE', 'VIEW', 'REPRESENTED', 'NOT_ONBOARDED'] as const;
export type SellerFlowStep = (typeof SELLER_FLOW_STEPS)[number];

export interface FlowFacts {
  readonly purpose: SellerLinkPurpose;
  readonly stripe: boolean | null;
  readonly sellerStatus: SellerStatus;
  /** Whether the broker whose link this is manages the seller. */
  readonly isManagedHere: boolean;
  readonly hasAcceptedTerms: boolean;
  readonly isAccountConnected: boolean;
  readonly hasRefundChoice: boolean;
  readonly isCompleted: boolean;
}

/**
 * The first thing that is missing. Terms come first, also for a seller who accepted them before (contract §3); money is
 * dealt with before the answers are checked; nothing moves before the end.
 */
export function stepOf(facts: FlowFacts): SellerFlowStep {
  const { purpose, stripe, sellerStatus, isManagedHere } = facts;
  const isOnboarded = sellerStatus === 'FREE' || sellerStatus === 'PAID';
  if (facts.isCompleted) return 'DONE';
  if (isOnboarded && !isManagedHere) return purpose === 'ONBOARD' ? 'REPRESENTED' : 'NOT_ONBOARDED';
  if (purpose !== 'ONBOARD' && !isOnboarded) return 'NOT_ONBOARDED';
  if (purpose === 'VIEW' || (purpose === 'ONBOARD' && isOnboarded)) return 'VIEW';
  if (!facts.hasAcceptedTerms) return 'TERMS';
  if (stripe === true && !facts.isAccountConnected) return 'CONNECT_PAYMENTS';
  if (stripe === false && sellerStatus === 'PAID' && !facts.hasRefundChoice) return 'DISCONNECT_PAYMENTS';
  return 'CHECK';
}
