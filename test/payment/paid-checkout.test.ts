import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { expireCheckouts } from '../../src/checkout/expire-checkouts.js';
import { addItem, expectBalance, placesOf } from '../support/places.js';
import { expectIdle, NOTHING_TAKEN, PAID_AND_BOOKED, PAID_ITEM, startPaidWorld, whatIsLeft, type Customer, type PaidWorld } from '../support/paid-world.js';
import { STORES } from '../support/stores.js';

const PRICE = PAID_ITEM.tickets.adult;
const HOLD_WHILE_PAYING_SECONDS = 50 * 60;

describe.each(STORES)('a checkout that costs something (%s)', (kind) => {
  let world: PaidWorld;
  beforeAll(async () => {
    world = await startPaidWorld(kind);
  });
  afterEach(async () => {
    await world.catchUp();
    await expectIdle(world);
    await expectBalance(world.store);
  });
  afterAll(() => world.stop());

  const left = ({ orderId }: Customer) => whatIsLeft(world, orderId);
  const authorise = async (customer: Customer) => world.payments.customerDoes(await customer.paymentId(), 'AUTHORISED');
  const decline = async (customer: Customer) => world.payments.customerDoes(await customer.paymentId(), 'DECLINED');
  const paying = async (places?: Parameters<PaidWorld['customer']>[0]): Promise<Customer> => {
    const customer = await world.customer(places);
    expect(await customer.pay()).toMatch(/^https:\/\/provider\.example\//);
    expect(await customer.step()).toBe('PAYING');
    return customer;
  };
  const declined = async (): Promise<Customer> => {
    const customer = await paying();
    await decline(customer);
    expect(await customer.comeBack()).toBe('CHECK');
    return customer;
  };
  const reprice = ({ item }: Customer, priceMinor: number) => world.store.fork().nativeUpdate(Offer, { id: item?.offer('adult') ?? '' }, { priceMinor });
  const lifetime = () => world.gateway.parts.holdTtlSeconds;
  const places = ({ item }: Customer) => placesOf(world.store, item?.id ?? '');

  it('is paid, booked, captured, and told of once', async () => {
    const customer = await paying();
    expect(await places(customer)).toEqual({ held: 1, booked: 0 });
    await authorise(customer);
    expect(await customer.comeBack()).toBe('DONE');
    expect(await customer.comeBack()).toBe('DONE');
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ ...PAID_AND_BOOKED, mails: [''] });
    expect(await places(customer)).toEqual({ held: 0, booked: 1 });
    const { request } = world.payments.read(await customer.paymentId());
    expect(request).toMatchObject({ amountMinor: PRICE, currency: 'GBP', email: 'ada.clarke@example.com' });
    expect([request.returnUrl, request.cancelUrl].map((url) => url.includes(customer.checkoutId))).toEqual([true, true]);
  });

  it('is not booked without being paid, and coming back from the provider proves nothing', async () => {
    const customer = await paying();
    expect(await customer.comeBack()).toBe('PAYING');
    expect(await customer.act('bookCheckout')).toBe('CheckoutStepError');
    expect(await left(customer)).toMatchObject({ order: 'PENDING_PAYMENT', places: [null], webhooks: 0 });
  });

  it('keeps its place after a decline, and another attempt makes the same order', async () => {
    const customer = await declined();
    expect(await places(customer)).toEqual({ held: 1, booked: 0 });
    const [first, second] = [await customer.paymentId(), (await customer.pay(), await customer.paymentId())];
    expect(second).not.toBe(first);
    await authorise(customer);
    expect(await customer.comeBack()).toBe('DONE');
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ ...PAID_AND_BOOKED, payments: ['DECLINED', 'CAPTURED'], atProvider: ['DECLINED', 'CAPTURED'], done: ['start', 'declined', 'start', 'authorised', 'capture'] });
  });

  it('can be paid by another attempt when the first one took too long', async () => {
    const customer = await paying();
    world.clock.advance(lifetime());
    await world.work();
    expect(await customer.step()).toBe('CHECK');
    expect(await authorise(customer), 'the page of the first attempt').toBe(false);
    await customer.pay();
    await authorise(customer);
    expect(await customer.comeBack()).toBe('DONE');
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ ...PAID_AND_BOOKED, payments: ['ENDED', 'CAPTURED'], atProvider: ['ENDED', 'CAPTURED'], done: ['start', 'end', 'start', 'authorised', 'capture'] });
  });

  it('is booked for a customer who paid and never came back', async () => {
    const customer = await paying();
    await authorise(customer);
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ ...PAID_AND_BOOKED, mails: [''] });
  });

  it('holds its places for longer than anybody can pay: ours ends first, then the provider’s own time, then the hold', async () => {
    const customer = await paying();
    const { ends_at } = await world.store.reads.selectFrom('payment').where('order_quote_id', '=', customer.orderId).select('ends_at').executeTakeFirstOrThrow();
    const { expires_at } = await world.store.reads.selectFrom('place_hold').where('checkout_id', '=', customer.checkoutId).select('expires_at').executeTakeFirstOrThrow();
    const { endsAt } = world.payments.read(await customer.paymentId()).request;
    expect(new Date(ends_at) < endsAt && endsAt < new Date(expires_at)).toBe(true);
    world.clock.advance(lifetime());
    await world.work();
    expect(await left(customer)).toMatchObject({ payments: ['ENDED'], atProvider: ['ENDED'], holds: 1 });
  });

  it('is booked by a payment that comes when all holds are over, if a place is still there', async () => {
    const customer = await paying();
    world.clock.advance(HOLD_WHILE_PAYING_SECONDS);
    expect((await left(customer)).holds).toBe(0);
    await authorise(customer);
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ ...PAID_AND_BOOKED, mails: [''] });
  });

  it('lets the money of a late payment go when the places have gone, and tells the customer', async () => {
    const item = await addItem(world, PAID_ITEM);
    const [slow, quick] = [await paying([item.place()]), await (world.clock.advance(HOLD_WHILE_PAYING_SECONDS), paying([item.place()]))];
    await authorise(quick);
    expect(await quick.comeBack()).toBe('DONE');
    await authorise(slow);
    expect(await slow.comeBack()).toBe('FAILED');
    await world.catchUp();
    expect(await left(quick)).toMatchObject({ ...PAID_AND_BOOKED, mails: [''] });
    expect(await left(slow)).toMatchObject({ ...NOTHING_TAKEN, order: 'FAILED', checkout: 'CANCELLED', session: 'CANCELLED', payments: ['VOIDED'], done: ['start', 'authorised', 'void'], mails: ['returned'] });
    expect(await placesOf(world.store, item.id)).toEqual({ held: 0, booked: 1 });
  });

  it('holds none of several places any more when one of them has gone', async () => {
    const [gone, open] = [await addItem(world, PAID_ITEM), await addItem(world, PAID_ITEM)];
    const customer = await paying([gone.place(), open.place()]);
    await world.store.fork().nativeUpdate(Opportunity, { id: gone.id }, { eventStatus: 'CANCELLED' });
    await authorise(customer);
    expect(await customer.comeBack()).toBe('FAILED');
    expect(await left(customer)).toMatchObject({ order: 'FAILED', payments: ['VOIDED'], holds: 0, places: [null, null] });
    expect(await placesOf(world.store, open.id)).toEqual({ held: 0, booked: 0 });
  });

  it('ends the payment when it is cancelled, and its place is free at once', async () => {
    const customer = await paying();
    await customer.act('cancelCheckout');
    expect(await places(customer)).toEqual({ held: 0, booked: 0 });
    await world.work();
    expect(await customer.step()).toBe('CANCELLED');
    expect(await left(customer)).toMatchObject({ ...NOTHING_TAKEN, order: 'FAILED', payments: ['ENDED'], done: ['start', 'end'], mails: [] });
  });

  it('asks about a price that changed between two attempts, and the next payment is of the new one', async () => {
    const customer = await declined();
    await reprice(customer, PRICE + 100);
    expect(await customer.step()).toBe('PRICE_CHANGED');
    expect(await customer.pay()).toBe('CheckoutStepError');
    expect(await customer.act('acceptPrices', { totalMinor: PRICE + 100 })).toBe('CHECK');
    await customer.pay();
    await authorise(customer);
    expect(await customer.comeBack()).toBe('DONE');
    expect(world.payments.read(await customer.paymentId()).request.amountMinor).toBe(PRICE + 100);
    const { checkout } = await world.ask('{ checkout { order { totalPaymentDue { amountMinor } } } }', {}, customer);
    expect(checkout.order.totalPaymentDue.amountMinor).toBe(PRICE + 100);
  });

  it('is booked at the price that was paid when it changes while the customer pays', async () => {
    const customer = await paying();
    await reprice(customer, PRICE + 100);
    await authorise(customer);
    expect(await customer.comeBack()).toBe('DONE');
    const { checkout } = await world.ask('{ checkout { order { totalPaymentDue { amountMinor } } } }', {}, customer);
    expect(checkout.order.totalPaymentDue.amountMinor).toBe(PRICE);
  });

  it('is booked without money when its price has become free after a decline', async () => {
    const customer = await declined();
    await reprice(customer, 0);
    expect(await customer.act('acceptPrices', { totalMinor: 0 })).toBe('CHECK');
    expect(await customer.pay()).toBe('CheckoutStepError');
    expect(await customer.act('bookCheckout')).toBe('DONE');
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ ...PAID_AND_BOOKED, payments: ['DECLINED'], atProvider: ['DECLINED'], done: ['start', 'declined'], events: ['CREATED', 'PENDING_PAYMENT', 'CONFIRMED'], mails: [''] });
  });

  it('is booked by a payment that comes when the checkout’s own day is over', async () => {
    const customer = await world.customer();
    world.clock.advance(24 * 3_600 - 60);
    await customer.pay();
    world.clock.advance(60);
    await expireCheckouts(world.store.fork(), world.clock.now());
    await authorise(customer);
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ ...PAID_AND_BOOKED, mails: [''] });
  });

  it('leaves no order waiting to be paid when its day is over', async () => {
    const customer = await declined();
    await world.catchUp();
    world.clock.advance(24 * 3_600);
    await expireCheckouts(world.store.fork(), world.clock.now());
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ ...NOTHING_TAKEN, order: 'FAILED', checkout: 'EXPIRED', payments: ['DECLINED'], mails: [] });
  });

  it('opens one payment for two clicks at once', async () => {
    const customer = await world.customer();
    const urls = await Promise.all([customer.pay(), customer.pay(), customer.pay()]);
    expect(new Set(urls).size).toBe(1);
    expect(await left(customer)).toMatchObject({ payments: ['STARTED'], done: ['start'] });
  });

  it('waits for a provider that is down, and says so', async () => {
    const customer = await paying();
    await authorise(customer);
    world.payments.goDown();
    try {
      expect(await customer.comeBack()).toBe('PaymentProviderError');
      await world.catchUp(lifetime());
      expect(await left(customer)).toMatchObject({ order: 'PENDING_PAYMENT', payments: ['STARTED'], webhooks: 0 });
    } finally {
      world.payments.comeBack();
    }
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ ...PAID_AND_BOOKED, mails: [''] });
  });
});
