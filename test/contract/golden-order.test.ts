import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderSuccessFactsFragment } from '../../rest-adapter/generated/operations.js';
import { writeOrder } from '../../rest-adapter/json-ld/write-order.js';
import { newUuid } from '../../src/shared/ids.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import type { OrderSuccessFacts } from '../../src/webhook/webhook-facts.js';
import { BrokerDouble } from '../support/broker-double.js';
import { startSenderWorld, type SenderWorld } from '../support/sender-world.js';
import { STORES } from '../support/stores.js';

/*
 * The bytes that version 1 of the writer has given to brokers. A fixture here is never edited: another text for the same
 * facts is a broken promise, and a change of the format is a version 2 beside it, with fixtures of its own.
 */

const fixture = (name: string) => readFileSync(new URL(`../fixtures/golden/${name}.json`, import.meta.url), 'utf8');

const PERSON: OrderSuccessFactsFragment['customer'] = {
  identifier: 'member-42',
  givenName: 'Zoë "Z"',
  familyName: 'O’Brien-Łukasz \u{1F3F8}',
  email: 'zoe+yoga@example.com',
  is13OrOver: true,
};
const SESSION_ITEM: OrderSuccessFactsFragment['orderedItem'][number] = {
  acceptedOffer: 'https://open.example/offers/adult?a=1&b=2',
  orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'yoga/2026-11-21T18:30', id: null },
  orderItemStatus: 'ORDER_CONFIRMED',
  accessToken: [{ text: 'qv3v8Q_1kL-mN0pR5sT7uw' }],
  accessCode: [{ name: 'PIN', value: '004217' }],
};
const SLOT_ITEM: typeof SESSION_ITEM = { ...SESSION_ITEM, acceptedOffer: 'https://open.example/offers/court', orderedItem: { type: 'SLOT', identifier: 'court-1-1000', id: null }, accessToken: [{ text: 'AAAv8Q_1kL-mN0pR5sT7uw' }] };
const BY_ID: typeof SESSION_ITEM = { ...SESSION_ITEM, orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'yoga-1', id: 'https://open.example/scheduled-sessions/yoga#1' } };

function facts(members: Partial<OrderSuccessFactsFragment> = {}): OrderSuccessFactsFragment {
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

describe.each(STORES)('the bytes of a stored delivery, facts version 1 (%s)', (store) => {
  let world: SenderWorld;
  let broker: BrokerDouble;
  beforeAll(async () => {
    world = await startSenderWorld(store);
    broker = await BrokerDouble.start(() => world.clock.now());
  });
  afterAll(async () => {
    await world.stop();
    await broker.stop();
  });

  it('never change on their way from the row through GraphQL to the broker', async () => {
    const { id } = await world.takeIn(broker);
    const em = world.store.fork();
    const endpoint = await em.findOneOrFail(WebhookEndpoint, { broker: id });
    const now = world.clock.now();
    em.create(WebhookDelivery, { id: newUuid(), endpoint, kind: 'ORDER_SUCCESS', subject: STORED.quoteId, facts: STORED, body: null, state: 'PENDING', createdAt: now, queuedAt: now, dueAt: now, leasedUntil: null, attempts: 0, scheduleStart: 0, lastStatus: null, lastError: null, endedAt: null });
    await em.flush();
    await world.round();
    expect(broker.received.map(({ body }) => body)).toEqual([fixture('order-1-person-with-all-members')]);
  });
});
