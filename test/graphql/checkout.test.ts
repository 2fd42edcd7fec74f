import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/customer/customer.entity.js';
import { orderIdOf } from '../../src/shared/addresses.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { customerIn, enter, GUEST, makeButton, openSession, startCheckout } from '../support/checkout.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { addItem, expectBalance, NO_ORDER, ONE_ORDER, orderRows, placesOf } from '../support/places.js';
import { callRest } from '../support/rest.js';
import { sessionInput } from '../support/seed.js';
import { STORES } from '../support/stores.js';

const ADA = { identifier: 'member-42', givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com', is13OrOver: true };
const ADA_OF_UNKNOWN_AGE = { person: { ...ADA, is13OrOver: null } };
const ORDER = `query ($id: ID!) { order(id: $id) { id reference state createdAt confirmedAt customer { identifier givenName familyName email is13OrOver } broker { name url } totalPaymentDue { amountMinor }
  orderedItem { acceptedOffer orderedItem { type identifier id } price { amountMinor } orderItemStatus accessToken { text } accessCode { name value } } timeline { trigger state at } } }`;

describe.each(STORES)('a checkout, from the book button to the order (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(async () => {
    await expectBalance(gateway.store);
    await gateway.stop();
  });

  const readOrder = async (id: string, apiKey?: string) => (await callGraphql(gateway.graphqlUrl, ORDER, { id }, apiKey)).data.order;
  const sessionState = async (identifier: string) => {
    const { data } = await callGraphql(gateway.graphqlUrl, 'query ($identifier: String!) { checkoutSession(identifier: $identifier) { state } }', { identifier });
    return data.checkoutSession.state as string;
  };

  it('takes the customer of a session from the details to the order, and asks nothing that the broker has said (contract §4 row 5)', async () => {
    const item = await addItem(gateway, { capacity: 5 });
    const session = await openSession(gateway, [item.place(), item.place()]);
    const ada = await enter(gateway, session.target);
    expect(await ada.read()).toMatchObject({ state: 'OPEN', step: 'DETAILS', isCustomerFixed: true, customer: ADA, order: null, broker: { name: 'Fitness Finder', accentColor: '#0b6e4f' } });
    expect(await ada.details(null)).toMatchObject({ name: 'SubmitDetailsPayload', step: 'CHECK' });
    expect(await sessionState(session.identifier)).toBe('OPEN');
    const booked = await ada.book();
    expect(booked).toMatchObject({ name: 'BookCheckoutPayload', step: 'DONE', checkout: { state: 'COMPLETED', holdExpiresAt: null, order: { id: session.orderId, state: 'CONFIRMED' } } });
    expect(await sessionState(session.identifier)).toBe('COMPLETED');
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: 2 });
    expect(await orderRows(gateway.store, orderIdOf(session.orderId) ?? '')).toEqual({ ...ONE_ORDER, confirmedItems: 2 });
  });

  it('takes a guest from a public book button to an order under the broker of its key, or the platform’s own (contract §4 row 7)', async () => {
    const item = await addItem(gateway, { capacity: 5 });
    for (const [apiKey, name, deliveries] of [[DEMO.apiKeys.fitnessFinder, 'Fitness Finder', 1], [DEMO.publishableKeys.fitnessFinder, 'Fitness Finder', 1], [DEMO.apiKeys.clubCompass, 'Club Compass', 0], [null, 'Courtside', 0]] as const) {
      const guest = await enter(gateway, await makeButton(gateway, item.id, apiKey));
      expect(await guest.read()).toMatchObject({ step: 'DETAILS', isCustomerFixed: false, customer: null, broker: { name }, items: [{ acceptedOffer: item.offer('free') }] });
      expect(await guest.details()).toMatchObject({ step: 'AGE', checkout: { customer: { ...GUEST, identifier: null, is13OrOver: null } } });
      expect(await guest.age()).toMatchObject({ name: 'ConfirmAgePayload', step: 'CHECK' });
      const { checkout } = await guest.book();
      expect(checkout).toMatchObject({ step: 'DONE', order: { state: 'CONFIRMED' } });
      expect(await orderRows(gateway.store, orderIdOf(checkout?.order?.id ?? '') ?? '')).toEqual({ ...ONE_ORDER, deliveries });
    }
  });

  it.each(['SCHEDULED_SESSION', 'SLOT'] as const)('starts at a %s of the catalogue, under the name of the key that comes along', async (type) => {
    const item = await addItem(gateway, { type, capacity: 5 });
    for (const [apiKey, name] of [[DEMO.publishableKeys.clubCompass, 'Club Compass'], [null, 'Courtside']] as const) {
      const guest = await enter(gateway, item.target, { apiKey });
      expect((await guest.read()).broker.name).toBe(name);
      await guest.details();
      await guest.age();
      const { checkout } = await guest.book();
      const order = await readOrder(checkout?.order?.id ?? '', DEMO.apiKeys.clubCompass);
      if (apiKey === null) expect(order).toBeNull();
      else expect(order).toMatchObject({ broker: { name }, orderedItem: [{ orderedItem: { type, identifier: item.identifier, id: null } }] });
    }
  });

  it('asks for a ticket where there are several, freezes what was chosen, and lets it be chosen again until the details are given', async () => {
    const item = await addItem(gateway, { capacity: 5, tickets: { adult: 0, child: 0 } });
    const guest = await enter(gateway, item.target);
    expect(await guest.read()).toMatchObject({ step: 'TICKET', items: [], totalPaymentDue: null, ticketChoices: expect.toSatisfy((choices: { id: string }[]) => choices.length === 2) });
    expect(await guest.details()).toMatchObject({ name: 'CheckoutStepError', step: 'TICKET' });
    expect(await guest.choose('https://clubs.example/offers/another')).toMatchObject({ name: 'ItemNotBookableError', reasons: ['UNKNOWN_OFFER'] });
    expect(await guest.choose(item.offer('adult'))).toMatchObject({ name: 'ChooseTicketPayload', step: 'DETAILS', checkout: { items: [{ acceptedOffer: item.offer('adult') }] } });
    expect(await guest.choose(item.offer('adult')), 'a repeat').toMatchObject({ name: 'ChooseTicketPayload', step: 'DETAILS' });
    expect(await guest.choose(item.offer('child')), 'another without going back').toMatchObject({ name: 'CheckoutStepError', step: 'DETAILS' });
    expect(await guest.choose(null)).toMatchObject({ name: 'ChooseTicketPayload', step: 'TICKET', checkout: { items: [] } });
    expect(await guest.choose(item.offer('child'))).toMatchObject({ step: 'DETAILS', checkout: { items: [{ acceptedOffer: item.offer('child') }] } });
    await guest.details();
    expect(await guest.choose(null), 'after the details').toMatchObject({ name: 'CheckoutStepError', step: 'AGE' });
    await guest.age();
    expect(await guest.book()).toMatchObject({ step: 'DONE', checkout: { items: [{ acceptedOffer: item.offer('child') }] } });
  });

  it('skips the choice where one ticket alone can be booked, and never opens it for a customer whose broker has chosen', async () => {
    const item = await addItem(gateway, { capacity: 5, tickets: { free: 0, paid: 500 }, seller: 'riverside-yoga' });
    expect(await (await enter(gateway, item.target)).read()).toMatchObject({ step: 'DETAILS', items: [{ acceptedOffer: item.offer('free') }] });
    const ada = await enter(gateway, (await openSession(gateway, [item.place()])).target);
    expect(await ada.choose(null)).toMatchObject({ name: 'CheckoutStepError', step: 'DETAILS' });
  });

  it('names every problem of the details at once, and keeps nothing of them', async () => {
    const item = await addItem(gateway);
    const guest = await enter(gateway, item.target);
    for (const [typed, problems] of [
      [null, ['givenName', 'familyName', 'email']],
      [{ givenName: ' ', familyName: 'Oko\tro', email: 'grace' }, ['givenName', 'familyName', 'email']],
      [{ ...GUEST, givenName: 'a'.repeat(1_001) }, ['givenName']],
      [{ ...GUEST, email: 'a@b@c.example' }, ['email']],
    ] as const) {
      expect(await guest.details(typed)).toMatchObject({ name: 'ValidationError', problems });
      expect(await guest.read()).toMatchObject({ step: 'DETAILS', customer: null, holdExpiresAt: null });
    }
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: 0 });
    await guest.details();
    expect(await guest.details({ ...GUEST, givenName: 'Gracie' }), 'given again').toMatchObject({ step: 'AGE', checkout: { customer: { givenName: 'Gracie' } } });
    expect(await placesOf(gateway.store, item.id), 'given again').toEqual({ held: 1, booked: 0 });
  });

  it('books for whom the broker named, whatever is typed: a person as sent, a registered customer as stored when it is booked', async () => {
    const item = await addItem(gateway, { capacity: 5 });
    const em = gateway.store.fork();
    const sam = { identifier: 'member-7', givenName: 'Sam', familyName: 'Reed', email: 'sam.reed@example.com', is13OrOver: null };
    const registered = em.create(Customer, { id: newUuid(), broker: DEMO.brokerIds.fitnessFinder, ...sam, createdAt: gateway.clock.now(), changedAt: null, erasedAt: null });
    await em.flush();
    const url = `${gateway.url}/api/v2/customers/${registered.id}`;
    for (const [sent, known] of [[sessionInput().initialOrder.customer, ADA], [{ url }, { ...sam, email: 'sam@new.example', is13OrOver: true }]] as const) {
      const session = await openSession(gateway, [item.place()], sent);
      const customer = await enter(gateway, session.target);
      expect(await customer.read()).toMatchObject({ isCustomerFixed: true });
      for (const typed of [{ ...GUEST, email: 'not an address' }, GUEST]) expect(await customer.details(typed)).toMatchObject({ name: 'SubmitDetailsPayload' });
      const stored = await gateway.store.reads.selectFrom('checkout').where('session_identifier', '=', session.identifier).select('customer').executeTakeFirstOrThrow();
      expect(stored.customer, 'what nobody asked for').toBeNull();
      await gateway.store.fork().nativeUpdate(Customer, { id: registered.id }, { email: 'sam@new.example' });
      await customer.age();
      expect(await customer.book()).toMatchObject({ name: 'BookCheckoutPayload', checkout: { customer: { givenName: known.givenName, email: known.email } } });
      expect((await readOrder(session.orderId)).customer).toEqual(known);
    }
  });

  it('asks whether the customer is 13 or over only where nobody has said, and the order tells the answer (contract §2 Person)', async () => {
    const item = await addItem(gateway, { capacity: 5 });
    const session = await openSession(gateway, [item.place()], ADA_OF_UNKNOWN_AGE);
    const ada = await enter(gateway, session.target);
    expect(await ada.age(), 'before its turn').toMatchObject({ name: 'CheckoutStepError', step: 'DETAILS' });
    expect(await ada.details(null)).toMatchObject({ step: 'AGE' });
    expect(await ada.book()).toMatchObject({ name: 'CheckoutStepError', step: 'AGE' });
    expect(await ada.age()).toMatchObject({ step: 'CHECK' });
    expect(await ada.age(), 'a repeat').toMatchObject({ name: 'ConfirmAgePayload', step: 'CHECK' });
    expect(await ada.age(false), 'a second thought').toMatchObject({ name: 'CheckoutStepError', step: 'CHECK' });
    await ada.book();
    expect((await readOrder(session.orderId)).customer).toEqual(ADA);
  });

  it('books once however often it is asked: the same order, and nothing is written again (contract §6)', async () => {
    const item = await addItem(gateway, { capacity: 5 });
    const session = await openSession(gateway, [item.place()]);
    const ada = await enter(gateway, session.target);
    expect(await ada.book(), 'before the details').toMatchObject({ name: 'CheckoutStepError', step: 'DETAILS' });
    await ada.details(null);
    const quoteId = orderIdOf(session.orderId) ?? '';
    expect(await orderRows(gateway.store, quoteId)).toEqual(NO_ORDER);
    const first = await ada.book();
    const order = await readOrder(session.orderId);
    gateway.clock.advance(60);
    const again = await Promise.all([ada.book(), ada.book(), ada.book()]);
    for (const { name, checkout } of again) expect({ name, order: checkout?.order }).toEqual({ name: 'BookCheckoutPayload', order: first.checkout?.order });
    expect(await readOrder(session.orderId)).toEqual(order);
    expect(await orderRows(gateway.store, quoteId)).toEqual(ONE_ORDER);
    for (const late of [ada.details, ada.renew, ada.accept, ada.cancel, () => ada.choose(null), () => ada.age(false)]) expect(await late()).toMatchObject({ name: 'CheckoutStepError', step: 'DONE' });
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: 1 });
  });

  it('shows the order to its broker: reference, timeline, items as sent with status and codes of their own, and to no other broker', async () => {
    const item = await addItem(gateway, { capacity: 5 });
    const session = await openSession(gateway, [item.place(), item.place()]);
    const ada = await enter(gateway, session.target);
    await ada.details(null);
    await ada.book();
    const at = gateway.clock.now().toISOString();
    const order = await readOrder(session.orderId);
    const place = {
      acceptedOffer: item.offer('free'),
      orderedItem: { ...item.place().orderedItem, id: null },
      price: { amountMinor: 0 },
      orderItemStatus: 'ORDER_CONFIRMED',
      accessToken: [{ text: expect.stringMatching(/^[\w-]{22}$/) }],
      accessCode: [{ name: 'PIN', value: expect.stringMatching(/^\d{6}$/) }],
    };
    expect(order).toEqual({
      id: session.orderId,
      reference: expect.stringMatching(/^[2-9B-HJKMNP-TV-Z]{8}$/),
      state: 'CONFIRMED',
      createdAt: at,
      confirmedAt: at,
      customer: ADA,
      broker: { name: 'Fitness Finder', url: 'https://fitness-finder.example' },
      totalPaymentDue: { amountMinor: 0 },
      orderedItem: [place, place],
      timeline: [{ trigger: null, state: 'CREATED', at }, { trigger: 'FREE_PLACES_BOOKED', state: 'CONFIRMED', at }],
    });
    const { data } = await callGraphql(gateway.graphqlUrl, '{ orders(first: 100) { nodes { id reference orderedItem { accessToken { text } } } } }');
    const nodes = data.orders.nodes as { id: string; reference: string; orderedItem: { accessToken: { text: string }[] }[] }[];
    expect(nodes.map(({ id }) => id)).toContain(session.orderId);
    const passes = nodes.flatMap(({ orderedItem }) => orderedItem.flatMap(({ accessToken }) => accessToken.map(({ text }) => text)));
    expect(passes).toHaveLength(new Set(passes).size);
    expect(new Set(nodes.map(({ reference }) => reference)).size).toBe(nodes.length);
    expect(await readOrder(session.orderId, DEMO.apiKeys.clubCompass)).toBeNull();
    const others = await callGraphql(gateway.graphqlUrl, '{ orders(first: 100) { nodes { id } } }', {}, DEMO.apiKeys.clubCompass);
    expect(others.data.orders.nodes.map(({ id }: { id: string }) => id)).not.toContain(session.orderId);
  });

  it('leaves the session’s JSON as it was, byte for byte, booked or cancelled (contract §4 row 6)', async () => {
    const item = await addItem(gateway, { capacity: 5 });
    for (const [end, state] of [['book', 'COMPLETED'], ['cancel', 'CANCELLED']] as const) {
      const session = await openSession(gateway, [item.place()], ADA_OF_UNKNOWN_AGE);
      const before = await callRest(session.id);
      const ada = await enter(gateway, session.target);
      await ada.details(null);
      await ada.age();
      await ada[end]();
      expect(await sessionState(session.identifier)).toBe(state);
      const after = await callRest(session.id);
      expect(after.status).toBe(200);
      expect(after.text).toBe(before.text);
      expect(await startCheckout(gateway, session.target, { heldTokens: [ada.token] }), 'the same browser').toMatchObject({ name: 'StartCheckoutPayload', token: ada.token, checkout: { state } });
    }
  });

  it('lets the browser back into its own checkout, and starts another when that is over', async () => {
    const item = await addItem(gateway, { capacity: 5 });
    for (const target of [item.target, await makeButton(gateway, item.id)]) {
      const first = await enter(gateway, target);
      expect(await startCheckout(gateway, target, { heldTokens: [first.token] })).toMatchObject({ token: first.token });
      await first.cancel();
      const next = await startCheckout(gateway, target, { heldTokens: [first.token] });
      expect(next).toMatchObject({ name: 'StartCheckoutPayload', checkout: { state: 'OPEN' } });
      expect(next.token).not.toBe(first.token);
      expect(await customerIn(gateway, first.token).read()).toMatchObject({ step: 'CANCELLED' });
    }
  });
});
