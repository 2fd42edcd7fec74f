import type { Kysely } from 'kysely';
import { isLeaving, readPaymentAccounts, type PaymentAccountView } from '../payment/payment-account.store.js';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import type { RefundChoice } from './seller-flow.entity.js';
import type { SellerLinkPurpose } from './seller-link.entity.js';
import type { SellerStatus } from './seller.lifecycle.js';
import { stepOf, type SellerFlowStep } from './seller-flow-step.js';
import { readAcceptedTerms, type AcceptedTerms } from './terms-acceptance.store.js';
import { CURRENT_TERMS, type SellerTerms } from './terms.js';
import { countUpcomingPaidBookings, listUpcomingBookings, listUpcomingPaidSessions, type UpcomingBooking, type UpcomingPaidSession } from './upcoming-bookings.store.js';

/** A flow as the pages have it. */
export interface SellerFlowView {
  readonly id: string;
  readonly purpose: SellerLinkPurpose;
  readonly step: SellerFlowStep;
  readonly sellerId: string;
  readonly sellerName: string;
  /** What the seller is now, before the flow is completed. */
  readonly sellerStatus: SellerStatus;
  /** The plan that the flow leads to: true for Paid; null when it only looks. */
  readonly stripe: boolean | null;
  readonly broker: { readonly name: string; readonly url: string; readonly accentColor: string | null };
  readonly terms: SellerTerms;
  readonly acceptedTerms: AcceptedTerms | null;
  readonly paymentAccount: PaymentAccountView | null;
  readonly refundChoice: RefundChoice | null;
  readonly upcomingPaidBookings: number;
  readonly upcomingPaidSessions: readonly UpcomingPaidSession[];
  /** Only for who looks at a seller that is theirs. */
  readonly upcomingBookings: readonly UpcomingBooking[];
  readonly onboardedAt: Date | null;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
  readonly sellerVersion: number | null;
  readonly brokerId: string;
}

/** A live flow with everything around it. */
export async function readSellerFlow(reads: Kysely<Tables>, flowId: string, now: Date): Promise<SellerFlowView | undefined> {
  const row = await reads
    .selectFrom('seller_flow as flow')
    .innerJoin('seller_link as link', 'link.id', 'flow.link_id')
    .innerJoin('broker', 'broker.id', 'link.broker_id')
    .leftJoin('seller', 'seller.seller_id', 'link.seller_id')
    .where('flow.id', '=', flowId)
    .select(['flow.id', 'flow.terms_version', 'flow.refund_choice', 'flow.expires_at', 'flow.completed_at', 'flow.seller_version'])
    .select(['link.purpose', 'link.seller_id', 'link.stripe', 'link.broker_id'])
    .select(['broker.name as broker_name', 'broker.url as broker_url', 'broker.accent_color'])
    .select(['seller.name as seller_name', 'seller.status', 'seller.broker_id as managing_broker_id', 'seller.id as seller_key', 'seller.onboarded_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  const stripe = row.stripe === null ? null : Boolean(row.stripe);
  const seller = { sellerId: row.seller_id, brokerId: row.broker_id };
  const account = (await readPaymentAccounts(reads, [seller]))(seller);
  const paymentAccount = account && !isLeaving(account) ? account : null;
  const last = (await readAcceptedTerms(reads, [row.seller_id])).get(row.seller_id);
  const acceptedTerms = last?.brokerId === row.broker_id ? last : null;
  const facts = {
    purpose: row.purpose,
    stripe,
    sellerStatus: row.status ?? ('NOT_ONBOARDED' as const),
    isManagedHere: row.managing_broker_id === row.broker_id,
    hasAcceptedTerms: row.terms_version !== null || isResumed(row, acceptedTerms),
    isAccountConnected: paymentAccount?.status === 'CONNECTED',
    hasRefundChoice: row.refund_choice !== null,
    isCompleted: row.completed_at !== null,
  };
  return {
    id: row.id,
    purpose: row.purpose,
    step: stepOf(facts),
    sellerId: row.seller_id,
    sellerName: row.seller_name ?? hostOf(row.seller_id),
    sellerStatus: facts.sellerStatus,
    stripe,
    broker: { name: row.broker_name, url: row.broker_url, accentColor: row.accent_color },
    terms: CURRENT_TERMS,
    acceptedTerms,
    paymentAccount,
    refundChoice: row.refund_choice,
    ...(await bookingsOf(facts.isManagedHere ? row.seller_key : null, stepOf(facts), reads, now)),
    onboardedAt: toInstantOrNull(row.onboarded_at),
    expiresAt: toInstant(row.expires_at),
    completedAt: toInstantOrNull(row.completed_at),
    sellerVersion: row.seller_version,
    brokerId: row.broker_id,
  };
}

/** What people have booked with a seller; with one that is nobody's yet or another broker's, nothing. */
async function bookingsOf(sellerKey: string | null, step: SellerFlowStep, reads: Kysely<Tables>, now: Date): Promise<Pick<SellerFlowView, 'upcomingPaidBookings' | 'upcomingPaidSessions' | 'upcomingBookings'>> {
  if (sellerKey === null) return { upcomingPaidBookings: 0, upcomingPaidSessions: [], upcomingBookings: [] };
  return {
    upcomingPaidBookings: await countUpcomingPaidBookings(reads, sellerKey, now),
    upcomingPaidSessions: await listUpcomingPaidSessions(reads, sellerKey, now),
    upcomingBookings: step === 'VIEW' ? await listUpcomingBookings(reads, sellerKey, now) : [],
  };
}

/** A seller whose browser was closed in the middle of its first onboarding goes on where it was, with a new link of the same broker. */
function isResumed({ purpose, status }: { readonly purpose: SellerLinkPurpose; readonly status: SellerStatus | null }, accepted: AcceptedTerms | null): boolean {
  const isFirst = purpose === 'ONBOARD' && (status === null || status === 'NOT_ONBOARDED');
  return isFirst && accepted?.version === CURRENT_TERMS.version;
}

/** What a seller whom nobody has published yet is called: the site in its address. */
export function hostOf(sellerId: string): string {
  return URL.parse(sellerId)?.hostname ?? sellerId;
}
