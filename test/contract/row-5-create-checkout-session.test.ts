import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from '../../src/broker/broker.entity.js';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { Customer } from '../../src/customer/customer.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { itemBody, personBody, sessionBody, withOrder, withoutRequestId } from '../support/bodies.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRest, type RestAnswer, type RestRequest } from '../support/rest.js';
import { countSessionRows } from '../support/seed.js';

const UUID_V7 = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const NOBODY = '0193a000-0000-7000-8000-00000000dead';
const UNDER_13 = 'must not be false: customers must be 13 or over to book';

/** What the platform adds to the request. */
interface Added {
  readonly id: string;
  readonly identifier: string;
  readonly 'platform:initialOrder': { readonly id: string };
  readonly potentialAction: readonly { readonly target: string }[];
}

const GOOD = sessionBody('https://platform.example');

/** What is wrong, a body with that, and where the answer points. */
const BROKEN: readonly (readonly [string, unknown, string])[] = [
  ['a string for the body', '"text"', ''],
  ['an array for the body', '[]', ''],
  ['null for the body', 'null', ''],
  ['no order', { ...GOOD, 'platform:initialOrder': undefined }, '/platform:initialOrder'],
  ['a string for the order', { ...GOOD, 'platform:initialOrder': 'x' }, '/platform:initialOrder'],
  ['no @context', { ...GOOD, '@context': undefined }, '/@context'],
  ['a string for @context', { ...GOOD, '@context': 'https://openactive.io/' }, '/@context'],
  ['three strings for @context', { ...GOOD, '@context': ['a', 'b', 'c'] }, '/@context'],
  ['no customer', withOrder(GOOD, { customer: undefined }), '/platform:initialOrder/customer'],
  ['null for the customer', withOrder(GOOD, { customer: null }), '/platform:initialOrder/customer'],
  ['a number for the customer', withOrder(GOOD, { customer: 42 }), '/platform:initialOrder/customer'],
  ['text for the customer', withOrder(GOOD, { customer: 'Ada' }), '/platform:initialOrder/customer'],
  ['null for a name', withOrder(GOOD, { customer: { ...personBody(), givenName: null } }), '/platform:initialOrder/customer/givenName'],
  ['null for the age', withOrder(GOOD, { customer: { ...personBody(), 'platform:is13OrOver': null } }), '/platform:initialOrder/customer/platform:is13OrOver'],
  ['text for the age', withOrder(GOOD, { customer: { ...personBody(), 'platform:is13OrOver': 'true' } }), '/platform:initialOrder/customer/platform:is13OrOver'],
  ['a number for the identifier', withOrder(GOOD, { customer: { ...personBody(), identifier: 42 } }), '/platform:initialOrder/customer/identifier'],
  ['half a character', withOrder(GOOD, { customer: { ...personBody(), givenName: 'A\ud83c' } }), '/platform:initialOrder/customer/givenName'],
  ['NUL', withOrder(GOOD, { customer: { ...personBody(), familyName: 'A\u0000' } }), '/platform:initialOrder/customer/familyName'],
  ['a control character in a name', withOrder(GOOD, { customer: { ...personBody(), givenName: 'Ada\u001b[2J' } }), '/platform:initialOrder/customer/givenName'],
  ['a line break in an e-mail address', withOrder(GOOD, { customer: { ...personBody(), email: 'ada@example.com\r\nBcc: eve@example.com' } }), '/platform:initialOrder/customer/email'],
  ['a name of 1,001 characters', withOrder(GOOD, { customer: { ...personBody(), givenName: 'x'.repeat(1001) } }), '/platform:initialOrder/customer/givenName'],
  ['no broker', withOrder(GOOD, { broker: undefined }), '/platform:initialOrder/broker'],
  ['a person for the broker', withOrder(GOOD, { broker: { type: 'Person', name: 'Ada', url: 'https://ada.example/' } }), '/platform:initialOrder/broker/type'],
  ['an object for the items', withOrder(GOOD, { orderedItem: { 0: {} } }), '/platform:initialOrder/orderedItem'],
  ['no items', withOrder(GOOD, { orderedItem: [] }), '/platform:initialOrder/orderedItem'],
  ['21 items', withOrder(GOOD, { orderedItem: Array.from({ length: 21 }, () => itemBody('ScheduledSession', 'demo-paid', DEMO.offers.paid)) }), '/platform:initialOrder/orderedItem'],
  ['an item that is text', withOrder(GOOD, { orderedItem: ['demo-free'] }), '/platform:initialOrder/orderedItem/0'],
  ['an item without an identifier', withOrder(GOOD, { orderedItem: [{ type: 'OrderItem', acceptedOffer: 'x', orderedItem: { type: 'Slot' } }] }), '/platform:initialOrder/orderedItem/0/orderedItem/identifier'],
  ['null for the links', { ...GOOD, 'platform:navigationLinks': null }, '/platform:navigationLinks'],
  ['11 links', { ...GOOD, 'platform:navigationLinks': Array.from({ length: 11 }, () => GOOD['platform:navigationLinks'][0]) }, '/platform:navigationLinks'],
];

