import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebhookOrderFactsFragment } from '../../rest-adapter/generated/operations.js';
import { writeEvent } from '../../rest-adapter/json-ld/write-event.js';
import { writeOrder } from '../../rest-adapter/json-ld/write-order.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import { queueDelivery } from '../../src/webhook/queue-delivery.js';
import type { OrderSuccessFacts, SellerChangeEvent, WebhookEvent } from '../../src/webhook/webhook-facts.js';
import { WEBHOOK_KINDS } from '../../src/webhook/webhook-kinds.js';
import { BrokerDouble } from '../support/broker-double.js';
import { startSenderWorld, type SenderWorld } from '../support/sender-world.js';
import { STORES } from '../support/stores.js';

/*
 * The bytes that version 1 of each writer has given to brokers. A fixture here is never edited: another text for the same
 * facts is a broken promise, and a change of the format is a version 2 beside it, with fixtures of its own.
 */

const fixture = (name: string) => readFileSync(new URL(`../fixtures/golden/${name}.json`, import.meta.url), 'utf8');

const PERSON: WebhookOrderFactsFragment['customer'] = {
  identifier: 'member-42',
  givenName: 'Zoë "Z"',
  familyName: 'O’Brien-Łukasz \u{1F3F8}',
  email: 'zoe+yoga@example.com',
  is13OrOver: true,
};
const SESSION_ITEM: WebhookOrderFactsFragment['orderedItem'][number] = {
  acceptedOffer: 'https://open.example/offers/adult?a=1&b=2',
  orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'yoga/2026-11-21T18:30', id: null },
  orderItemStatus: 'ORDER_CONFIRMED',
  accessToken: [{ text: 'qv3v8Q_1kL-mN0pR5sT7uw' }],
  accessCode: [{ name: 'PIN', value: '004217' }],
};
const SLOT_ITEM: typeof SESSION_ITEM = { ...SESSION_ITEM, acceptedOffer: 'https://open.example/offers/court', orderedItem: { type: 'SLOT', identifier: 'court-1-1000', id: null }, accessToken: [{ text: 'AAAv8Q_1kL-mN0pR5sT7uw' }] };
const BY_ID: typeof SESSION_ITEM = { ...SESSION_ITEM, orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'yoga-1', id: 'https://open.example/scheduled-sessions/yoga#1' } };

function facts(members: Partial<WebhookOrderFactsFragment> = {}): WebhookOrderFactsFragment {
  return {
    id: 'https://checkout.example/api/orders/0193a000-0000-7000-8000-00000000abcd',
    customer: PERSON,
    broker: { name: 'Fitness Finder', url: 'https://finder.example' },
    orderedItem: [SESSION_ITEM],
    frozen: { version: 1, vocabUrl: 'https://openactive.io/', platformUrl: 'https://platform.example/ns' },
    ...members,
  };
}

describe('the bytes of a success webhook, writer version 1', () => {
  it.each([
    ['person-with-all-members', facts()],
    ['person-minimal', facts({ customer: { ...PERSON, identifier: null, is13OrOver: null } })],
    ['slot-and-scheduled-session', facts({ orderedItem: [SLOT_ITEM, SESSION_ITEM] })],
    ['guest-by-id', facts({ customer: { ...PERSON, identifier: null }, orderedItem: [BY_ID] })],
    ['cancelled-places', facts({ orderedItem: [{ ...SESSION_ITEM, orderItemStatus: 'CUSTOMER_CANCELLED' }, { ...SLOT_ITEM, orderItemStatus: 'SELLER_CANCELLED' }] })],
  ])('never change: %s', (name, given) => {
    expect(JSON.stringify(writeOrder(given))).toBe(fixture(`order-1-${name}`));
  });

  it('are not guessed for a version that has no writer, or for a place that is only quoted', () => {
    expect(() => writeOrder(facts({ frozen: { ...facts().frozen, version: 2 } }))).toThrow("no writer for version 2 of an order's facts");
    expect(() => writeOrder(facts({ orderedItem: [{ ...SESSION_ITEM, orderItemStatus: null }] }))).toThrow('without a status');
  });
});

const FROZEN = facts().frozen;
const SELLER_EVENTS: readonly SellerChangeEvent[] = ['ONBOARDED_FREE', 'ONBOARDED_PAID', 'MOVED_TO_PAID', 'MOVED_TO_FREE', 'TERMS_ACCEPTED', 'OPTED_OUT'];
/** One JSON to a line, in the order of the list. */
const lines = (name: string) => fixture(name).trimEnd().split('\n');

