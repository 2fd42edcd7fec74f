import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { countStatements } from '../support/count-statements.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { countSessionRows, itemInput, sessionInput } from '../support/seed.js';
import { STORES } from '../support/stores.js';

const CREATE = `
  mutation ($input: CreateCheckoutSessionInput!) {
    createCheckoutSession(input: $input) {
      __typename
      ... on CreateCheckoutSessionPayload {
        checkoutSession {
          id identifier state createdAt expiresAt
          initialOrder {
            id
            customer { __typename ... on CustomerReference { url } ... on Person { identifier givenName familyName email is13OrOver } }
            broker { name url }
            orderedItem { acceptedOffer orderedItem { type identifier } price { amountMinor currency amount } opportunity { id } }
            totalPaymentDue { amountMinor currency amount }
          }
          navigationLinks { name linkType url }
          potentialAction { name target }
          broker { id name }
          seller { id name }
          frozen { version vocabUrl platformUrl }
        }
      }
      ... on UserError { message code }
      ... on ValidationError { problems { path message } }
      ... on ItemNotBookableError { identifier reasons opensAt }
    }
  }`;

describe.each(STORES)('createCheckoutSession (%s)', (store) => {
  const statements = countStatements();
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const create = async (order: object = {}, apiKey: string | null = DEMO.apiKeys.fitnessFinder) => {
    const input = sessionInput();
    return callGraphql(gateway.graphqlUrl, CREATE, { input: { ...input, initialOrder: { ...input.initialOrder, ...order } } }, apiKey);
  };
  const result = async (order: object = {}) => {
    const { data, errors } = await create(order);
    expect(errors).toBeUndefined();
    return data.createCheckoutSession;
  };
  /** What is refused, with the proof that nothing was stored. */
  const refused = async (order: object) => {
    const before = await countSessionRows(gateway.store);
    const outcome = await result(order);
    expect(await countSessionRows(gateway.store)).toEqual(before);
    return outcome;
  };

  /** The same, and whether items were looked up for it. */
  const refusedAfter = async (order: object) => {
    const [heard, { problems }] = await statements.during(() => refused(order));
    return { problems, isItemRead: heard.some((sql) => /\b(opportunity|offer)\b/.test(sql)) };
  };

  it('answers with the open session: the request, the prices of the moment and where to send the customer', async () => {
    const now = gateway.clock.now();
    const { __typename, checkoutSession } = await result({
      orderedItem: [itemInput('SCHEDULED_SESSION', 'demo-paid', DEMO.offers.paid), itemInput('SLOT', 'demo-slot', DEMO.offers.slot)],
    });
    expect(__typename).toBe('CreateCheckoutSessionPayload');
    expect(checkoutSession).toEqual({
      id: `${gateway.url}/api/checkout-sessions/${checkoutSession.identifier}`,
      identifier: expect.stringMatching(/^[\w-]{22}$/),
      state: 'OPEN',
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + 86_400_000).toISOString(),
      initialOrder: {
        id: expect.stringContaining(`${gateway.url}/api/orders/`),
        customer: { __typename: 'Person', identifier: 'member-42', givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com', is13OrOver: true },
        broker: sessionInput().initialOrder.broker,
        orderedItem: [
          {
            ...itemInput('SCHEDULED_SESSION', 'demo-paid', DEMO.offers.paid),
            price: { amountMinor: 850, currency: 'GBP', amount: '8.50' },
            opportunity: { id: 'https://demo.courtside.example/scheduled-sessions/demo-paid' },
          },
          {
            ...itemInput('SLOT', 'demo-slot', DEMO.offers.slot),
            price: { amountMinor: 1200, currency: 'GBP', amount: '12.00' },
            opportunity: { id: 'https://demo.courtside.example/slots/demo-slot' },
          },
        ],
        totalPaymentDue: { amountMinor: 2050, currency: 'GBP', amount: '20.50' },
      },
      navigationLinks: sessionInput().navigationLinks,
      potentialAction: [{ name: 'Checkout', target: expect.stringMatching(/\/checkout\/[\w-]{43}$/) }],
      broker: { id: DEMO.brokerIds.fitnessFinder, name: 'Fitness Finder' },
      seller: { id: DEMO.sellerId('northside-sports'), name: 'Northside Sports Centre' },
      frozen: { version: 1, vocabUrl: 'https://openactive.io/', platformUrl: `${gateway.url}/ns` },
    });
  });

  it('gives back a registered customer as a CustomerReference', async () => {
    const url = `${gateway.url}/api/v2/customers/${DEMO.customerIds.ofFitnessFinder}`;
    const { checkoutSession } = await result({ customer: { url } });
    expect(checkoutSession.initialOrder.customer).toEqual({ __typename: 'CustomerReference', url });
  });

  it('gives back null for what was not sent', async () => {
    const input = sessionInput();
    const customer = { person: { givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com' } };
    const { data } = await callGraphql(gateway.graphqlUrl, CREATE, { input: { initialOrder: { ...input.initialOrder, customer } } });
    const { checkoutSession } = data.createCheckoutSession;
    expect(checkoutSession.initialOrder.customer).toMatchObject({ identifier: null, is13OrOver: null });
    expect(checkoutSession.navigationLinks).toBeNull();
  });

  it('ends as ValidationError with every problem at once, by the names of the input', async () => {
    const outcome = await refused({
      customer: { person: { identifier: ' ', givenName: '', familyName: 'x'.repeat(1001), email: 'ada', is13OrOver: false } },
      broker: { name: '\t', url: 'fitness-finder.example' },
      orderedItem: [itemInput('SLOT', '', ' ')],
    });
    const text = 'must not be empty';
    expect(outcome).toEqual({
      __typename: 'ValidationError',
      code: 'VALIDATION_FAILED',
      message: 'The input has 9 problems.',
      problems: [
        { path: ['initialOrder', 'customer', 'person', 'identifier'], message: text },
        { path: ['initialOrder', 'customer', 'person', 'givenName'], message: text },
        { path: ['initialOrder', 'customer', 'person', 'familyName'], message: 'must have at most 1000 characters' },
        { path: ['initialOrder', 'customer', 'person', 'email'], message: 'must be an e-mail address' },
        { path: ['initialOrder', 'customer', 'person', 'is13OrOver'], message: 'must not be false: customers must be 13 or over to book' },
        { path: ['initialOrder', 'broker', 'name'], message: text },
        { path: ['initialOrder', 'broker', 'url'], message: 'must be an absolute http or https URL' },
        { path: ['initialOrder', 'orderedItem', '0', 'acceptedOffer'], message: text },
        { path: ['initialOrder', 'orderedItem', '0', 'orderedItem', 'identifier'], message: text },
      ],
    });
  });

  it.each([
    ['both kinds of customer', { customer: { url: 'https://x.example/', person: { givenName: 'A', familyName: 'B', email: 'a@b.example' } } }, ['initialOrder', 'customer']],
    ['no customer', { customer: {} }, ['initialOrder', 'customer']],
    ['no items', { orderedItem: [] }, ['initialOrder', 'orderedItem']],
    ['21 items', { orderedItem: Array.from({ length: 21 }, () => itemInput('SCHEDULED_SESSION', 'demo-paid', DEMO.offers.paid)) }, ['initialOrder', 'orderedItem']],
    ['two sellers', { orderedItem: [itemInput('SCHEDULED_SESSION', 'demo-free', DEMO.offers.free), itemInput('SLOT', 'demo-slot', DEMO.offers.slot)] }, ['initialOrder', 'orderedItem']],
    ['another broker’s customer', { customer: { url: `http://localhost/api/v2/customers/${DEMO.customerIds.ofClubCompass}` } }, ['initialOrder', 'customer', 'url']],
  ])('ends as ValidationError on %s', async (_case, order, path) => {
    const outcome = await refused(order);
    expect(outcome.__typename).toBe('ValidationError');
    expect(outcome.problems[0].path).toEqual(path);
  });

  it('says of an address that cannot be a customer’s that it is none, and only that', async () => {
    for (const url of ['Ada', '', 'ftp://a.example/1']) {
      expect((await refused({ customer: { url } })).problems).toEqual([{ path: ['initialOrder', 'customer', 'url'], message: 'must be an absolute http or https URL' }]);
    }
  });

  it('looks the customer up whatever else is wrong, and no item where the request itself is', async () => {
    const url = `${gateway.url}/api/v2/customers/${DEMO.customerIds.ofClubCompass}`;
    const notRegistered = { path: ['initialOrder', 'customer', 'url'], message: 'must be the URL of a customer whom you have registered' };
    const blank = { name: '', url: 'https://fitness-finder.example' };
    const twoSellers = [itemInput('SCHEDULED_SESSION', 'demo-free', DEMO.offers.free), itemInput('SLOT', 'demo-slot', DEMO.offers.slot)];
    expect(await refusedAfter({ customer: { url }, broker: blank, orderedItem: twoSellers })).toEqual({
      problems: [{ path: ['initialOrder', 'broker', 'name'], message: 'must not be empty' }, notRegistered],
      isItemRead: false,
    });
    expect(await refusedAfter({ customer: { url }, orderedItem: twoSellers })).toEqual({
      problems: [notRegistered, { path: ['initialOrder', 'orderedItem'], message: 'must all be of one seller' }],
      isItemRead: true,
    });
  });

  it.each([
    ['FULL', itemInput('SCHEDULED_SESSION', 'demo-full', DEMO.offers.full)],
    ['UNKNOWN_ITEM', itemInput('SLOT', 'demo-free', DEMO.offers.free)],
    ['UNKNOWN_OFFER', itemInput('SCHEDULED_SESSION', 'demo-free', 'https://nobody.example/offer')],
    ['SELLER_NOT_ONBOARDED', itemInput('SCHEDULED_SESSION', 'demo-not-onboarded', 'https://demo.courtside.example/offers/park-run')],
  ])('ends as ItemNotBookableError with the item and its reason: %s', async (reason, item) => {
    expect(await refused({ orderedItem: [item] })).toEqual({
      __typename: 'ItemNotBookableError',
      code: 'ITEM_NOT_BOOKABLE',
      message: expect.stringMatching(/^[A-Z].*\.$/),
      identifier: item.orderedItem.identifier,
      reasons: [reason],
      opensAt: null,
    });
  });

  it('says when an item opens that is only too early, and takes it from that moment', async () => {
    const em = gateway.store.fork();
    const { parent, startDate } = await em.findOneOrFail(Opportunity, { identifier: 'demo-free' });
    const offer = { key: newUuid(), id: 'https://demo.courtside.example/offers/last-minute', name: 'Last minute', priceMinor: 0, currency: null };
    const window = { validFromBeforeStartDate: 'PT2H', validThroughBeforeStartDate: null, isAdvanceBookingUnavailable: false };
    em.create(Offer, { ...offer, ...window, opportunity: null, parent: em.getReference(OpportunityParent, parent.id) });
    await em.flush();
    const orderedItem = [itemInput('SCHEDULED_SESSION', 'demo-free', offer.id)];
    const opensAt = new Date(startDate.getTime() - 2 * 3_600_000);
    expect(await refused({ orderedItem })).toMatchObject({ __typename: 'ItemNotBookableError', reasons: ['NOT_YET_OPEN'], opensAt: opensAt.toISOString() });
    const seconds = (opensAt.getTime() - gateway.clock.now().getTime()) / 1000;
    gateway.clock.advance(seconds);
    expect((await result({ orderedItem })).__typename).toBe('CreateCheckoutSessionPayload');
    gateway.clock.advance(-seconds);
  });

  it('ends as WebhookNotRegisteredError for a broker that could never hear of the order', async () => {
    const before = await countSessionRows(gateway.store);
    const { data } = await create({}, DEMO.apiKeys.clubCompass);
    expect(data.createCheckoutSession).toEqual({
      __typename: 'WebhookNotRegisteredError',
      code: 'WEBHOOK_NOT_REGISTERED',
      message: 'Register a success webhook before you create authenticated checkout sessions.',
    });
    expect(await countSessionRows(gateway.store)).toEqual(before);
  });
});
