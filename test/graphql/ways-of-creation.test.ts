import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLinkKeys } from '../../src/access/link-keys.js';
import { Broker } from '../../src/broker/broker.entity.js';
import { createAtOnce } from '../../src/checkout-session/create-at-once.js';
import { createPlainly } from '../../src/checkout-session/create-checkout-session.js';
import { readCheckoutSession, viewNewSession } from '../../src/checkout-session/checkout-session.store.js';
import type { SessionRequest } from '../../src/checkout-session/session-request.js';
import { Customer } from '../../src/customer/customer.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { UserError } from '../../src/shared/user-error.js';
import { DEMO } from '../../src/store/demo-data.js';
import { DEMO_ITEMS } from '../../src/store/demo-world.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { STORES } from '../support/stores.js';

const OF_OTHERS = newUuid();
const UNCONNECTED = newUuid();
const CUSTOMERS = { adult: { id: newUuid(), is13OrOver: true }, unknown: { id: newUuid(), is13OrOver: null }, child: { id: newUuid(), is13OrOver: false }, erased: { id: newUuid(), is13OrOver: true }, others: { id: OF_OTHERS, is13OrOver: true } } as const;

const placesOf = ({ type, identifier, offers, ownOffers = [] }: (typeof DEMO_ITEMS)[number]) =>
  fc.record({ acceptedOffer: fc.constantFrom(...[...offers, ...ownOffers].flatMap(({ id }) => id ?? []), 'https://demo.courtside.example/offers/none'), orderedItem: fc.constant({ type, identifier }) });
const GOOD = DEMO_ITEMS.filter(({ identifier }) => ['demo-free', 'demo-several-offers', 'demo-unknown-capacity'].includes(identifier));
/** Mostly of one item, so that not everything is refused. */
const orderedItem = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...DEMO_ITEMS, ...GOOD, ...GOOD, ...GOOD).chain((one) => fc.array(placesOf(one), { minLength: 1, maxLength: 3 })) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...DEMO_ITEMS, ...GOOD).chain(placesOf), { minLength: 1, maxLength: 3 }) },
);
const good = fc.record({ identifier: fc.option(fc.constant('member-42')), givenName: fc.constantFrom('Ada', 'Zoë "Z"'), familyName: fc.constant('Clarke'), email: fc.constant('ada@example.com'), is13OrOver: fc.constantFrom(true, null) });
const person = fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: good.map((one) => ({ ...one, givenName: ' ' })) }, { weight: 1, arbitrary: good.map((one) => ({ ...one, is13OrOver: false })) });
const link = fc.record({ name: fc.constant('Back'), linkType: fc.constant('https://platform.example/ns/BackToBrokerLink'), url: fc.webUrl() });

const keyed = (brokerId: string, input: SessionRequest, key: string | null) => ({ holder: `broker:${brokerId}`, key, operation: 'createCheckoutSession', input });

