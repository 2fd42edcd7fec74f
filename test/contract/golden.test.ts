import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutSessionFactsFragment } from '../../rest-adapter/generated/operations.js';
import { writeCheckoutSession } from '../../rest-adapter/json-ld/write-checkout-session.js';
import { Broker } from '../../src/broker/broker.entity.js';
import { CheckoutSession } from '../../src/checkout-session/checkout-session.entity.js';
import type { CheckoutSessionFacts } from '../../src/checkout-session/checkout-session.facts.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRest } from '../support/rest.js';
import { STORES } from '../support/stores.js';

/*
 * The bytes that version 1 of the writer has given to brokers. A fixture here is never edited: another text for the same
 * facts is a broken promise, and a change of the format is a version 2 beside it, with fixtures of its own.
 */

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');

type Order = CheckoutSessionFactsFragment['initialOrder'];

const PERSON: Order['customer'] = {
  __typename: 'Person',
  identifier: 'member-42',
  givenName: 'Zoë "Z"',
  familyName: 'O’Brien-Łukasz \u{1F3F8}',
  email: 'zoe+yoga@example.com',
  is13OrOver: true,
};
const SESSION_ITEM: Order['orderedItem'][number] = {
  acceptedOffer: 'https://open.example/offers/adult?a=1&b=2',
  orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'yoga/2026-11-21T18:30' },
};
const SLOT_ITEM: Order['orderedItem'][number] = { acceptedOffer: 'https://open.example/offers/court', orderedItem: { type: 'SLOT', identifier: 'court-1-1000' } };
const LINKS: CheckoutSessionFactsFragment['navigationLinks'] = [
  { name: 'Back to Broker', linkType: 'https://platform.example/ns/BackToBrokerLink', url: 'https://finder.example/search?q=yoga' },
  { name: 'Back to Broker User Profile', linkType: 'https://platform.example/ns/BackToBrokerUserProfileLink', url: 'https://finder.example/me' },
];

function facts(order: Partial<Order> = {}, navigationLinks = LINKS): CheckoutSessionFactsFragment {
  return {
    id: 'https://checkout.example/api/checkout-sessions/Zx3v8Q_1kL-mN0pR5sT7uw',
    identifier: 'Zx3v8Q_1kL-mN0pR5sT7uw',
    frozen: { version: 1, vocabUrl: 'https://openactive.io/', platformUrl: 'https://platform.example/ns' },
    initialOrder: {
      id: 'https://checkout.example/api/orders/0193a000-0000-7000-8000-00000000abcd',
      customer: PERSON,
      broker: { name: 'Fitness Finder', url: 'https://finder.example' },
      orderedItem: [SESSION_ITEM],
      ...order,
    },
    navigationLinks,
    potentialAction: [{ name: 'Checkout', target: 'https://checkout.example/checkout/0123456789abcdefghijklmnopqrstuvwxyzABCDEFG' }],
  };
}

describe('the bytes of a checkout session, writer version 1', () => {
  it.each([
    ['person-with-all-members', facts()],
    ['person-minimal', facts({ customer: { ...PERSON, identifier: null, is13OrOver: null } })],
    ['customer-url', facts({ customer: { __typename: 'CustomerReference', url: 'https://booking.example/api/v2/customers/0193a000-0000-7000-8000-0000000000C1' } })],
    ['without-navigation-links', facts({}, null)],
    ['with-no-navigation-link', facts({}, [])],
    ['slot-and-scheduled-session', facts({ orderedItem: [SLOT_ITEM, SESSION_ITEM, SLOT_ITEM] })],
  ])('never change: %s', (name, given) => {
    expect(JSON.stringify(writeCheckoutSession(given))).toBe(fixture(`golden/checkout-session-1-${name}.json`));
  });

  it('are not guessed for a version that has no writer', () => {
    expect(() => writeCheckoutSession({ ...facts(), frozen: { ...facts().frozen, version: 2 } })).toThrow('no writer for version 2');
  });
});

/** A row as version 1 stored it, whatever a version after it stores. */
const STORED: CheckoutSessionFacts = {
  version: 1,
  vocabUrl: 'https://openactive.io/',
  platformUrl: 'https://platform.example/ns',
  checkoutUrl: 'https://checkout.example',
  quoteId: '0193a000-0000-7000-8000-00000000abcd',
  customer: { kind: 'PERSON', identifier: 'member-42', givenName: 'Zoë "Z"', familyName: 'O’Brien-Łukasz \u{1F3F8}', email: 'zoe+yoga@example.com', is13OrOver: true },
  broker: { name: 'Fitness Finder', url: 'https://finder.example' },
  orderedItem: [
    { acceptedOffer: 'https://open.example/offers/court', type: 'SLOT', identifier: 'court-1-1000', price: { amountMinor: 1200, currency: 'GBP', amount: '12.00' } },
    { acceptedOffer: 'https://open.example/offers/adult?a=1&b=2', type: 'SCHEDULED_SESSION', identifier: 'yoga/2026-11-21T18:30', price: { amountMinor: 0, currency: null, amount: '0.00' } },
  ],
  totalPaymentDue: { amountMinor: 1200, currency: 'GBP', amount: '12.00' },
  navigationLinks: LINKS,
};

describe.each(STORES)('the bytes of a stored checkout session, facts version 1 (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' }, { LINK_SIGNING_KEYS: fixture('link-signing-keys.json') });
  });
  afterAll(() => gateway.stop());

  it('never change on their way from the row through GraphQL to the wire, target included', async () => {
    const em = gateway.store.fork();
    const now = gateway.clock.now();
    em.create(CheckoutSession, {
      identifier: 'Zx3v8Q_1kL-mN0pR5sT7uw',
      variant: 'AUTHENTICATED',
      broker: em.getReference(Broker, DEMO.brokerIds.fitnessFinder),
      seller: await em.findOneOrFail(Seller, { sellerId: DEMO.sellerId('northside-sports') }),
      state: 'EXPIRED',
      facts: STORED,
      targetKeyId: 'test-key-1',
      targetHash: createHash('sha256').update('not looked at here').digest('hex'),
      createdAt: now,
      expiresAt: now,
    });
    await em.flush();
    const answer = await callRest(`${gateway.url}/api/checkout-sessions/Zx3v8Q_1kL-mN0pR5sT7uw`);
    expect(answer.text).toBe(fixture('golden/checkout-session-1-stored.json'));
  });
});