describe.each(DOORS)('contract §4 row 5: POST /api/checkout-sessions ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const post = (body: unknown, request: RestRequest = {}) => callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', body, ...request });
  const sessionOf = (...items: object[]) => withOrder(sessionBody(gateway.url), { orderedItem: items });
  const FREE = itemBody('ScheduledSession', 'demo-free', DEMO.offers.free);
  const PAID = itemBody('ScheduledSession', 'demo-paid', DEMO.offers.paid);
  const SLOT = itemBody('Slot', 'demo-slot', DEMO.offers.slot);

  /** Posts what must be refused, and proves that nothing was stored. */
  const refused = async (status: number, ...request: Parameters<typeof post>): Promise<RestAnswer> => {
    const before = await countSessionRows(gateway.store);
    const answer = await post(...request);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await countSessionRows(gateway.store)).toEqual(before);
    return answer;
  };
  const problemsOf = async (body: unknown) => ((await refused(400, body)).body as Record<string, unknown>)['platform:problems'];
  const problemsOfCustomer = async (customer: unknown) => problemsOf(withOrder(sessionBody(gateway.url), { customer }));
  const created = async (body: unknown): Promise<RestAnswer> => {
    const answer = await post(body);
    expect(answer.status, answer.text).toBe(201);
    return answer;
  };
  /** Contract §7: exactly three members. */
  const unavailable = async (items: object[], description: string) => {
    const answer = await refused(400, sessionOf(...items));
    expect(answer.text).toBe(JSON.stringify({ '@context': ['https://openactive.io/', `${gateway.url}/ns`], type: 'UnavailableOpportunityError', description }));
  };
  /** A good body of exactly this size. */
  const padded = (bytes: number) => {
    const text = JSON.stringify(sessionBody(gateway.url));
    return text + ' '.repeat(bytes - Buffer.byteLength(text));
  };

  describe('a session that can be booked', () => {
    it('answers 201 with the request reflected and the four additions, in the order of the contract', async () => {
      const request = sessionBody(gateway.url);
      const answer = await created(request);
      const { id, identifier, 'platform:initialOrder': order, potentialAction } = answer.body as Added;
      const { type: orderType, customer, broker, orderedItem } = request['platform:initialOrder'];
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('location')).toBe(id);
      expect(answer.text).toBe(
        JSON.stringify({
          '@context': request['@context'],
          type: 'platform:CheckoutSession',
          id,
          identifier,
          'platform:initialOrder': { type: orderType, id: order.id, customer, broker, orderedItem },
          'platform:navigationLinks': request['platform:navigationLinks'],
          potentialAction: [{ type: 'OrderAction', name: 'Checkout', target: potentialAction[0]?.target }],
        }),
      );
    });

    it('names the session, the order and the target by addresses that nobody can guess', async () => {
      const { id, identifier, 'platform:initialOrder': order, potentialAction } = (await created(sessionBody(gateway.url))).body as Added;
      expect(identifier).toMatch(/^[\w-]{22}$/);
      expect(id).toBe(`${gateway.url}/api/checkout-sessions/${identifier}`);
      expect(order.id).toMatch(new RegExp(`^${gateway.url}/api/orders/${UUID_V7}$`));
      expect(potentialAction[0]?.target).toMatch(new RegExp(`^${gateway.url}/checkout/[\\w-]{43}$`));
    });

    it('opens another session on every call', async () => {
      const request = sessionBody(gateway.url);
      const sessions = (await Promise.all([1, 2, 3].map(() => created(request)))).map(({ body }) => body as Added);
      expect(new Set(sessions.map(({ id }) => id)).size).toBe(3);
      expect(new Set(sessions.map((session) => session['platform:initialOrder'].id)).size).toBe(3);
      expect(new Set(sessions.map(({ potentialAction }) => potentialAction[0]?.target)).size).toBe(3);
    });

    it('stores the hash of the target, so that a copy of the database opens no checkout', async () => {
      const { identifier, potentialAction } = (await created(sessionBody(gateway.url))).body as Added;
      const secret = potentialAction[0]?.target.split('/').at(-1) ?? '';
      const row = await gateway.store.reads.selectFrom('checkout_session').where('identifier', '=', identifier).selectAll().executeTakeFirstOrThrow();
      expect(row.target_hash).toBe(createHash('sha256').update(secret).digest('hex'));
      expect(JSON.stringify(row)).not.toContain(secret);
    });

    it('leaves out what was left out: identifier, is13OrOver and navigationLinks', async () => {
      const { 'platform:navigationLinks': _, ...request } = withOrder(sessionBody(gateway.url), {
        customer: { type: 'Person', givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com' },
      });
      const { text, body } = await created(request);
      expect(Object.keys(body as object)).toEqual(['@context', 'type', 'id', 'identifier', 'platform:initialOrder', 'potentialAction']);
      expect(text).toContain('"customer":{"type":"Person","givenName":"Ada","familyName":"Clarke","email":"ada.clarke@example.com"},');
    });

    it('reflects an empty list of links as an empty list, and a link of an unknown type as it came', async () => {
      expect((await created({ ...sessionBody(gateway.url), 'platform:navigationLinks': [] })).body).toMatchObject({ 'platform:navigationLinks': [] });
      const odd = { type: 'WebPage', name: 'Hjälp 🎾', 'platform:linkType': 'https://elsewhere.example/Help', url: 'HTTPS://Help.Example/?q=%20#x' };
      const { body } = await created({ ...sessionBody(gateway.url), 'platform:navigationLinks': [odd] });
      expect((body as Record<string, unknown>)['platform:navigationLinks']).toEqual([odd]);
    });

    it('reflects text as it came, code point for code point', async () => {
      const customer = { type: 'Person', identifier: ' 007/é\u0301 ', givenName: 'A\u030Ada ', familyName: '"O’Brien" </script> 🏸', email: 'Ada.Clarke+x@EXAMPLE.com', 'platform:is13OrOver': true };
      const { text } = await created(withOrder(sessionBody(gateway.url), { customer }));
      expect(text).toContain(`"customer":${JSON.stringify(customer)},`);
    });

    it('ignores members that the contract does not name, wherever they stand', async () => {
      const plain = sessionBody(gateway.url);
      const order = plain['platform:initialOrder'];
      const extra = { 'schema:extra': { a: [1] }, toString: 'x' };
      const noisy = {
        ...extra,
        ...plain,
        id: 'https://elsewhere.example/',
        potentialAction: [],
        'platform:initialOrder': {
          ...extra,
          ...order,
          id: 'https://elsewhere.example/order',
          customer: { ...extra, ...order.customer },
          broker: { ...extra, ...order.broker },
          orderedItem: order.orderedItem.map((item) => ({ ...extra, ...item, orderedItem: { ...extra, ...item.orderedItem } })),
        },
        'platform:navigationLinks': plain['platform:navigationLinks'].map((link) => ({ ...extra, ...link })),
      };
      const { text, body } = await created(noisy);
      expect(text).not.toMatch(/extra|toString|elsewhere/);
      const { customer, broker, orderedItem } = order;
      expect(body).toMatchObject({ 'platform:initialOrder': { customer, broker, orderedItem }, 'platform:navigationLinks': plain['platform:navigationLinks'] });
    });

    it('compares no value of @context, and answers with its own', async () => {
      const { body } = await created({ ...sessionBody(gateway.url), '@context': ['https://other.example/', 'and even this'] });
      expect((body as Record<string, unknown>)['@context']).toEqual(['https://openactive.io/', `${gateway.url}/ns`]);
    });

    it.each(['customers', 'customer-accounts'])('takes a registered customer by its address under /%s, and reflects the address as sent', async (collection) => {
      for (const id of [DEMO.customerIds.ofFitnessFinder, DEMO.customerIds.ofFitnessFinder.toUpperCase()]) {
        const customer = `${gateway.url}/api/v2/${collection}/${id}`;
        const { body } = await created(withOrder(sessionBody(gateway.url), { customer }));
        expect((body as { 'platform:initialOrder': { customer: unknown } })['platform:initialOrder'].customer).toBe(customer);
      }
    });

    it('books a Slot with an offer of its FacilityUse', async () => {
      const { body } = await created(sessionOf(SLOT));
      expect((body as { 'platform:initialOrder': { orderedItem: unknown } })['platform:initialOrder'].orderedItem).toEqual([SLOT]);
    });

    it('takes no place: what has one place left can be offered to two customers', async () => {
      await created(sessionOf(SLOT));
      await created(sessionOf(SLOT));
    });

    it('counts the same item twice as two places', async () => {
      const before = await countSessionRows(gateway.store);
      const { body } = await created(sessionOf(FREE, FREE));
      expect((body as { 'platform:initialOrder': { orderedItem: unknown } })['platform:initialOrder'].orderedItem).toEqual([FREE, FREE]);
      expect(await countSessionRows(gateway.store)).toEqual({ checkout_session: before.checkout_session + 1, order_quote: before.order_quote + 1, order_item: before.order_item + 2 });
    });

    it('takes 20 items, and keeps them and their prices in the order of the request', async () => {
      const concession = itemBody('ScheduledSession', 'demo-paid', 'https://demo.courtside.example/offers/circuit-concession');
      const items = Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? concession : PAID));
      const { body } = await created(sessionOf(...items));
      const { identifier, 'platform:initialOrder': order } = body as Added;
      expect(order).toMatchObject({ orderedItem: items });
      const stored = await gateway.store.reads
        .selectFrom('order_item')
        .innerJoin('order_quote', 'order_quote.id', 'order_item.quote_id')
        .where('order_quote.checkout_session_identifier', '=', identifier)
        .orderBy('order_item.position')
        .select(['order_item.position', 'order_item.accepted_offer', 'order_item.price_minor', 'order_quote.total_minor'])
        .execute();
      const totalMinor = 7 * 500 + 13 * 850;
      expect(stored).toEqual(
        items.map(({ acceptedOffer }, position) => ({ position, accepted_offer: acceptedOffer, price_minor: acceptedOffer === DEMO.offers.paid ? 850 : 500, total_minor: totalMinor })),
      );
    });
  });

  describe('a body that breaks rules', () => {
    it('names every problem at once, in the order of the body, by JSON pointers', async () => {
      const request = {
        '@context': ['https://openactive.io/'],
        type: 'CheckoutSession',
        'platform:initialOrder': {
          type: 'OrderQuote',
          customer: { type: 'Person', familyName: ' ', email: 'ada at example.com', 'platform:is13OrOver': false },
          broker: { type: 'Organization', name: 'Fitness Finder', url: 'fitness-finder.example' },
          orderedItem: [FREE, { type: 'OrderItem', acceptedOffer: 5, orderedItem: { type: 'Event', identifier: 'demo-free' } }],
        },
        'platform:navigationLinks': [{ type: 'WebPage', name: 'Back', 'platform:linkType': 'nowhere', url: 'javascript:alert(1)' }],
      };
      const answer = await refused(400, request);
      expect(withoutRequestId(answer.body)).toEqual({
        '@context': ['https://openactive.io/', `${gateway.url}/ns`],
        type: 'platform:ValidationError',
        description: 'The request has 11 problems.',
        'platform:problems': [
          { path: '/@context', description: 'must be an array of 2 strings' },
          { path: '/type', description: 'must be "platform:CheckoutSession"' },
          { path: '/platform:initialOrder/customer/givenName', description: 'is required' },
          { path: '/platform:initialOrder/customer/familyName', description: 'must not be empty' },
          { path: '/platform:initialOrder/customer/email', description: 'must be an e-mail address' },
          { path: '/platform:initialOrder/customer/platform:is13OrOver', description: UNDER_13 },
          { path: '/platform:initialOrder/broker/url', description: 'must be an absolute http or https URL' },
          { path: '/platform:initialOrder/orderedItem/1/acceptedOffer', description: 'must be a string' },
          { path: '/platform:initialOrder/orderedItem/1/orderedItem/type', description: 'must be "ScheduledSession" or "Slot"' },
          { path: '/platform:navigationLinks/0/platform:linkType', description: 'must be an absolute http or https URL' },
          { path: '/platform:navigationLinks/0/url', description: 'must be an absolute http or https URL' },
        ],
      });
    });

    it('refuses a customer under 13 and names the rule', async () => {
      expect(await problemsOf(withOrder(sessionBody(gateway.url), { customer: { ...personBody(), 'platform:is13OrOver': false } }))).toEqual([
        { path: '/platform:initialOrder/customer/platform:is13OrOver', description: UNDER_13 },
      ]);
    });

    it('refuses a registered customer whose record says under 13', async () => {
      const em = gateway.store.fork();
      const id = newUuid();
      const person = { identifier: null, givenName: 'Kit', familyName: 'Young', email: 'kit@example.com', is13OrOver: false };
      em.create(Customer, { id, broker: em.getReference(Broker, DEMO.brokerIds.fitnessFinder), ...person, createdAt: gateway.clock.now(), changedAt: null, erasedAt: null });
      await em.flush();
      expect(await problemsOf(withOrder(sessionBody(gateway.url), { customer: `${gateway.url}/api/v2/customers/${id}` }))).toEqual([
        { path: '/platform:initialOrder/customer', description: UNDER_13 },
      ]);
    });

    it('answers alike to the address of another broker’s customer, of one who is erased, of nobody, and of nothing of ours', async () => {
      const em = gateway.store.fork();
      const erased = em.create(Customer, { id: newUuid(), broker: em.getReference(Broker, DEMO.brokerIds.fitnessFinder), identifier: null, givenName: '-', familyName: '-', email: '-', is13OrOver: true, createdAt: gateway.clock.now(), changedAt: null, erasedAt: gateway.clock.now() });
      await em.flush();
      const addresses = [
        `${gateway.url}/api/v2/customers/${DEMO.customerIds.ofClubCompass}`,
        `${gateway.url}/api/v2/customer-accounts/${DEMO.customerIds.ofClubCompass}`,
        `${gateway.url}/api/v2/customers/${erased.id}`,
        `${gateway.url}/api/v2/customer-accounts/${erased.id}`,
        `${gateway.url}/api/v2/customers/${NOBODY}`,
        `${gateway.url}/api/v2/customers/not-a-uuid`,
        `${gateway.url}/api/v2/customers/${DEMO.customerIds.ofFitnessFinder}/`,
        `https://elsewhere.example/api/v2/customers/${DEMO.customerIds.ofFitnessFinder}`,
      ];
      for (const customer of addresses) {
        const answer = await refused(400, withOrder(sessionBody(gateway.url), { customer }));
        expect(withoutRequestId(answer.body)).toEqual({
          '@context': ['https://openactive.io/', `${gateway.url}/ns`],
          type: 'platform:ValidationError',
          description: 'The request has a problem.',
          'platform:problems': [{ path: '/platform:initialOrder/customer', description: 'must be the URL of a customer whom you have registered' }],
        });
      }
    });

    it('says what is wrong with the address of a customer in the words of any other address', async () => {
      const path = '/platform:initialOrder/customer';
      for (const customer of ['Ada', '', 'ftp://a.example/1', `/api/v2/customers/${DEMO.customerIds.ofFitnessFinder}`, 'https://a.example/\r\n']) {
        expect(await problemsOfCustomer(customer), customer).toEqual([{ path, description: 'must be an absolute http or https URL' }]);
      }
      expect(await problemsOfCustomer(`https://a.example/${'x'.repeat(2_048)}`)).toEqual([{ path, description: 'must have at most 2048 characters' }]);
      expect(await problemsOfCustomer('https://a.example/\u0000')).toEqual([{ path, description: 'must not contain NUL or half of a surrogate pair' }]);
      for (const customer of [42, [], true]) expect(await problemsOfCustomer(customer)).toEqual([{ path, description: 'must be a URL or a Person' }]);
    });

    it.each(BROKEN)('points at %s', async (_case, body, path) => {
      expect(await problemsOf(body)).toEqual([{ path, description: expect.stringMatching(/^(must|is required)/) }]);
    });

    it('refuses items of two sellers', async () => {
      expect(await problemsOf(sessionOf(FREE, PAID))).toEqual([{ path: '/platform:initialOrder/orderedItem', description: 'must all be of one seller' }]);
    });

    it('refuses prices in two currencies', async () => {
      const em = gateway.store.fork();
      const { parent } = await em.findOneOrFail(Opportunity, { identifier: 'demo-paid' });
      const window = { validFromBeforeStartDate: null, validThroughBeforeStartDate: null, isAdvanceBookingUnavailable: false };
      const offer = { key: newUuid(), id: 'https://demo.courtside.example/offers/euro', name: 'Visitor', priceMinor: 900, currency: 'EUR' };
      em.create(Offer, { ...offer, opportunity: null, parent: em.getReference(OpportunityParent, parent.id), ...window });
      await em.flush();
      expect(await problemsOf(sessionOf(PAID, itemBody('ScheduledSession', 'demo-paid', offer.id)))).toEqual([
        { path: '/platform:initialOrder/orderedItem', description: 'must all be in one currency' },
      ]);
    });

    it('tells of a broken rule before it tells of an item that cannot be booked', async () => {
      const body = withOrder(sessionBody(gateway.url), { customer: `${gateway.url}/api/v2/customers/${NOBODY}`, orderedItem: [itemBody('Slot', 'nothing', 'none')] });
      expect(await problemsOf(body)).toEqual([{ path: '/platform:initialOrder/customer', description: 'must be the URL of a customer whom you have registered' }]);
    });
  });

  describe('an item that cannot be booked', () => {
    it.each([
      ['is full', itemBody('ScheduledSession', 'demo-full', DEMO.offers.full), 'There are not enough places left.'],
      ['is unknown', itemBody('ScheduledSession', 'nothing-like-it', DEMO.offers.free), 'This session or slot is not available to book.'],
      ['is of the other kind', itemBody('Slot', 'demo-free', DEMO.offers.free), 'This session or slot is not available to book.'],
      ['does not have the offer', itemBody('ScheduledSession', 'demo-free', DEMO.offers.paid), 'This ticket is not available for this session or slot.'],
      ['has a seller who never onboarded', itemBody('ScheduledSession', 'demo-not-onboarded', 'https://demo.courtside.example/offers/park-run'), 'This organiser does not take bookings here.'],
    ])('answers 400 with exactly three members when it %s', async (_case, item, description) => {
      await unavailable([item], description);
    });

    it('refuses the whole order when one of its items cannot be booked', async () => {
      await unavailable([FREE, itemBody('ScheduledSession', 'demo-full', DEMO.offers.full)], 'There are not enough places left.');
    });

    it('refuses two places where one is left', async () => {
      await unavailable([SLOT, SLOT], 'There are not enough places left.');
    });

    it('refuses what is over from the moment at which it ends', async () => {
      const { endDate } = await gateway.store.fork().findOneOrFail(Opportunity, { identifier: 'demo-free' });
      if (!endDate) throw new Error('demo-free says when it ends');
      const seconds = (endDate.getTime() - gateway.clock.now().getTime()) / 1000;
      gateway.clock.advance(seconds - 1);
      await created(sessionOf(FREE));
      gateway.clock.advance(1);
      await unavailable([FREE], 'This is over.');
      gateway.clock.advance(-seconds);
    });
  });

  describe('a caller who may not', () => {
    it('refuses a broker that has no success webhook with 403, and stores nothing', async () => {
      const answer = await refused(403, sessionBody(gateway.url), { apiKey: DEMO.apiKeys.clubCompass });
      expect(withoutRequestId(answer.body)).toEqual({
        '@context': ['https://openactive.io/', `${gateway.url}/ns`],
        type: 'platform:WebhookNotRegisteredError',
        description: 'Register a success webhook before you create authenticated checkout sessions.',
      });
    });

    it('gives a missing and a wrong key the same 401, and says nothing about the body', async () => {
      for (const apiKey of [null, '', 'nonsense', `${DEMO.apiKeys.fitnessFinder}x`, 'pk_test_demo']) {
        for (const body of [sessionBody(gateway.url), {}, [], sessionOf(itemBody('Slot', 'nothing', 'none')), undefined]) {
          const answer = await refused(401, body, { apiKey });
          expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey /);
          expect(withoutRequestId(answer.body)).toEqual({
            '@context': ['https://openactive.io/', `${gateway.url}/ns`],
            type: 'platform:UnauthenticatedError',
            description: 'This needs a valid API key in the header X-API-KEY.',
          });
        }
      }
    });
  });

  describe('a body that is not JSON', () => {
    it.each(['{ not json', '', '{"a":1}{', '{"__proto__":{}}', 'NaN'])('answers 400 to %j', async (body) => {
      expect(withoutRequestId((await refused(400, body)).body)).toMatchObject({ type: 'platform:ValidationError', description: 'The body is not JSON.' });
    });

    it.each(['text/xml', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'nonsense'])('answers 415 to the content type %s', async (contentType) => {
      const answer = await refused(415, sessionBody(gateway.url), { headers: { 'content-type': contentType } });
      expect(withoutRequestId(answer.body)).toMatchObject({ type: 'platform:UnsupportedMediaTypeError' });
    });

    it.each(['application/json', 'application/ld+json', 'application/vnd.openactive.booking+json', 'Application/JSON; Charset=UTF-8'])('takes the content type %s', async (contentType) => {
      expect((await post(sessionBody(gateway.url), { headers: { 'content-type': contentType } })).status).toBe(201);
    });

    it('takes a body that names no content type', async () => {
      const body = new TextEncoder().encode(JSON.stringify(sessionBody(gateway.url))); // fetch adds no type to bytes
      const { status } = await fetch(`${gateway.url}/api/checkout-sessions`, { method: 'POST', headers: { 'x-api-key': DEMO.apiKeys.fitnessFinder }, body });
      expect(status).toBe(201);
    });

    it('takes a body of 64 KiB and refuses one byte more with 413', async () => {
      expect((await post(padded(64 * 1024))).status).toBe(201);
      expect(withoutRequestId((await refused(413, padded(64 * 1024 + 1))).body)).toMatchObject({ type: 'platform:BodyTooLargeError' });
    });
  });
});