describe.each(STORES)('the quick and the plain way of creating a session (%s)', (store) => {
  let gateway: TestGateway;
  let addresses: Record<'sellersUrl' | 'checkoutUrl' | 'bookingApiUrl' | 'vocabUrl' | 'platformUrl', string>;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    addresses = { sellersUrl: gateway.url, checkoutUrl: gateway.url, bookingApiUrl: gateway.url, vocabUrl: 'https://openactive.io/', platformUrl: `${gateway.url}/ns` };
    const em = gateway.store.fork();
    em.create(Broker, { id: UNCONNECTED, name: 'No endpoint', url: 'https://broker.example/', createdAt: gateway.clock.now() });
    for (const [name, { id, is13OrOver }] of Object.entries(CUSTOMERS)) {
      const broker = em.getReference(Broker, name === 'others' ? DEMO.brokerIds.clubCompass : DEMO.brokerIds.fitnessFinder);
      em.create(Customer, { id, broker, identifier: null, givenName: 'Ada', familyName: 'Clarke', email: `${name}@example.com`, is13OrOver, createdAt: gateway.clock.now(), changedAt: null, erasedAt: name === 'erased' ? gateway.clock.now() : null });
    }
    await em.flush();
  });
  afterAll(() => gateway.stop());

  const partsOf = async () => {
    const { store: { reads, lane, kind }, clock, dataFolder } = gateway;
    return { reads, lane, storeKind: kind, fork: () => gateway.store.fork(), addresses, now: clock.now(), linkKeys: await loadLinkKeys(undefined, dataFolder), selected: new Set(['potentialAction', 'opportunity', 'CheckoutSession.broker', 'apiKeys']) };
  };

  /** The rows that a session has, without what differs from session to session. */
  const rowsOf = async (identifier: string, key: string | null) => {
    const { reads } = gateway.store;
    const session = await reads.selectFrom('checkout_session').where('identifier', '=', identifier).selectAll().executeTakeFirstOrThrow();
    const quote = await reads.selectFrom('order_quote').where('checkout_session_identifier', '=', identifier).selectAll().executeTakeFirstOrThrow();
    const items = await reads.selectFrom('order_item').where('quote_id', '=', quote.id).orderBy('position').selectAll().execute();
    const claims = key === null ? [] : await reads.selectFrom('idempotency_key').where('key', '=', key).selectAll().execute();
    const facts: object = typeof session.facts === 'string' ? (JSON.parse(session.facts) as object) : session.facts; // as it was frozen
    return {
      session: { ...session, facts: JSON.stringify(facts).replaceAll(quote.id, 'QUOTE'), identifier: 'SESSION', target_hash: session.target_hash.length },
      quote: { ...quote, id: 'QUOTE', checkout_session_identifier: 'SESSION' },
      items: items.map((row) => ({ ...row, id: row.id.length, quote_id: row.quote_id === quote.id })),
      claims: claims.map((row) => ({ ...row, key: 'KEY', reference: row.reference === identifier })),
    };
  };

  const customer = fc.oneof(
    fc.record({ person }),
    fc.record({ person }),
    fc.constantFrom(...Object.values(CUSTOMERS)).map(({ id }) => ({ url: `${gateway.url}/api/v2/customers/${id}` })),
    fc.constantFrom({ url: 'https://elsewhere.example/1' }, { url: 'nowhere' }, {}),
  );
  const request = () => fc.record({
    initialOrder: fc.record({ customer, broker: fc.constant({ name: 'Fitness Finder', url: 'https://fitness-finder.example' }), orderedItem }),
    navigationLinks: fc.option(fc.array(link, { maxLength: 2 })),
  });

  it('write the same rows or both write none, and what is answered at once is what is read later', async () => {
    const made = { sessions: 0, refusals: 0 };
    const broker = fc.constantFrom(DEMO.brokerIds.fitnessFinder, DEMO.brokerIds.fitnessFinder, DEMO.brokerIds.fitnessFinder, UNCONNECTED);
    await fc.assert(
      fc.asyncProperty(broker, request(), fc.boolean(), async (brokerId, input, hasKey) => {
        const parts = await partsOf();
        const [quickKey, plainKey] = hasKey ? [newUuid(), newUuid()] : [null, null];
        const quick = await createAtOnce(brokerId, keyed(brokerId, input, quickKey), parts);
        const plain = await createPlainly(brokerId, keyed(brokerId, input, plainKey), parts);
        expect(quick === undefined).toBe(plain instanceof UserError);
        made[quick ? 'sessions' : 'refusals'] += 1;
        if (!quick || plain instanceof UserError) return;
        expect(await rowsOf(quick.identifier, quickKey)).toEqual(await rowsOf(plain.reference, plainKey));
        expect(await viewNewSession(quick, parts)).toEqual(await readCheckoutSession({ brokerId }, quick.identifier, parts));
      }),
      { numRuns: 150 },
    );
    expect(made.sessions).toBeGreaterThan(10);
    expect(made.refusals).toBeGreaterThan(10);
    const claimed = await gateway.store.reads.selectFrom('idempotency_key').where('reference', 'is', null).selectAll().execute();
    expect(claimed).toEqual([]);
  });

  it('know the keys of each other: of two with one key the second makes nothing, by either way, for a day', async () => {
    const input: SessionRequest = { initialOrder: { customer: { url: `${gateway.url}/api/v2/customers/${CUSTOMERS.adult.id}` }, broker: { name: 'Fitness Finder', url: 'https://fitness-finder.example' }, orderedItem: [{ acceptedOffer: DEMO.offers.free, orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'demo-free' } }] } };
    const [brokerId, parts] = [DEMO.brokerIds.fitnessFinder, await partsOf()];
    const [one, other] = [keyed(brokerId, input, newUuid()), keyed(brokerId, input, newUuid())];
    const quick = await createAtOnce(brokerId, one, parts);
    expect(await createPlainly(brokerId, one, parts)).toEqual({ reference: quick?.identifier, isReplayed: true });
    expect(await createPlainly(brokerId, other, parts)).toMatchObject({ isReplayed: false });
    expect(await createAtOnce(brokerId, other, parts)).toBeUndefined();
    const dayLater = { ...parts, now: new Date(parts.now.getTime() + 86_400_001) };
    const anew = await createAtOnce(brokerId, other, dayLater);
    expect(await createPlainly(brokerId, other, dayLater)).toEqual({ reference: anew?.identifier, isReplayed: true });
  });
});
