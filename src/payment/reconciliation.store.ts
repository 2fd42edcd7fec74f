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

/** A payment of which we and the provider do not say the same, or of whose money not the same has gone back. */
export interface PaymentDifference {
  readonly paymentId: string;
  readonly orderId: string;
  readonly ours: PaymentStatus;
  /** Null when the provider does not answer for it. */
  readonly theirs: PaymentVerdict | null;
  /** What we have given back. */
  readonly ourRefunds: Money;
  /** What the provider says has gone back; null when it was not asked, because nothing was taken, or does not answer. */
  readonly theirRefunds: Money | null;
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
    .select(['id', 'order_quote_id', 'account_id', 'provider_payment_id', 'status', 'currency'])
    .execute();
  const refunds = await readRefunds(rows.map(({ id }) => id), reads);
  const differences: PaymentDifference[] = [];
  for (const { id, order_quote_id, account_id, provider_payment_id, status, currency } of rows) {
    const theirs = await orNull(provider.verdict(account_id, provider_payment_id ?? ''));
    const { done, pending } = refunds.get(id) ?? { done: 0, pending: 0 };
    const gone = theirs === 'CAPTURED' ? await orNull(provider.refundedMinor(account_id, provider_payment_id ?? '')) : null;
    const isSame = theirs !== null && FITTING[status].includes(theirs) && (theirs !== 'CAPTURED' || (gone !== null && done <= gone && gone <= done + pending));
    if (!isSame) differences.push({ paymentId: id, orderId: order_quote_id, ours: status, theirs, ourRefunds: toMoney(done, currency), theirRefunds: gone === null ? null : toMoney(gone, currency) });
  }
  return differences;
}

/** What has gone back of each payment, and what is on its way: the provider may count that already or not yet. */
async function readRefunds(paymentIds: readonly string[], reads: Kysely<Tables>): Promise<ReadonlyMap<string, { readonly done: number; readonly pending: number }>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await reads.selectFrom('refund').where('payment_id', 'in', paymentIds).where('status', 'in', ['DONE', 'PENDING']).select(['payment_id', 'status', 'amount_minor']).execute();
  const sumOf = (mine: typeof rows, of: 'DONE' | 'PENDING') => mine.reduce((sum, { status, amount_minor }) => sum + (status === of ? amount_minor : 0), 0);
  return new Map([...Map.groupBy(rows, ({ payment_id }) => payment_id)].map(([id, mine]) => [id, { done: sumOf(mine, 'DONE'), pending: sumOf(mine, 'PENDING') }]));
}

/** What it does not know, does not let us see or does not answer for at all is a difference, and hides no other. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch {
    return null;
  }
}
