import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { newUuid } from '../../src/shared/ids.js';
import { checkoutHeader, customerIn, documentOf, enter, GUEST, makeButton, openSession, startCheckout } from '../support/checkout.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { addItem } from '../support/places.js';
import { STORES } from '../support/stores.js';

const LOOK = `query ($target: CheckoutTargetInput!) { checkoutTarget(target: $target) { state isStartedElsewhere isForOneCustomer heldCheckout { id state } broker { name } seller { id }
  navigationLinks { name } items { opportunity { ... on ScheduledSession { identifier } } } totalPaymentDue { amountMinor } } }`;

describe.each(STORES)('who a checkout belongs to (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const look = async (target: object, heldTokens: readonly string[] = []) => (await callGraphql(gateway.graphqlUrl, LOOK, { target: { ...target, heldTokens } }, null)).data.checkoutTarget;
  const refusal = async (token: string, field = 'checkout') => {
    const [query, variables] = field === 'checkout' ? ['{ checkout { id } }', {}] : [documentOf(field), { input: { submitDetails: { customer: GUEST }, chooseTicket: {}, confirmAge: { is13OrOver: true } }[field] }];
    const { data, errors } = await callGraphql(gateway.graphqlUrl, query, variables, null, checkoutHeader(token));
    expect(data?.[field] ?? null).toBeNull();
    return errors?.[0]?.extensions['code'];
  };

  it('gives each browser at one book button a checkout, an order and a token of its own, and none opens another’s', async () => {
    const item = await addItem(gateway, { capacity: 5 });
    const button = await makeButton(gateway, item.id, DEMO.apiKeys.fitnessFinder);
    const guests = [await enter(gateway, button), await enter(gateway, button)];
    const orders = [];
    for (const [index, guest] of guests.entries()) {
      await guest.details({ ...GUEST, givenName: `Guest ${index}` });
      await guest.age();
      const { checkout } = await guest.book();
      expect(checkout).toMatchObject({ step: 'DONE', customer: { givenName: `Guest ${index}` } });
      orders.push(checkout?.order);
    }
    expect(new Set(orders.map((order) => order?.id)).size).toBe(2);
    const [first, second] = await Promise.all(guests.map(({ read }) => read()));
    expect([first?.order, second?.order]).toEqual(orders);
    expect(JSON.stringify(second)).not.toContain('Guest 0');
    expect(await look(button), 'to a third').toMatchObject({ heldCheckout: null, isStartedElsewhere: false });
    expect(await look(button, [guests[0]?.token ?? ''])).toMatchObject({ heldCheckout: { id: first?.id, state: 'COMPLETED' } });
  });

  it('binds the session of one customer to the first browser that starts it', async () => {
    const item = await addItem(gateway, { capacity: 5 });
    const session = await openSession(gateway, [item.place()]);
    expect(await look(session.target)).toMatchObject({ state: 'OPEN', isForOneCustomer: true, isStartedElsewhere: false, heldCheckout: null });
    const ada = await enter(gateway, session.target);
    const stranger = await enter(gateway, item.target);
    for (const heldTokens of [[], [stranger.token], [`${ada.token}x`], ['nonsense']]) {
      expect(await startCheckout(gateway, session.target, { heldTokens })).toMatchObject({ name: 'CheckoutStartedElsewhereError', token: undefined });
      expect(await look(session.target, heldTokens)).toMatchObject({ isStartedElsewhere: true, heldCheckout: null });
    }
    expect(await startCheckout(gateway, session.target, { heldTokens: [stranger.token, ada.token] })).toMatchObject({ token: ada.token });
    await ada.details(null);
    await ada.book();
    expect(await startCheckout(gateway, session.target), 'when it is booked').toMatchObject({ name: 'CheckoutStartedElsewhereError' });
    expect(await look(session.target, [ada.token])).toMatchObject({ state: 'COMPLETED', isStartedElsewhere: false, heldCheckout: { state: 'COMPLETED' } });
  });

  it('tells somebody who has only the address what it is about, and nothing about whom (contract §4 row 5)', async () => {
    const item = await addItem(gateway);
    const session = await openSession(gateway, [item.place()]);
    const seen = await look(session.target);
    expect(seen).toMatchObject({ broker: { name: 'Fitness Finder' }, seller: { id: DEMO.sellerId('riverside-yoga') }, navigationLinks: [{ name: 'Back to Broker' }], items: [{ opportunity: { identifier: item.identifier } }], totalPaymentDue: { amountMinor: 0 } });
    for (const personal of ['Ada', 'Clarke', 'ada.clarke@example.com', 'member-42']) expect(JSON.stringify(seen)).not.toContain(personal);
  });

  it('refuses a token that is wrong in any way as UNAUTHENTICATED, to reading and to every act, and never takes it for none', async () => {
    const item = await addItem(gateway, { capacity: 5 });
    const [mine, yours] = [await enter(gateway, item.target), await enter(gateway, item.target)];
    const [[myId = '', mySecret = ''], [yourId = '', yourSecret = '']] = [mine.token.split('.'), yours.token.split('.')];
    const session = await openSession(gateway, [item.place()]);
    const wrong = [`${myId}.${yourSecret}`, `${yourId}.${mySecret}`, myId, `${myId}.`, `${mine.token}x`, mine.token.slice(0, -1), `${newUuid()}.${mySecret}`, `${myId.toUpperCase()}.${mySecret}`, session.target.secret, session.identifier, 'nonsense', '.', DEMO.apiKeys.fitnessFinder];
    for (const token of wrong) expect(await refusal(token), token).toBe('UNAUTHENTICATED');
    for (const field of ['chooseTicket', 'submitDetails', 'confirmAge', 'acceptPrices', 'renewHold', 'bookCheckout', 'cancelCheckout']) expect(await refusal(`${myId}.${yourSecret}`, field), field).toBe('UNAUTHENTICATED');
    expect([(await mine.read()).state, (await yours.read()).state]).toEqual(['OPEN', 'OPEN']);
    const { errors } = await callGraphql(gateway.graphqlUrl, '{ checkout { id } }', {}, null);
    expect(errors?.[0]?.extensions['code'], 'without any').toBe('UNAUTHENTICATED');
  });

  it('lets the token into nothing but its checkout, and a broker’s key into none', async () => {
    const item = await addItem(gateway);
    const guest = await enter(gateway, item.target);
    for (const query of ['{ orders { nodes { id } } }', '{ checkoutSessions { nodes { identifier } } }', '{ brokers { nodes { id } } }']) {
      const { errors } = await callGraphql(gateway.graphqlUrl, query, {}, null, checkoutHeader(guest.token));
      expect(errors?.[0]?.extensions['code'], query).toBe('FORBIDDEN');
    }
    const { errors } = await callGraphql(gateway.graphqlUrl, documentOf('bookCheckout'));
    expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
    expect(await customerIn(gateway, guest.token).read()).toMatchObject({ step: 'DETAILS' });
  });

  it('knows nothing at an address that leads nowhere, and wants exactly one address', async () => {
    for (const target of [{ secret: 'A'.repeat(43) }, { item: { type: 'SLOT', identifier: 'demo-free' } as const }, { item: { type: 'SCHEDULED_SESSION', identifier: 'nothing-there' } as const }]) {
      expect(await look(target)).toBeNull();
      expect(await startCheckout(gateway, target)).toMatchObject({ name: 'UnknownCheckoutTargetError' });
    }
    const item = { type: 'SCHEDULED_SESSION', identifier: 'demo-free' } as const;
    for (const target of [{}, { secret: 'A'.repeat(43), item }, { secret: '' }, { item, heldTokens: Array.from({ length: 21 }, () => 'x') }]) {
      const { data, errors } = await callGraphql(gateway.graphqlUrl, documentOf('startCheckout'), { input: target }, null);
      expect(data).toBeNull();
      expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    }
  });
});
