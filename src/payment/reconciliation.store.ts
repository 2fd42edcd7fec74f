import type { Kysely } from 'kysely';
import { toMoney, type Money } from '../shared/money.js';
import { toInstant, type Tables } from '../store/tables.js';
import type { PaymentStatus } from './payment.lifecycle.js';
import type { Payments, PaymentVerdict } from './payments.js';

/** What one seller took and gave back on one day, in UTC, in one currency. */
export interface ReconciliationRow {
  readonly day: string;
  readonly sellerId: string;
  readonly orders: number;
  readonly captured: Money;
  readonly refunded: Money;
  /** What the provider kept of it, as far as it has said. */
  readonly fees: Money;
}

interface Period {
  readonly from: Date;
  readonly before: Date;
}

/** What was taken and given back in a period, by day and seller: captures by their day, refunds by theirs. */
export async function reconcile({ from, before }: Period, reads: Kysely<Tables>): Promise<readonly ReconciliationRow[]> {
  const captures = await payments(reads).where('payment.status', '=', 'CAPTURED').where('payment.ended_at', '>=', from).where('payment.ended_at', '<', before).select(['payment.ended_at', 'payment.fee_minor']).execute();
  const refunds = await payments(reads)
    .innerJoin('refund', 'refund.payment_id', 'payment.id')
    .where('refund.status', '=', 'DONE')
    .where('refund.ended_at', '>=', from)
    .where('refund.ended_at', '<', before)
    .select(['refund.ended_at', 'refund.amount_minor as refunded_minor'])
    .execute();
  const sums = new Map<string, { day: string; sellerId: string; currency: string; orders: number; captured: number; refunded: number; fees: number }>();
  const sumOf = (row: { ended_at: (typeof captures)[number]['ended_at']; seller_id: string; currency: string }) => {
    const day = (row.ended_at === null ? from : toInstant(row.ended_at)).toISOString().slice(0, 10);
    const key = `${day} ${row.seller_id} ${row.currency}`;
    const sum = sums.get(key) ?? { day, sellerId: row.seller_id, currency: row.currency, orders: 0, captured: 0, refunded: 0, fees: 0 };
    sums.set(key, sum);
    return sum;
  };
  for (const row of captures) {
    const sum = sumOf(row);
    sum.orders += 1;
    sum.captured += row.amount_minor;
    sum.fees += row.fee_minor ?? 0;
  }
  for (const row of refunds) sumOf(row).refunded += row.refunded_minor;
  return [...sums.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { day, sellerId, currency, orders, captured, refunded, fees }]) => ({ day, sellerId, orders, captured: toMoney(captured, currency), refunded: toMoney(refunded, currency), fees: toMoney(fees, currency) }));
}

function payments(reads: Kysely<Tables>) {
  return reads
    .selectFrom('payment')
    .innerJoin('payment_account', 'payment_account.provider_account_id', 'payment.account_id')
    .select(['payment.amount_minor', 'payment.currency', 'payment_account.seller_id']);
}

/** The same as a file. (RFC 4180) */
export function reconciliationCsv(rows: readonly ReconciliationRow[]): string {
  const lines = rows.map(({ day, sellerId, orders, captured, refunded, fees }) => [day, sellerId, String(orders), captured.amount, refunded.amount, fees.amount, captured.currency ?? '']);
  return [['day', 'seller', 'orders', 'captured', 'refunded', 'fees', 'currency'], ...lines].map((line) => `${line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`).join('');
}

/** A payment of which we and the provider do not say the same. */
export interface PaymentDifference {
  readonly paymentId: string;
  readonly orderId: string;
  readonly ours: PaymentStatus;
  /** Null when the provider does not answer for it. */
  readonly theirs: PaymentVerdict | null;
}

const FITTING: Readonly<Record<PaymentStatus, readonly PaymentVerdict[]>> = {
  STARTED: ['OPEN'],
  DECLINED: ['DECLINED', 'ENDED'],
  ENDED: ['ENDED'],
  AUTHORISED: ['AUTHORISED'],
  CAPTURED: ['CAPTURED'],
  VOIDING: ['AUTHORISED'],
  VOIDED: ['VOIDED', 'ENDED'],
};

const MOST_CHECKED = 200;

/** Asks the provider about the payments of a period, at most 200, the newest first, and says where it differs. */
export async function findDifferences({ from, before }: Period, reads: Kysely<Tables>, provider: Payments): Promise<readonly PaymentDifference[]> {
  const rows = await reads
    .selectFrom('payment')
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .where('provider_payment_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(MOST_CHECKED)
    .select(['id', 'order_quote_id', 'account_id', 'provider_payment_id', 'status'])
    .execute();
  const differences: PaymentDifference[] = [];
  for (const { id, order_quote_id, account_id, provider_payment_id, status } of rows) {
    const theirs = await verdictOrNull(provider, account_id, provider_payment_id ?? '');
    if (theirs === null || !FITTING[status].includes(theirs)) differences.push({ paymentId: id, orderId: order_quote_id, ours: status, theirs });
  }
  return differences;
}

/** What it does not know, does not let us see or does not answer for at all is a difference, and hides no other. */
async function verdictOrNull(provider: Payments, accountId: string, providerPaymentId: string): Promise<PaymentVerdict | null> {
  try {
    return await provider.verdict(accountId, providerPaymentId);
  } catch {
    return null;
  }
}
