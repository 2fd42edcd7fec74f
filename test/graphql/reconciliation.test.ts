import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderItem } from '../../src/order/order-item.entity.js';
import { Order } from '../../src/order/order.entity.js';
import { noPayments } from '../../src/payment/no-payment-accounts.js';
import { PaymentAccount } from '../../src/payment/payment-account.entity.js';
import { ProviderOutage } from '../../src/payment/payment-accounts.js';
import { Payment } from '../../src/payment/payment.entity.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../src/payment/payment.lifecycle.js';
import type { PaymentVerdict } from '../../src/payment/payments.js';
import { Refund, type RefundStatus } from '../../src/payment/refund.entity.js';
import { orderIdOf } from '../../src/shared/addresses.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { enter, openSession } from '../support/checkout.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { addItem } from '../support/places.js';
import { STORES } from '../support/stores.js';
import { staffHeader } from '../support/tenant-world.js';

const RECONCILE = `query ($from: DateTime!, $before: DateTime!) { reconciliation(from: $from, before: $before) { csv rows { day sellerId orders captured { amount currency } refunded { amount currency } fees { amount currency } } } }`;
const DIFFER = `query ($from: DateTime!, $before: DateTime!) { paymentDifferences(from: $from, before: $before) { paymentId orderId ours theirs } }`;

const DIFFER_BY_REFUNDS = `query ($from: DateTime!, $before: DateTime!) { paymentDifferences(from: $from, before: $before) { paymentId ours theirs ourRefunds { amount currency } theirRefunds { amount currency } } }`;

type Answer = PaymentVerdict | 'OUTAGE' | 'UNKNOWN';
const VERDICTS = ['OPEN', 'DECLINED', 'AUTHORISED', 'CAPTURED', 'VOIDED', 'ENDED'] as const satisfies readonly PaymentVerdict[];
const ANSWERS: readonly Answer[] = [...VERDICTS, 'OUTAGE', 'UNKNOWN'];

/** As a person reads it: which of the provider's answers says the same as we do. */
const SAME: Readonly<Record<PaymentStatus, readonly Answer[]>> = {
  STARTED: ['OPEN'],
  DECLINED: ['DECLINED', 'ENDED'],
  ENDED: ['ENDED'],
  AUTHORISED: ['AUTHORISED'],
  CAPTURED: ['CAPTURED'],
  VOIDING: ['AUTHORISED'],
  VOIDED: ['VOIDED', 'ENDED'],
};

/** A provider that says of each payment what its name there asks for, as in `AUTHORISED-1`. */
const provider = {
  ...noPayments,
  provider: 'test',
  verdict: async (_accountId: string, providerPaymentId: string): Promise<PaymentVerdict> => {
    const said = ANSWERS.find((answer) => answer === providerPaymentId.split('-')[0]);
    if (said === 'OUTAGE') throw new ProviderOutage('no route to the provider');
    if (said === undefined || said === 'UNKNOWN') throw new Error('No such payment.');
    return said;
  },
  /** As in `CAPTURED-1-700`; nothing where nothing is said. */
  refundedMinor: async (_accountId: string, providerPaymentId: string): Promise<number> => {
    const said = providerPaymentId.split('-')[2] ?? '0';
    if (said === 'OUTAGE') throw new ProviderOutage('no route to the provider');
    return Number(said);
  },
};

/** A row of the books, in pounds unless said otherwise. */
const row = (day: string, sellerId: string, orders: number, captured: string, refundedAmount: string, currency = 'GBP') => ({ day, sellerId, orders, captured: { amount: captured, currency }, refunded: { amount: refundedAmount, currency }, fees: { amount: currency === 'JPY' ? '0' : '0.00', currency } });

const gbp = (amount: string) => ({ amount, currency: 'GBP' });

/** A line of the file. (RFC 4180) */
const cells = (values: readonly unknown[]) => `${values.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(',')}\r\n`;