describe('the bytes of the other webhooks, writers version 1', () => {
  it('never change: what happened to a seller, each in a word of its own', () => {
    const sellerId = 'https://club.example/about?lang=cy#us';
    expect(SELLER_EVENTS.map((event) => JSON.stringify(writeEvent({ __typename: 'SellerChange', sellerId, event, frozen: FROZEN })))).toEqual(lines('seller-change-1'));
  });

  it('never change: a test of each kind of endpoint', () => {
    const endpointId = '0193a000-0000-7000-8000-00000000e001';
    expect(WEBHOOK_KINDS.map((endpointKind) => JSON.stringify(writeEvent({ __typename: 'TestEvent', endpointId, endpointKind, frozen: FROZEN })))).toEqual(lines('test-event-1'));
  });

  it('never change: an order of which a place was cancelled, which keeps its pass and its code', () => {
    const orderedItem = [{ ...SESSION_ITEM, orderItemStatus: 'CUSTOMER_CANCELLED' }, { ...SLOT_ITEM, orderItemStatus: 'SELLER_CANCELLED' }] as const;
    expect(JSON.stringify(writeEvent({ __typename: 'OrderChange', ...facts({ orderedItem }) }))).toBe(fixture('order-1-cancelled-places'));
  });

  it('are what the docs show', () => {
    const shown = [...readFileSync('docs/webhooks.md', 'utf8').matchAll(/^```json\n(.*?)^```/gms)].map(([, code = '']) => JSON.stringify(JSON.parse(code)));
    expect(shown).toEqual([fixture('order-1-person-minimal'), fixture('customer-change-1'), fixture('order-1-cancelled-places'), lines('seller-change-1')[0], lines('test-event-1')[0]]);
  });

  it('are not guessed for a version that has no writer', () => {
    const frozen = { ...FROZEN, version: 2 };
    expect(() => writeEvent({ __typename: 'SellerChange', sellerId: 'https://club.example', event: 'OPTED_OUT', frozen })).toThrow("no writer for version 2 of a seller's facts");
    expect(() => writeEvent({ __typename: 'TestEvent', endpointId: 'e', endpointKind: 'ORDER_SUCCESS', frozen })).toThrow("no writer for version 2 of a test's facts");
  });
});

/** A row as version 1 stored it, whatever a version after it stores. */
const STORED: OrderSuccessFacts = {
  version: 1,
  vocabUrl: 'https://openactive.io/',
  platformUrl: 'https://platform.example/ns',
  checkoutUrl: 'https://checkout.example',
  quoteId: '0193a000-0000-7000-8000-00000000abcd',
  customer: { kind: 'PERSON', identifier: 'member-42', givenName: 'Zoë "Z"', familyName: 'O’Brien-Łukasz \u{1F3F8}', email: 'zoe+yoga@example.com', is13OrOver: true },
  broker: { name: 'Fitness Finder', url: 'https://finder.example' },
  orderedItem: [{ acceptedOffer: 'https://open.example/offers/adult?a=1&b=2', type: 'SCHEDULED_SESSION', identifier: 'yoga/2026-11-21T18:30', price: { amountMinor: 0, currency: null, amount: '0.00' } }],
  totalPaymentDue: { amountMinor: 0, currency: null, amount: '0.00' },
  places: [{ orderItemStatus: 'ORDER_CONFIRMED', accessToken: 'qv3v8Q_1kL-mN0pR5sT7uw', accessCode: '004217' }],
};

const FIRST_CANCELLED: OrderSuccessFacts = { ...STORED, places: [{ orderItemStatus: 'CUSTOMER_CANCELLED', accessToken: 'qv3v8Q_1kL-mN0pR5sT7uw', accessCode: '004217' }] };
const OF_THE_DAY = { version: 1, vocabUrl: 'https://openactive.io/', platformUrl: 'https://platform.example/ns' } as const;
const SELLER_ID = 'https://club.example/about?lang=cy#us';
const ENDPOINT_ID = '0193a000-0000-7000-8000-00000000e001';
const STORED_EVENTS: readonly (readonly [WebhookEvent, string])[] = [
  [{ kind: 'ORDER_SUCCESS', subject: STORED.quoteId, facts: STORED }, fixture('order-1-person-with-all-members')],
  [{ kind: 'ORDER_CHANGE', subject: STORED.quoteId, facts: FIRST_CANCELLED }, fixture('order-1-person-with-all-members').replace('OrderConfirmed', 'CustomerCancelled')],
  [{ kind: 'SELLER_CHANGE', subject: '0193a000-0000-7000-8000-0000000000e2', facts: { ...OF_THE_DAY, sellerId: SELLER_ID, event: 'TERMS_ACCEPTED' } }, lines('seller-change-1')[4] ?? ''],
  [{ kind: 'TEST', subject: ENDPOINT_ID, facts: { ...OF_THE_DAY, endpointKind: 'SELLER_CHANGE' } }, lines('test-event-1')[3] ?? ''],
];

describe.each(STORES)('the bytes of a stored delivery, facts version 1 (%s)', (store) => {
  let world: SenderWorld;
  let broker: BrokerDouble;
  beforeAll(async () => {
    world = await startSenderWorld(store);
    broker = await BrokerDouble.start(() => world.clock.now(), 0, () => []);
  });
  afterAll(async () => {
    await world.stop();
    await broker.stop();
  });

  it('never change on their way from the row through GraphQL to the broker', async () => {
    const { id } = await world.takeIn(broker);
    for (const [event, body] of STORED_EVENTS) {
      const em = world.store.fork();
      queueDelivery(em, await em.findOneOrFail(WebhookEndpoint, { broker: id }), event, world.clock.now());
      await em.flush();
      await world.round();
      expect(broker.received.at(-1)?.body, event.kind).toBe(body);
    }
    expect(broker.received).toHaveLength(STORED_EVENTS.length);
  });
});
