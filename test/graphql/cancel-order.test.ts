import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OrderItem } from '../../src/order/order-item.entity.js';
import { PaymentAccount } from '../../src/payment/payment-account.entity.js';
import { Refund } from '../../src/payment/refund.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { AS_ANOTHER_BROKER, AS_BROKER, asStaff, booked, cancel, CANCEL, itemWith, type CancelInput } from '../support/cancellations.js';
import { startPaidWorld, whatIsLeft, type Customer, type PaidWorld } from '../support/paid-world.js';
import { expectBalance, placesOf, type AddedItem } from '../support/places.js';
import { startRacers } from '../support/racers.js';
import { STORES } from '../support/stores.js';

const PRICE = 850;
const DAY = 86_400;
/** Items start so many days from when they are added. */
const DAYS_AHEAD = 60;
const CUSTOMER_CANCELLED = 'CUSTOMER_CANCELLED';
const SELLER_CANCELLED = 'SELLER_CANCELLED';

const statuses = (order: { readonly orderedItem: readonly { readonly orderItemStatus: string }[] }) => order.orderedItem.map(({ orderItemStatus }) => orderItemStatus);

describe.each(STORES)('cancelling places of an order (%s)', (kind) => {
  let world: PaidWorld;
  beforeAll(async () => {
    world = await startPaidWorld(kind);
  });
  afterEach(() => expectBalance(world.store));
  afterAll(() => world.stop());

  const byCustomer = ({ authorization }: Customer, input: CancelInput = {}) => cancel(world, input, { authorization });
  const byBroker = ({ orderId }: Customer, input: CancelInput = {}) => cancel(world, { orderId, ...input }, AS_BROKER);
  const left = ({ orderId }: Customer) => whatIsLeft(world, orderId);
  const placesAt = ({ id }: AddedItem) => placesOf(world.store, id);
  const refundsOf = async ({ orderId }: Customer) => (await world.store.fork().find(Refund, { payment: { order: orderId } }, { orderBy: { createdAt: 'asc', id: 'asc' } })).map(({ status, amountMinor }) => [status, amountMinor]);
  const mailsTo = ({ orderId }: Customer, kindOf: string) => world.mails.filter(({ messageId }) => messageId.includes(orderId) && messageId.includes(kindOf)).map(({ text }) => text);

  it('by the customer in time: the place is free again and the money goes back once, however often it is asked for', async () => {
    const item = await itemWith(world, { priceMinor: PRICE });
    const customer = await booked(world, item);
    const { name, order } = await byCustomer(customer);
    expect([name, order.state, statuses(order)]).toEqual(['CancelOrderItemsPayload', 'CANCELLED', [CUSTOMER_CANCELLED]]);
    expect(await placesAt(item)).toEqual({ held: 0, booked: 0 });
    expect((await byCustomer(customer)).order).toEqual(order);
    await world.work();
    expect((await byCustomer(customer)).order.orderedItem).toEqual([{ orderItemStatus: CUSTOMER_CANCELLED, refund: { status: 'DONE', amount: { amountMinor: PRICE } } }]);
    await world.work();
    expect(await left(customer)).toMatchObject({ done: ['start', 'authorised', 'capture', 'refund'], mails: ['', 'cancelled-1', 'refunded-1'], webhooks: 1 });
    expect((await left(customer)).events).toEqual(['CREATED', 'PENDING_PAYMENT', 'AUTHORISED', 'BOOKED', 'CONFIRMED', 'CANCELLED']);
    expect(mailsTo(customer, 'cancelled')[0]).toContain('In all you get 8.50 GBP back');
  });

  it('by the customer of a free place until it starts, and not after', async () => {
    const item = await itemWith(world, { priceMinor: 0, until: null });
    const [one, two] = [await booked(world, item), await booked(world, item)];
    expect((await byCustomer(one)).name).toBe('CancelOrderItemsPayload');
    await world.store.fork().nativeUpdate(OrderItem, { quote: two.orderId }, { cancellableUntil: world.clock.now() }); // as when it starts now
    expect((await byCustomer(two)).message).toBe('It is too late to cancel this.');
    expect(await refundsOf(one)).toEqual([]);
    await world.work();
    expect(await left(one)).toMatchObject({ order: 'CANCELLED', mails: ['', 'cancelled-1'] });
    expect(await left(two)).toMatchObject({ order: 'CONFIRMED' });
  });

  it('by the customer not when the ticket gives no money back, nor a moment too late', async () => {
    const [never, late] = [await booked(world, await itemWith(world, { priceMinor: PRICE, until: null })), await booked(world, await itemWith(world, { priceMinor: PRICE, until: `P${DAYS_AHEAD}D` }))];
    expect(await byCustomer(never)).toMatchObject({ name: 'CancellationNotPermittedError', message: 'The organiser does not allow this to be cancelled.' });
    expect(await byCustomer(late)).toMatchObject({ name: 'CancellationNotPermittedError', message: 'It is too late to cancel this.' });
    for (const customer of [never, late]) expect(await left(customer)).toMatchObject({ order: 'CONFIRMED', places: ['ORDER_CONFIRMED'], done: ['start', 'authorised', 'capture'] });
  });

  it('some, then the rest: each place is paid back once, and what is left stays booked', async () => {
    const item = await itemWith(world, { priceMinor: PRICE });
    const customer = await booked(world, item, 3);
    const first = (await byCustomer(customer, { positions: [1] })).order;
    expect([first.state, statuses(first)]).toEqual(['PARTLY_CANCELLED', ['ORDER_CONFIRMED', CUSTOMER_CANCELLED, 'ORDER_CONFIRMED']]);
    expect(await placesAt(item)).toEqual({ held: 0, booked: 2 });
    await world.work();
    const again = (await byCustomer(customer, { positions: [0, 1] })).order;
    expect([again.state, statuses(again)]).toEqual(['PARTLY_CANCELLED', [CUSTOMER_CANCELLED, CUSTOMER_CANCELLED, 'ORDER_CONFIRMED']]);
    expect((await byCustomer(customer)).order.state).toBe('CANCELLED');
    await world.work();
    expect(await refundsOf(customer)).toEqual([['DONE', PRICE], ['DONE', PRICE], ['DONE', PRICE]]);
    expect(world.payments.read(await customer.paymentId())).toMatchObject({ state: 'CAPTURED', refundedMinor: 3 * PRICE });
    expect(await placesAt(item)).toEqual({ held: 0, booked: 0 });
    expect((await left(customer)).events.slice(4)).toEqual(['CONFIRMED', 'PARTLY_CANCELLED', 'PARTLY_CANCELLED', 'CANCELLED']);
  });

  it.each([[[3]], [[-1]], [[0, 7]], [[]]])('none of them when a place is asked for that there is not: %j', async (positions) => {
    const customer = await booked(world, await itemWith(world, { priceMinor: 0 }), 2);
    expect((await byCustomer(customer, { positions })).name).toBe('CancellationNotPermittedError');
    expect(await left(customer)).toMatchObject({ order: 'CONFIRMED', places: ['ORDER_CONFIRMED', 'ORDER_CONFIRMED'] });
  });

  it('by the broker for its customer, whatever the ticket says', async () => {
    const customer = await booked(world, await itemWith(world, { priceMinor: PRICE, until: null }));
    const { name, order } = await byBroker(customer);
    expect([name, order.state, statuses(order)]).toEqual(['CancelOrderItemsPayload', 'CANCELLED', [CUSTOMER_CANCELLED]]);
    await world.work();
    expect(await refundsOf(customer)).toEqual([['DONE', PRICE]]);
  });

  it('by staff for the seller, with a reason that is kept with who it was', async () => {
    const customer = await booked(world, await itemWith(world, { priceMinor: PRICE, until: null }), 2);
    const { orderId } = customer;
    const [operator, support] = [await asStaff(world, 'operator'), await asStaff(world, 'support')];
    const reason = 'The pool is closed';
    expect((await cancel(world, { orderId, reason }, support)).name).toBe('FORBIDDEN');
    for (const missing of [{}, { reason: '' }, { reason: '  ' }]) expect((await cancel(world, { orderId, ...missing }, operator)).name).toBe('BAD_USER_INPUT');
    expect(await left(customer)).toMatchObject({ order: 'CONFIRMED' });
    const audited = async () => (await world.ask('query ($subject: String) { auditEntries(subject: $subject) { nodes { actor action reason before after } } }', { subject: `order ${orderId}` }, support)).auditEntries.nodes;
    expect(await audited()).toEqual([]);
    const { order } = await cancel(world, { orderId, reason, positions: [1] }, operator);
    expect([order.state, statuses(order)]).toEqual(['PARTLY_CANCELLED', ['ORDER_CONFIRMED', SELLER_CANCELLED]]);
    await cancel(world, { orderId, reason: 'again', positions: [1] }, operator);
    expect(await audited()).toEqual([{ actor: 'ada', action: 'cancelOrderItems', reason, before: expect.stringContaining('ORDER_CONFIRMED'), after: expect.stringContaining('SELLER_CANCELLED') }]);
    await world.work();
    expect(await refundsOf(customer)).toEqual([['DONE', PRICE]]);
  });

  it('not of an order that another broker’s or another customer’s is, which reads like one that there is not', async () => {
    const [mine, yours] = [await booked(world, await itemWith(world, { priceMinor: 0 })), await booked(world, await itemWith(world, { priceMinor: 0 }))];
    const unknown = await cancel(world, { orderId: newUuid() }, AS_BROKER);
    expect(unknown).toMatchObject({ name: 'UnknownOrderError' });
    expect(await cancel(world, { orderId: mine.orderId }, AS_ANOTHER_BROKER)).toEqual(unknown);
    expect(await cancel(world, { orderId: 'nonsense' }, AS_BROKER)).toEqual(unknown);
    expect(await cancel(world, {}, AS_BROKER)).toEqual(unknown);
    expect(await byCustomer(yours, { orderId: mine.orderId }), 'a customer who names another order').toEqual(unknown);
    expect((await cancel(world, { orderId: mine.orderId }, {})).name).toBe('UNAUTHENTICATED');
    for (const customer of [mine, yours]) expect(await left(customer)).toMatchObject({ order: 'CONFIRMED' });
    expect((await byCustomer(yours, { orderId: yours.orderId })).name, 'naming one’s own').toBe('CancelOrderItemsPayload');
  });

  it('not of an order that is not confirmed: nobody hears that it was cancelled', async () => {
    const item = await itemWith(world, { priceMinor: PRICE });
    const paying = await world.customer([item.place()]);
    await paying.pay();
    expect((await byBroker(paying)).name).toBe('CancellationNotPermittedError');
    world.clock.advance(DAY / 24);
    await world.work();
    await paying.act('cancelCheckout');
    await world.work();
    expect(await left(paying)).toMatchObject({ order: 'FAILED' });
    expect((await byBroker(paying)).name).toBe('CancellationNotPermittedError');
    expect(await left(paying)).toMatchObject({ mails: [] });
  });

  it('asks a provider that is not done again, and again while it is down; a refund that fails stays to be seen', async () => {
    const [slow, failed] = [await booked(world, await itemWith(world, { priceMinor: PRICE })), await booked(world, await itemWith(world, { priceMinor: PRICE }))];
    world.payments.goDown();
    await byBroker(slow);
    await world.work();
    expect(await refundsOf(slow)).toEqual([['PENDING', PRICE]]);
    world.payments.comeBack();
    world.payments.refundsAre = 'PENDING';
    await world.catchUp(600);
    expect(await refundsOf(slow)).toEqual([['PENDING', PRICE]]);
    world.payments.refundsAre = 'DONE';
    await world.catchUp();
    expect(await left(slow)).toMatchObject({ done: ['start', 'authorised', 'capture', 'refund'], mails: ['', 'cancelled-1', 'refunded-1'] });
    world.payments.refundsAre = 'FAILED';
    await byBroker(failed);
    await world.catchUp();
    world.payments.refundsAre = 'DONE';
    expect(await refundsOf(failed)).toEqual([['FAILED', PRICE]]);
    expect(await left(failed)).toMatchObject({ mails: ['', 'cancelled-1'] });
    const { id } = await world.store.fork().findOneOrFail(Refund, { payment: { order: failed.orderId } });
    const retry = async () => (await world.ask('mutation ($input: RetryRefundInput!) { retryRefund(input: $input) { __typename } }', { input: { id, reason: 'the bank is back' } }, await asStaff(world, 'operator'))).retryRefund.__typename;
    expect([await retry(), await retry()]).toEqual(['RetryRefundPayload', 'RefundNotFailedError']);
    await world.catchUp();
    expect(await refundsOf(failed)).toEqual([['DONE', PRICE]]);
    expect(await left(failed)).toMatchObject({ done: ['start', 'authorised', 'capture', 'refund', 'refund'], mails: ['', 'cancelled-1', 'refunded-1'] });
  });

  it('at once from several processes cancels once, and gives the money back once', async () => {
    const item = await itemWith(world, { priceMinor: PRICE });
    const customer = await booked(world, item, 3);
    const racers = startRacers(3);
    const asked = (position: number) => ({ document: CANCEL, variables: { input: { positions: [position, 2] } }, authorization: customer.authorization });
    try {
      const answers = await racers.race(world, [0, 1, 0].map((position) => [asked(position)]));
      expect(answers.map(([answer]) => answer?.data?.cancelOrderItems.__typename)).toEqual(Array.from({ length: 3 }, () => 'CancelOrderItemsPayload'));
    } finally {
      racers.stop();
    }
    await world.catchUp();
    expect(await refundsOf(customer)).toEqual([['DONE', PRICE], ['DONE', PRICE], ['DONE', PRICE]]);
    expect(await left(customer)).toMatchObject({ order: 'CANCELLED', done: ['start', 'authorised', 'capture', 'refund', 'refund', 'refund'] });
    expect((await left(customer)).events.slice(4)).toEqual(['CONFIRMED', 'PARTLY_CANCELLED', 'CANCELLED']);
    expect(await placesAt(item)).toEqual({ held: 0, booked: 0 });
  });

  it('once the seller’s account is disconnected leaves the refund to the seller, and says so', async () => {
    const customer = await booked(world, await itemWith(world, { priceMinor: PRICE }));
    const accounts = await world.store.fork().find(PaymentAccount, { status: 'CONNECTED' });
    await world.store.fork().nativeUpdate(PaymentAccount, { status: 'CONNECTED' }, { status: 'DISCONNECTED' });
    try {
      expect((await byCustomer(customer)).name).toBe('CancelOrderItemsPayload');
      await world.work();
    } finally {
      await world.store.fork().nativeUpdate(PaymentAccount, { id: { $in: accounts.map(({ id }) => id) } }, { status: 'CONNECTED' });
    }
    expect(await refundsOf(customer)).toEqual([['REFUND_BY_SELLER', PRICE]]);
    expect(await left(customer)).toMatchObject({ order: 'CANCELLED', done: ['start', 'authorised', 'capture'], mails: ['', 'cancelled-1'] });
    expect(mailsTo(customer, 'cancelled')[0]).toMatch(/gives you 8\.50 GBP back\. Please ask there/);
    expect(mailsTo(customer, 'cancelled')[0]).not.toContain('You get');
  });
});