describe.each(STORES)('the books (%s)', (kind) => {
  let gateway: TestGateway;
  let orderId: string;
  let attempt = 0;
  const [northside, harbour, odd] = [DEMO.sellerId('northside-sports'), DEMO.sellerId('harbour-sailing'), 'https://clubs.example/?name="Smith",sons'];
  beforeAll(async () => {
    gateway = await startTestGateway({ store: kind, adapter: 'in process' }, {}, { payments: provider });
    const item = await addItem(gateway, { capacity: 12 });
    const session = await openSession(gateway, Array.from({ length: 12 }, () => item.place()));
    const customer = await enter(gateway, session.target);
    await customer.details(null);
    expect(await customer.book()).toMatchObject({ step: 'DONE' });
    orderId = orderIdOf(session.orderId) ?? '';
    const { broker } = await gateway.store.fork().findOneOrFail(PaymentAccount, { sellerId: northside });
    const createdAt = gateway.clock.now();
    await gateway.store.fork().insert(PaymentAccount, { id: newUuid(), sellerId: odd, broker: broker.id, provider: 'test', providerAccountId: 'account-odd', status: 'CONNECTED', createdAt, connectedAt: createdAt, disconnectedAt: null });
  });
  afterAll(() => gateway.stop());

  const accountOf = async (sellerId: string) => (await gateway.store.fork().findOneOrFail(PaymentAccount, { sellerId })).providerAccountId;
  /** A payment as the tables keep it; what is not said is of no account to these lists. */
  const addPayment = async (members: { sellerId?: string; status?: PaymentStatus; amountMinor?: number; currency?: string; providerPaymentId?: string | null; createdAt?: string; endedAt?: string }): Promise<string> => {
    const { sellerId = northside, status = 'CAPTURED', amountMinor = 100, currency = 'GBP', providerPaymentId = null, createdAt = '2026-01-01T00:00:00.000Z', endedAt } = members;
    const [id, startedAt] = [newUuid(), new Date(createdAt)];
    attempt += 1;
    const provides = { provider: 'test', accountId: await accountOf(sellerId), providerPaymentId, url: null };
    await gateway.store.fork().insert(Payment, { id, order: gateway.store.fork().getReference(Order, orderId), attempt, ...provides, amountMinor, currency, status, createdAt: startedAt, endsAt: startedAt, endedAt: endedAt === undefined ? null : new Date(endedAt) });
    return id;
  };
  /** One that was taken, of which the provider says that so much has gone back. */
  const captured = (gone: number | 'OUTAGE', minute: number) => addPayment({ amountMinor: 900, providerPaymentId: `CAPTURED-x-${gone}`, createdAt: new Date(Date.UTC(2026, 10, 5, 0, minute)).toISOString() });
  let refunded = 0;
  const addRefund = async (payment: string, amountMinor: number, endedAt: string, status: RefundStatus = 'DONE') => {
    const em = gateway.store.fork();
    const item = await em.findOneOrFail(OrderItem, { quote: orderId, position: refunded });
    refunded += 1;
    em.create(Refund, { id: newUuid(), item, payment: em.getReference(Payment, payment), amountMinor, status, providerRefundId: null, createdAt: new Date(endedAt), endedAt: new Date(endedAt) });
    await em.flush();
  };
  const ask = async (query: string, from: string, before: string) => {
    const { data, errors } = await callGraphql(gateway.graphqlUrl, query, { from, before }, null, await staffHeader(gateway, 'support'));
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const booksOf = async (from: string, before: string) => (await ask(RECONCILE, from, before)).reconciliation;
  const differing = async (from: string, before: string) => (await ask(DIFFER, from, before)).paymentDifferences.map(({ paymentId }: { paymentId: string }) => paymentId);

  it('have a row for each day in UTC, seller and currency, refunds on the day that they went back', async () => {
    const first = await addPayment({ amountMinor: 1_200, endedAt: '2026-03-01T00:00:00.000Z' });
    const second = await addPayment({ amountMinor: 850, endedAt: '2026-03-01T23:59:59.999Z' });
    await addPayment({ amountMinor: 300, currency: 'EUR', endedAt: '2026-03-01T12:00:00.000Z' });
    const yen = await addPayment({ sellerId: harbour, amountMinor: 1_500, currency: 'JPY', endedAt: '2026-03-01T12:00:00.000Z' });
    await addPayment({ sellerId: odd, amountMinor: 5, endedAt: '2026-03-02T08:00:00.000Z' });
    await addRefund(first, 200, '2026-03-01T10:00:00.000Z');
    await addRefund(first, 1_000, '2026-03-03T00:00:00.000Z');
    await addRefund(second, 850, '2026-03-03T23:00:00.000Z');
    await addRefund(yen, 500, '2026-03-02T11:00:00.000Z');
    const rows = [
      row('2026-03-01', northside, 1, '3.00', '0.00', 'EUR'),
      row('2026-03-01', northside, 2, '20.50', '2.00'),
      row('2026-03-01', harbour, 1, '1500', '0', 'JPY'),
      row('2026-03-02', harbour, 0, '0', '500', 'JPY'),
      row('2026-03-02', odd, 1, '0.05', '0.00'),
      row('2026-03-03', northside, 0, '0.00', '18.50'),
    ];
    const books = await booksOf('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z');
    expect(books.rows).toEqual(rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
  });

  it('are a file as well: the same rows, every cell in quotes, quotes doubled (RFC 4180)', async () => {
    const { csv, rows } = await booksOf('2026-03-02T00:00:00Z', '2026-03-04T00:00:00Z');
    expect(rows).toHaveLength(3);
    expect(csv).toBe([['day', 'seller', 'orders', 'captured', 'refunded', 'fees', 'currency'], ...rows.map((of: ReturnType<typeof row>) => [of.day, of.sellerId, of.orders, of.captured.amount, of.refunded.amount, of.fees.amount, of.captured.currency])].map(cells).join(''));
    expect(csv).toContain('"2026-03-02","https://clubs.example/?name=""Smith"",sons","1","0.05","0.00","0.00","GBP"\r\n');
  });

  it('count from the first moment of a period and up to its last, and nothing beside', async () => {
    expect((await booksOf('2026-03-01T00:00:00.001Z', '2026-03-01T23:59:59.999Z')).rows).toEqual([row('2026-03-01', northside, 1, '3.00', '0.00', 'EUR'), row('2026-03-01', northside, 0, '0.00', '2.00'), row('2026-03-01', harbour, 1, '1500', '0', 'JPY')].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
    expect((await booksOf('2026-03-03T23:00:00.000Z', '2026-03-03T23:00:00.001Z')).rows).toEqual([row('2026-03-03', northside, 0, '0.00', '8.50')]);
  });

  it('are empty where nothing was taken or given back: no row, and a file of its head alone', async () => {
    for (const [from, before] of [['2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'], ['2026-04-01T00:00:00Z', '2026-03-01T00:00:00Z']] as const) {
      expect(await booksOf(from, before)).toEqual({ rows: [], csv: '"day","seller","orders","captured","refunded","fees","currency"\r\n' });
    }
  });

  it('have nothing of money that was only set aside, declined or given back untaken, nor of a refund that has not gone back through us', async () => {
    for (const status of PAYMENT_STATUSES) await addPayment({ status, endedAt: '2026-06-01T12:00:00.000Z', amountMinor: status === 'CAPTURED' ? 700 : 1 });
    const paid = await addPayment({ amountMinor: 300, endedAt: '2026-06-01T12:00:00.000Z' });
    for (const status of ['PENDING', 'FAILED', 'REFUND_BY_SELLER'] as const) await addRefund(paid, 100, '2026-06-01T13:00:00.000Z', status);
    expect((await booksOf('2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z')).rows).toEqual([row('2026-06-01', northside, 2, '10.00', '0.00')]);
  });

  it('are compared with the provider’s: every pair that does not say the same is found, whatever else it answers, and no other', async () => {
    const expected: { paymentId: string; orderId: string; ours: PaymentStatus; theirs: Answer | null }[] = [];
    for (const [index, [ours, answer]] of PAYMENT_STATUSES.flatMap((status) => ANSWERS.map((said) => [status, said] as const)).entries()) {
      const paymentId = await addPayment({ status: ours, providerPaymentId: `${answer}-${index}`, createdAt: new Date(Date.UTC(2026, 6, 1, 12, index)).toISOString() });
      if (!SAME[ours].includes(answer)) expected.push({ paymentId, orderId, ours, theirs: answer === 'OUTAGE' || answer === 'UNKNOWN' ? null : answer });
    }
    await addPayment({ status: 'STARTED', providerPaymentId: null, createdAt: '2026-07-01T13:00:00.000Z' }); // the provider has not said what it calls this one
    const found = (await ask(DIFFER, '2026-07-01T00:00:00Z', '2026-07-02T00:00:00Z')).paymentDifferences;
    expect(found).toEqual(expected.toReversed());
    expect(found).toHaveLength(PAYMENT_STATUSES.length * ANSWERS.length - Object.values(SAME).flat().length);
  });

  it('are compared by what has gone back as well: more than we gave, less, or no answer; what is on its way may count there already or not yet', async () => {
    const [day, next] = ['2026-11-05T00:00:00Z', '2026-11-06T00:00:00Z'];
    const [asWeSay, pendingThere, pendingHere] = [await captured(100, 1), await captured(200, 2), await captured(0, 3)];
    await addRefund(asWeSay, 100, day);
    await addRefund(pendingThere, 200, day, 'PENDING');
    await addRefund(pendingHere, 200, day, 'PENDING');
    const [more, less, silent] = [await captured(300, 4), await captured(0, 5), await captured('OUTAGE', 6)];
    await addRefund(less, 100, day);
    const common = { ours: 'CAPTURED', theirs: 'CAPTURED' };
    expect((await ask(DIFFER_BY_REFUNDS, day, next)).paymentDifferences).toEqual([
      { ...common, paymentId: silent, ourRefunds: gbp('0.00'), theirRefunds: null },
      { ...common, paymentId: less, ourRefunds: gbp('1.00'), theirRefunds: gbp('0.00') },
      { ...common, paymentId: more, ourRefunds: gbp('0.00'), theirRefunds: gbp('3.00') },
    ]);
  });

  it('are compared for the payments that were begun in the period, at most 200, the newest first', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 203; index += 1) ids.push(await addPayment({ status: 'ENDED', providerPaymentId: `OPEN-${index}`, createdAt: new Date(Date.UTC(2026, 7, 1, 0, 0, index)).toISOString() }));
    expect(await differing('2026-08-01T00:00:00Z', '2026-09-01T00:00:00Z')).toEqual(ids.slice(3).toReversed());
    expect(await differing('2026-08-01T00:00:01Z', '2026-08-01T00:00:03Z')).toEqual(ids.slice(1, 3).toReversed());
    expect(await differing('2026-09-01T00:00:00Z', '2026-10-01T00:00:00Z')).toEqual([]);
  });
});

/** The order of the rows: by day, then seller, then currency. */
function keyOf({ day, sellerId, captured }: { readonly day: string; readonly sellerId: string; readonly captured: { readonly currency: string } }): string {
  return `${day} ${sellerId} ${captured.currency}`;
}
