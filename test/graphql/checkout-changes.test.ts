import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { Opportunity, type EventStatus } from '../../src/catalogue/opportunity.entity.js';
import { orderIdOf } from '../../src/shared/addresses.js';
import { enter, openSession, readyGuest, startCheckout, type CustomerActs } from '../support/checkout.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { addItem, expectBalance, NO_ORDER, ONE_ORDER, orderRows, placesOf } from '../support/places.js';
import { callRest } from '../support/rest.js';
import { itemInput } from '../support/seed.js';
import { STORES } from '../support/stores.js';

const DRY_QUOTE = `query ($input: DryQuoteInput!) { dryQuote(input: $input) { __typename ... on UserError { message code } ... on ItemNotBookableError { identifier reasons } ... on ValidationError { problems { path message } }
  ... on DryQuotePayload { quote { totalPaymentDue { amountMinor currency } seller { id } items { acceptedOffer ticketName price { amountMinor } } } } } }`;

describe.each(STORES)('a checkout while the world changes (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterEach(() => expectBalance(gateway.store));
  afterAll(() => gateway.stop());

  const reprice = (offerId: string, priceMinor: number) => gateway.store.fork().nativeUpdate(Offer, { id: offerId }, { priceMinor });
  const becomes = (id: string, eventStatus: EventStatus) => gateway.store.fork().nativeUpdate(Opportunity, { id }, { eventStatus });
  const readyAda = async (target: { readonly secret: string }): Promise<CustomerActs> => {
    const ada = await enter(gateway, target);
    await ada.details(null);
    return ada;
  };
  const orderOf = async (id: string) => (await callGraphql(gateway.graphqlUrl, 'query ($id: ID!) { order(id: $id) { totalPaymentDue { amountMinor } orderedItem { price { amountMinor } } } }', { id })).data.order;
  const dryQuote = async (orderedItem: readonly object[]) => (await callGraphql(gateway.graphqlUrl, DRY_QUOTE, { input: { orderedItem } }, null)).data.dryQuote;

  it('says that a price has changed, books at no price that was not agreed to, and books at the one that was', async () => {
    const item = await addItem(gateway, { capacity: 5, tickets: { adult: 800 } });
    const session = await openSession(gateway, [item.place(), item.place()]);
    const sent = await callRest(session.id);
    const ada = await readyAda(session.target);
    await reprice(item.offer('adult'), 0);
    expect(await ada.read()).toMatchObject({ step: 'PRICE_CHANGED', totalPaymentDue: { amountMinor: 1_600 }, items: [{ price: { amountMinor: 800 }, currentPrice: { amountMinor: 0 } }, {}] });
    expect(await ada.book()).toMatchObject({ name: 'CheckoutStepError', step: 'PRICE_CHANGED' });
    expect(await ada.renew(), 'the hold is another matter').toMatchObject({ name: 'RenewHoldPayload', step: 'PRICE_CHANGED' });
    expect(await ada.accept()).toMatchObject({ name: 'AcceptPricesPayload', step: 'CHECK', checkout: { totalPaymentDue: { amountMinor: 0 } } });
    expect(await ada.accept(), 'a repeat').toMatchObject({ name: 'AcceptPricesPayload', step: 'CHECK' });
    expect(await ada.book()).toMatchObject({ name: 'BookCheckoutPayload' });
    expect(await orderOf(session.orderId)).toEqual({ totalPaymentDue: { amountMinor: 0 }, orderedItem: [{ price: { amountMinor: 0 } }, { price: { amountMinor: 0 } }] });
    const quote = await gateway.store.reads.selectFrom('order_quote').where('id', '=', orderIdOf(session.orderId) ?? '').select('total_minor').executeTakeFirstOrThrow();
    expect(quote.total_minor).toBe(0);
    expect((await callRest(session.id)).text).toBe(sent.text);
  });

  it('asks again when the price moves once more after the agreement', async () => {
    const item = await addItem(gateway, { tickets: { adult: 800 } });
    const guest = await readyGuest(gateway, item.target);
    expect(await guest.accept(), 'nothing to agree to').toMatchObject({ name: 'AcceptPricesPayload', step: 'CHECK' });
    for (const price of [700, 0]) {
      await reprice(item.offer('adult'), price);
      expect(await guest.book()).toMatchObject({ name: 'CheckoutStepError', step: 'PRICE_CHANGED' });
      expect(await guest.accept(price + 1), 'another total than the one that is shown').toMatchObject({ name: 'CheckoutStepError', step: 'PRICE_CHANGED' });
      expect(await guest.accept()).toMatchObject({ step: 'CHECK', checkout: { totalPaymentDue: { amountMinor: price } } });
    }
    const { checkout } = await guest.book();
    expect(checkout).toMatchObject({ step: 'DONE', totalPaymentDue: { amountMinor: 0 } });
  });

  it('freezes the price when the ticket is chosen, not when the checkout is started', async () => {
    const item = await addItem(gateway, { tickets: { adult: 800, child: 500 } });
    const guest = await enter(gateway, item.target);
    await reprice(item.offer('child'), 0);
    expect(await guest.choose(item.offer('child'))).toMatchObject({ checkout: { totalPaymentDue: { amountMinor: 0 } } });
    await reprice(item.offer('child'), 300);
    expect(await guest.details()).toMatchObject({ step: 'AGE', checkout: { totalPaymentDue: { amountMinor: 0 } } });
    expect(await guest.age()).toMatchObject({ step: 'PRICE_CHANGED', checkout: { items: [{ price: { amountMinor: 0 }, currentPrice: { amountMinor: 300 } }] } });
  });

  it('refuses an order that costs something, by a price of the start or a later one, and stores nothing of it', async () => {
    const item = await addItem(gateway, { capacity: 5, tickets: { adult: 800 } });
    const cheap = await addItem(gateway, { capacity: 5, seller: 'northside-sports' });
    const [paid, dearer] = [await openSession(gateway, [item.place()]), await openSession(gateway, [cheap.place()])];
    const customers = [await readyAda(paid.target), await readyAda(dearer.target)];
    await reprice(cheap.offer('free'), 100);
    await customers[1]?.accept();
    for (const [index, { orderId }] of [paid, dearer].entries()) {
      expect(await customers[index]?.book()).toMatchObject({ name: 'PaymentRequiredError' });
      expect(await customers[index]?.read()).toMatchObject({ state: 'OPEN', step: 'CHECK', order: null });
      expect(await orderRows(gateway.store, orderIdOf(orderId) ?? '')).toEqual(NO_ORDER);
    }
    expect(await placesOf(gateway.store, item.id), 'still held for whoever finds a way to pay').toEqual({ held: 1, booked: 0 });
    const guest = await readyGuest(gateway, item.target);
    expect(await guest.book()).toMatchObject({ name: 'PaymentRequiredError' });
    const { id } = await guest.read();
    const { quote_id } = await gateway.store.reads.selectFrom('checkout').where('id', '=', id).select('quote_id').executeTakeFirstOrThrow();
    expect(await gateway.store.reads.selectFrom('order_quote').where('id', '=', quote_id).select('id').execute()).toEqual([]);
  });

  it.each(['CANCELLED', 'POSTPONED'] as const)('goes nowhere once the item is %s: NOT_BOOKABLE with the nearest others of its series, and on again when it is back', async (eventStatus) => {
    const item = await addItem(gateway, { capacity: 5, series: 6 });
    const [, second = '', third, fourth, fifth] = item.series;
    await gateway.store.fork().nativeUpdate(Opportunity, { identifier: second }, { remainingCapacity: 0 });
    const guest = await readyGuest(gateway, item.target);
    const chooser = await enter(gateway, item.target);
    await becomes(item.id, eventStatus);
    for (const act of [guest.book, guest.renew, guest.details, chooser.details]) expect(await act()).toMatchObject({ name: 'ItemNotBookableError', reasons: [eventStatus] });
    const alternatives = [third, fourth, fifth].map((identifier) => ({ identifier }));
    for (const customer of [guest, chooser]) expect(await customer.read()).toMatchObject({ state: 'OPEN', step: 'NOT_BOOKABLE', obstacle: { reasons: [eventStatus] }, alternatives });
    expect(await startCheckout(gateway, item.target)).toMatchObject({ name: 'ItemNotBookableError', reasons: [eventStatus] });
    const document = 'query ($target: CheckoutTargetInput!) { checkoutTarget(target: $target) { obstacle { reasons message } alternatives { ... on ScheduledSession { identifier } } } }';
    const { data } = await callGraphql(gateway.graphqlUrl, document, { target: item.target }, null);
    expect(data.checkoutTarget).toEqual({ obstacle: { reasons: [eventStatus], message: expect.stringMatching(/\.$/) }, alternatives });
    await becomes(item.id, 'SCHEDULED');
    expect(await guest.book()).toMatchObject({ name: 'BookCheckoutPayload' });
  });

  it('goes nowhere once its ticket has left the item', async () => {
    const item = await addItem(gateway, { tickets: { adult: 0, child: 0 } });
    const guest = await enter(gateway, item.target);
    await guest.choose(item.offer('child'));
    await gateway.store.fork().nativeDelete(Offer, { id: item.offer('child') });
    expect(await guest.read()).toMatchObject({ step: 'NOT_BOOKABLE', obstacle: { reasons: ['UNKNOWN_OFFER'] }, items: [{ currentPrice: null }] });
    expect(await guest.details()).toMatchObject({ name: 'ItemNotBookableError', reasons: ['UNKNOWN_OFFER'] });
  });

  it('keeps an order as it was booked, whatever becomes of the item', async () => {
    const item = await addItem(gateway);
    const session = await openSession(gateway, [item.place()]);
    const ada = await readyAda(session.target);
    await ada.book();
    const order = await orderOf(session.orderId);
    await becomes(item.id, 'CANCELLED');
    await reprice(item.offer('free'), 900);
    expect(await ada.read()).toMatchObject({ step: 'DONE', order: { id: session.orderId, state: 'CONFIRMED' }, totalPaymentDue: { amountMinor: 0 } });
    expect(await ada.book()).toMatchObject({ name: 'BookCheckoutPayload' });
    expect(await orderOf(session.orderId)).toEqual(order);
    expect(await orderRows(gateway.store, orderIdOf(session.orderId) ?? '')).toEqual(ONE_ORDER);
  });

  it('quotes what an order would cost, or why it cannot be booked, and stores and holds nothing', async () => {
    const [item, free] = [await addItem(gateway, { capacity: 2, tickets: { adult: 850 } }), await addItem(gateway)];
    const tables = ['checkout_session', 'checkout', 'order_quote', 'order_item', 'place_hold', 'customer_order'] as const;
    const count = () => Promise.all(tables.map(async (table) => Number((await gateway.store.reads.selectFrom(table).select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()).n)));
    const before = await count();
    const place = { acceptedOffer: item.offer('adult'), ticketName: 'adult', price: { amountMinor: 850 } };
    expect(await dryQuote([item.place(), item.place()])).toMatchObject({ __typename: 'DryQuotePayload', quote: { totalPaymentDue: { amountMinor: 1_700, currency: 'GBP' }, items: [place, place] } });
    expect(await dryQuote([item.place(), item.place(), item.place()])).toMatchObject({ __typename: 'ItemNotBookableError', identifier: item.identifier, reasons: ['FULL'] });
    expect(await dryQuote([item.place(), free.place()])).toMatchObject({ __typename: 'ValidationError', problems: [{ path: ['orderedItem'] }] });
    expect(await dryQuote([])).toMatchObject({ __typename: 'ValidationError' });
    expect(await dryQuote([itemInput('SLOT', item.identifier, item.offer('adult'))])).toMatchObject({ __typename: 'ItemNotBookableError', reasons: ['UNKNOWN_ITEM'] });
    expect(await count()).toEqual(before);
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: 0 });
  });
});
