import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from '../../src/broker/broker.entity.js';
import { OrderItem } from '../../src/order/order-item.entity.js';
import { OutboxTask } from '../../src/outbox/outbox-task.entity.js';
import { PaymentAccount } from '../../src/payment/payment-account.entity.js';
import { Payment } from '../../src/payment/payment.entity.js';
import { Refund } from '../../src/payment/refund.entity.js';
import { SellerMoveRequest } from '../../src/seller/seller-move-request.entity.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { STORES } from '../support/stores.js';
import { createTenant, staffHeader, type Tenant } from '../support/tenant-world.js';

const HIDDEN = { identifier: '•••', givenName: '•••', familyName: '•••', email: '•••' };
const PERSON = 'identifier givenName familyName email';
const LOOK_UP = `query ($url: String!) { lookUp(url: $url) { order { reference customer { ${PERSON} } } checkoutSession { identifier initialOrder { customer { ... on Person { ${PERSON} } } } } standaloneCheckoutSession { identifier } seller { name } } }`;
const NOTHING = { order: null, checkoutSession: null, standaloneCheckoutSession: null, seller: null };
const REVEAL = `mutation ($url: String!) { revealPersonalData(input: { url: $url, reason: "the customer calls" }) { __typename ... on RevealPersonalDataPayload { person { ${PERSON} } } } }`;
const DECIDE = 'mutation ($id: ID!, $decision: SellerMoveDecision!) { decideSellerMove(input: { requestId: $id, decision: $decision, reason: "both agree" }) { __typename ... on DecideSellerMovePayload { seller { sellerId paymentAccount { status } } } } }';

describe.each(STORES)('what staff find (%s)', (store) => {
  let gateway: TestGateway;
  let owner: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    owner = await createTenant(gateway, 'owner-inc');
    other = await createTenant(gateway, 'other-ltd');
  });
  afterAll(() => gateway.stop());

  const asStaff = async (query: string, variables: object = {}, role: 'support' | 'operator' = 'support') => {
    const { data, errors } = await callGraphql(gateway.graphqlUrl, query, variables, null, await staffHeader(gateway, role));
    expect(errors).toBeUndefined();
    return data;
  };
  const asBroker = async ({ apiKey }: Tenant, query: string, variables: object = {}) => (await callGraphql(gateway.graphqlUrl, query, variables, apiKey)).data;
  const findOrders = async (filter: object) => (await asStaff('query ($filter: OrderFilter) { orders(filter: $filter) { nodes { id } } }', { filter })).orders.nodes.length;
  const listRefunds = async (status: readonly string[]) => (await asStaff('query ($status: [RefundStatus!]) { refunds(filter: { status: $status }) { nodes { orderId position status amount { amount currency } brokerId } } }', { status })).refunds.nodes;
  const countOf = async (list: string, filter: string): Promise<number> => (await asStaff(`{ ${list}(filter: { ${filter} }) { nodes { id } } }`))[list].nodes.length;
  const countEntries = async () => (await gateway.store.reads.selectFrom('audit_entry').select('id').execute()).length;
  const addressOf = ({ things }: Tenant, what: 'orders' | 'checkout-sessions') => `${gateway.url}/api/${what}/${what === 'orders' ? things.order : things.session}`;
  const ofOwner = { identifier: 'member-of-owner-inc', givenName: 'Given-owner-inc', familyName: 'Family-owner-inc', email: 'customer@owner-inc.example' };

  it('an overview counts what there is in each state, says what runs out within the hour, and since when the oldest task waits', async () => {
    const em = gateway.store.fork();
    const waiting = new Date(gateway.clock.now().getTime() - 3_600_000);
    const later = new Date(gateway.clock.now().getTime() + 86_400_000);
    em.create(OutboxTask, { id: newUuid(), kind: 'REFUND', subject: newUuid(), createdAt: waiting, dueAt: later, attempts: 3, lastError: 'refused', doneAt: null });
    await em.flush();
    await em.execute("update checkout_session set state = 'OPEN', expires_at = ? where identifier = ?", [new Date(gateway.clock.now().getTime() + 1_800_000), owner.things.session]);
    const { overview } = await asStaff('{ overview { at checkoutSessions { state count } checkouts { state count } orders { state count } sellers { state count } webhookDeliveries { state count } refunds { state count } expiringSessionCount webhookFailureRate failingEndpointCount oldestTaskAt sellerMoveRequestCount } }');
    expect(overview).toMatchObject({ at: gateway.clock.now().toISOString(), orders: [{ state: 'CONFIRMED', count: 2 }], refunds: [], expiringSessionCount: 1, oldestTaskAt: waiting.toISOString(), sellerMoveRequestCount: 0 });
    expect(overview.checkouts).toEqual([{ state: 'COMPLETED', count: 2 }, { state: 'OPEN', count: 2 }]);
    expect(overview.sellers.find(({ state }: { state: string }) => state === 'NOT_ONBOARDED').count).toBe(1);
    await em.execute("update checkout_session set state = 'COMPLETED' where identifier = ?", [owner.things.session]);
  });

  it('a search finds brokers and sellers by a part of a name, in capitals or not, and the rest by what names it in whole, across brokers', async () => {
    const find = async (text: string): Promise<readonly string[]> => (await asStaff('query ($text: String!) { search(text: $text) { kind label url brokerId } }', { text })).search.map(({ kind, label }: { kind: string; label: string }) => `${kind} ${label}`);
    const { reference } = (await asStaff(LOOK_UP, { url: addressOf(owner, 'orders') })).lookUp.order;
    expect(await find('APP OF O')).toEqual(expect.arrayContaining(['BROKER App of owner-inc', 'BROKER App of other-ltd']));
    expect(await find('of owner')).toContain('SELLER Seller of owner-inc');
    expect(await find('o_ner-inc')).toEqual([]);
    expect(await find('%%%')).toEqual([]);
    expect(await find(reference.toLowerCase())).toEqual([`ORDER ${reference}`]);
    expect(await find(addressOf(other, 'checkout-sessions'))).toEqual([`CHECKOUT_SESSION ${other.things.session}`]);
    expect(await find(owner.things.order.toUpperCase())).toEqual([`ORDER ${reference}`]);
    expect((await find('Customer@owner-inc.example')).toSorted()).toEqual([`CHECKOUT_SESSION ${owner.things.session}`, 'CUSTOMER Customer of App of owner-inc', `ORDER ${reference}`]);
    expect(await find(owner.things.customer)).toEqual(['CUSTOMER Customer of App of owner-inc']);
  });

  it.each(['ab', '  ab  ', 'x'.repeat(256)])('a search of too little or too much is refused (%#)', async (text) => {
    const { errors } = await callGraphql(gateway.graphqlUrl, 'query ($text: String!) { search(text: $text) { id } }', { text }, null, await staffHeader(gateway, 'support'));
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('an address leads staff to an order, a session of either variant or a seller, a broker to its own alone, and elsewhere to nothing', async () => {
    const urls = { order: addressOf(owner, 'orders'), session: addressOf(owner, 'checkout-sessions'), standalone: `${gateway.url}/checkout-sessions/${owner.things.standalone}`, seller: owner.things.sellerId };
    const at = async (url: string) => (await asStaff(LOOK_UP, { url })).lookUp;
    expect(await at(urls.order)).toEqual({ ...NOTHING, order: { reference: expect.any(String), customer: HIDDEN } });
    expect(await at(urls.session)).toEqual({ ...NOTHING, checkoutSession: { identifier: owner.things.session, initialOrder: { customer: HIDDEN } } });
    expect(await at(urls.standalone)).toEqual({ ...NOTHING, standaloneCheckoutSession: { identifier: owner.things.standalone } });
    expect(await at(urls.seller)).toEqual({ ...NOTHING, seller: { name: 'Seller of owner-inc' } });
    expect((await asBroker(owner, LOOK_UP, { url: urls.order })).lookUp.order.customer).toEqual(ofOwner);
    for (const url of [urls.order, urls.session, urls.seller]) expect((await asBroker(other, LOOK_UP, { url })).lookUp).toBeNull();
    for (const url of ['', 'https://nobody.example/', `${gateway.url}/api/orders/${newUuid()}`, `${gateway.url}/api/orders/x`, `${urls.order}?x=1`]) expect(await at(url), url).toBeNull();
  });

  const NODE = `query ($id: ID!) { node(id: $id) { __typename id ... on Order { customer { ${PERSON} } } ... on Customer { ${PERSON} } ... on CheckoutSession { initialOrder { customer { ... on Person { ${PERSON} } } } } ... on WebhookDelivery { body } } }`;
  const idsOf = async ({ things }: Tenant): Promise<Readonly<Record<string, string>>> => {
    const { id: seller } = await gateway.store.fork().findOneOrFail(Seller, { sellerId: things.sellerId });
    return { Broker: things.brokerId, Seller: seller, Order: `${gateway.url}/api/orders/${things.order}`, CheckoutSession: `${gateway.url}/api/checkout-sessions/${things.session}`, Customer: things.customer.split('/').at(-1) ?? '', WebhookEndpoint: things.endpoint, WebhookDelivery: things.delivery };
  };

  it('the id of any thing leads back to it for its broker and for staff, who see nobody’s name; another broker’s is null, as nothing is', async () => {
    await gateway.store.fork().execute('update webhook_delivery set body = ? where id = ?', [JSON.stringify(ofOwner), owner.things.delivery]);
    for (const [typename, id] of Object.entries(await idsOf(owner))) {
      const seen = (await asStaff(NODE, { id })).node;
      expect(seen).toMatchObject({ __typename: typename, id });
      for (const secret of Object.values(ofOwner)) expect(JSON.stringify(seen)).not.toContain(secret);
      expect((await asBroker(owner, NODE, { id })).node).toMatchObject({ __typename: typename, id });
      expect((await asBroker(other, NODE, { id })).node, typename).toBeNull();
    }
    for (const id of ['', 'x', newUuid(), 'https://nobody.example/', `${gateway.url}/api/orders/${newUuid()}`]) expect((await asStaff(NODE, { id })).node, id).toBeNull();
  });

  it('what names a thing otherwise leads to it too, by the id that it has: a UUID in capitals, a customer’s address, a sellerId, a book button, open data', async () => {
    const ids = await idsOf(owner);
    const at = async (id: string) => (await asBroker(owner, '{ node(id: "ID") { __typename id } }'.replace('ID', id))).node;
    expect(await at(owner.things.order.toUpperCase())).toEqual({ __typename: 'Order', id: ids['Order'] });
    expect(await at(owner.things.customer)).toEqual({ __typename: 'Customer', id: ids['Customer'] });
    expect(await at(owner.things.sellerId)).toEqual({ __typename: 'Seller', id: ids['Seller'] });
    const button = `${gateway.url}/checkout-sessions/${owner.things.standalone}`;
    expect(await at(button)).toEqual({ __typename: 'StandaloneCheckoutSession', id: button });
    const session = DEMO.scheduledSessionId('demo-free');
    expect(await at(session)).toEqual({ __typename: 'ScheduledSession', id: session });
  });

  it('brokers are found by a part of their name and come in the order of their names, page by page', async () => {
    const list = async (more: string, variables: object = {}) => (await asStaff(`query ($after: String) { brokers(after: $after, filter: { nameContains: "aPP of o" }, direction: ASC${more}) { nodes { name } pageInfo { endCursor } } }`, variables)).brokers;
    expect((await list('')).nodes).toEqual([{ name: 'App of owner-inc' }, { name: 'App of other-ltd' }]);
    const { nodes, pageInfo } = await list(', orderBy: NAME, first: 1');
    expect(nodes).toEqual([{ name: 'App of other-ltd' }]);
    expect((await list(', orderBy: NAME, first: 1', { after: pageInfo.endCursor })).nodes).toEqual([{ name: 'App of owner-inc' }]);
    expect((await asStaff('{ brokers(filter: { nameContains: "%" }) { nodes { name } } }')).brokers.nodes).toEqual([]);
  });

  it('sellers, sessions and customers are narrowed to one broker, and customers, sessions and deliveries by time', async () => {
    const [now, mine] = [gateway.clock.now().toISOString(), owner.things.brokerId];
    expect([await countOf('sellers', `brokerId: "${mine}"`), await countOf('sellers', 'nameContains: "OF OWNER-INC"'), await countOf('sellers', 'brokerId: "x"'), await countOf('sellers', 'nameContains: "_wner"')]).toEqual([2, 2, 0, 0]);
    expect([await countOf('checkoutSessions', `brokerId: "${mine}"`), await countOf('checkoutSessions', 'brokerId: "x"')]).toEqual([1, 0]);
    expect([await countOf('customers', `brokerId: "${mine}", createdFrom: "${now}"`), await countOf('customers', `brokerId: "${mine}", createdBefore: "${now}"`)]).toEqual([2, 0]);
    expect([await countOf('customers', `brokerId: "${mine}", isErased: false`), await countOf('customers', 'isErased: true')]).toEqual([2, 0]);
    expect([await countOf('webhookDeliveries', `brokerId: "${mine}", queuedBefore: "2100-01-01T00:00:00Z"`), await countOf('webhookDeliveries', 'queuedBefore: "2000-01-01T00:00:00Z"')]).toEqual([1, 0]);
  });

  it('nobody’s name is shown to staff, in no list, delivery or answer; a broker sees its own', async () => {
    const everywhere = `{ orders { nodes { customer { ${PERSON} } } edges { node { customer { ${PERSON} } } } } order(id: "${owner.things.order}") { customer { ${PERSON} } } checkoutSessions { nodes { initialOrder { customer { ... on Person { ${PERSON} } } } } edges { node { initialOrder { customer { ... on Person { ${PERSON} } } } } } } webhookDeliveries { nodes { kind body } edges { node { body } } } webhookDelivery(id: "${owner.things.delivery}") { kind body } }`;
    await gateway.store.fork().execute('update webhook_delivery set body = ? where id = ?', [JSON.stringify(ofOwner), owner.things.delivery]);
    const seen = JSON.stringify(await asStaff(everywhere));
    for (const secret of Object.values(ofOwner)) expect(seen).not.toContain(secret);
    expect(seen).toContain(JSON.stringify(HIDDEN));
    expect(JSON.stringify(await asBroker(owner, everywhere))).toContain(JSON.stringify(ofOwner));
  });

  it('a reason reveals who it is, and the audit log keeps who asked, about what and why, but not who it was', async () => {
    const subjects = { [addressOf(owner, 'orders')]: `order ${owner.things.order}`, [addressOf(owner, 'checkout-sessions')]: `checkout session ${owner.things.session}`, [owner.things.customer]: `customer ${owner.things.customer.split('/').at(-1)}` };
    for (const [url, subject] of Object.entries(subjects)) {
      expect((await asStaff(REVEAL, { url })).revealPersonalData).toEqual({ __typename: 'RevealPersonalDataPayload', person: ofOwner });
      const { nodes } = (await asStaff('query ($subject: String!) { auditEntries(subject: $subject) { nodes { actor action reason before after } } }', { subject })).auditEntries;
      expect(nodes).toEqual([{ actor: 'test:support', action: 'revealPersonalData', reason: 'the customer calls', before: null, after: null }]);
    }
    const before = await countEntries();
    for (const url of ['', owner.things.sellerId, `${gateway.url}/api/orders/${newUuid()}`, `${gateway.url}/checkout-sessions/${owner.things.standalone}`]) expect((await asStaff(REVEAL, { url })).revealPersonalData, url).toEqual({ __typename: 'UnknownPersonError' });
    expect(await countEntries()).toBe(before);
  });

  it('the audit log is narrowed by actor, action, time and words of the reason', async () => {
    await asStaff(REVEAL, { url: addressOf(other, 'orders') }, 'operator');
    const find = async (filter: object) => (await asStaff('query ($filter: AuditEntryFilter) { auditEntries(filter: $filter) { nodes { actor } } }', { filter })).auditEntries.nodes.length;
    const [now, all] = [gateway.clock.now(), await find({})];
    expect(await find({ actor: 'test:operator' })).toBe(1);
    expect(await find({ actor: 'test:operator', action: 'createBroker' })).toBe(0);
    expect(await find({ action: 'createBroker' })).toBe(2);
    expect(await find({ action: 'revealPersonalData', reasonContains: 'CUSTOMER calls' })).toBe(await find({ action: 'revealPersonalData' }));
    expect(await find({ reasonContains: '%' })).toBe(0);
    expect(await find({ from: now })).toBe(all);
    expect(await find({ before: now })).toBe(0);
  });

  it('orders are narrowed by broker and by time', async () => {
    const now = gateway.clock.now();
    expect([await findOrders({}), await findOrders({ brokerId: owner.things.brokerId }), await findOrders({ brokerId: 'x' }), await findOrders({ createdFrom: now }), await findOrders({ createdBefore: now })]).toEqual([2, 1, 0, 2, 0]);
  });

  it('refunds that somebody has to see to are told from the others, with the order that they belong to', async () => {
    const em = gateway.store.fork();
    const item = await em.findOneOrFail(OrderItem, { quote: owner.things.order });
    const payment = await em.findOneOrFail(Payment, { order: owner.things.order });
    em.create(Refund, { id: newUuid(), item, payment, amountMinor: 500, status: 'REFUND_BY_SELLER', providerRefundId: null, createdAt: gateway.clock.now(), endedAt: null });
    await em.flush();
    expect(await listRefunds(['FAILED', 'REFUND_BY_SELLER'])).toEqual([{ orderId: addressOf(owner, 'orders'), position: 0, status: 'REFUND_BY_SELLER', amount: { amount: '5.00', currency: 'GBP' }, brokerId: owner.things.brokerId }]);
    expect(await listRefunds(['PENDING', 'DONE'])).toEqual([]);
    const count = async (filter: string) => (await asStaff(`{ refunds(filter: { ${filter} }) { nodes { id } } }`)).refunds.nodes.length;
    const now = gateway.clock.now().toISOString();
    expect([await count(`brokerId: "${owner.things.brokerId}"`), await count(`brokerId: "${other.things.brokerId}"`), await count('brokerId: "x"'), await count(`createdFrom: "${now}"`), await count(`createdBefore: "${now}"`)]).toEqual([1, 0, 0, 1, 0]);
    const { nodes: [{ id }] } = (await asStaff('{ refunds { nodes { id } } }')).refunds;
    expect((await asStaff(NODE, { id })).node).toEqual({ __typename: 'OrderRefund', id });
    expect((await asBroker(owner, NODE, { id })).node).toBeNull();
  });

  const askToMove = async (): Promise<string> => {
    const em = gateway.store.fork();
    const id = newUuid();
    em.create(SellerMoveRequest, { id, seller: await em.findOneOrFail(Seller, { sellerId: owner.things.sellerId }), broker: em.getReference(Broker, other.things.brokerId), requestedAt: gateway.clock.now() });
    await em.flush();
    return id;
  };
  const decide = async (id: string, decision: string) => (await asStaff(DECIDE, { id, decision }, 'operator')).decideSellerMove;
  const holderOf = async (): Promise<string> => ((await asBroker(other, LOOK_UP, { url: owner.things.sellerId })).lookUp === null ? 'owner' : 'other');

  it('a refused move leaves the seller where it is, and the request is gone', async () => {
    const id = await askToMove();
    const { nodes } = (await asStaff('{ sellerMoveRequests { nodes { id sellerId from { name } to { name } } } }')).sellerMoveRequests;
    expect(nodes).toEqual([{ id, sellerId: owner.things.sellerId, from: { name: 'App of owner-inc' }, to: { name: 'App of other-ltd' } }]);
    const count = async (filter: string) => (await asStaff(`{ sellerMoveRequests(filter: { ${filter} }) { nodes { id } } }`)).sellerMoveRequests.nodes.length;
    const { brokerId, sellerId, leavingSellerId } = owner.things;
    expect([await count(`brokerId: "${brokerId}"`), await count(`brokerId: "${other.things.brokerId}", sellerId: "${sellerId}"`), await count(`brokerId: "${DEMO.brokerIds.clubCompass}"`), await count(`sellerId: "${leavingSellerId}"`), await count('brokerId: "x"')]).toEqual([1, 1, 0, 0, 0]);
    expect((await asStaff(NODE, { id })).node).toEqual({ __typename: 'SellerMoveRequest', id });
    expect((await asBroker(other, NODE, { id })).node).toBeNull();
    expect((await decide(id, 'REFUSE')).__typename).toBe('DecideSellerMovePayload');
    expect(await holderOf()).toBe('owner');
    expect(await decide(id, 'ACCEPT')).toEqual({ __typename: 'UnknownSellerMoveRequestError' });
    for (const unknown of ['x', newUuid()]) expect(await decide(unknown, 'ACCEPT')).toEqual({ __typename: 'UnknownSellerMoveRequestError' });
  });

  it('an accepted move gives seller and payment account to the broker that it asked for, once, however many decide at the same time, and is on record', async () => {
    const em = gateway.store.fork();
    const seller = await em.findOneOrFail(Seller, { sellerId: owner.things.sellerId });
    em.create(PaymentAccount, { id: newUuid(), sellerId: seller.sellerId, broker: em.getReference(Broker, owner.things.brokerId), provider: 'demo', providerAccountId: 'demo_taken_along', status: 'CONNECTED', createdAt: gateway.clock.now(), connectedAt: gateway.clock.now(), disconnectedAt: null });
    await em.flush();
    const id = await askToMove();
    const outcomes = await Promise.all(['ACCEPT', 'ACCEPT', 'REFUSE', 'ACCEPT'].map((decision) => decide(id, decision)));
    expect(outcomes.filter(({ __typename }) => __typename === 'DecideSellerMovePayload')).toHaveLength(1);
    if ((await holderOf()) === 'owner') await decide(await askToMove(), 'ACCEPT'); // the one that refused was first
    expect(await holderOf()).toBe('other');
    expect((await asBroker(other, 'query ($id: String!) { seller(sellerId: $id) { paymentAccount { status } } }', { id: seller.sellerId })).seller).toEqual({ paymentAccount: { status: 'CONNECTED' } });
    expect((await asBroker(owner, 'query ($id: String!) { seller(sellerId: $id) { name } }', { id: seller.sellerId })).seller).toBeNull();
    expect((await asBroker(owner, LOOK_UP, { url: addressOf(owner, 'orders') })).lookUp.order).not.toBeNull();
    const { nodes } = (await asStaff(`{ auditEntries(first: 1, subject: "seller ${seller.id}") { nodes { actor action reason before after } } }`)).auditEntries;
    expect(nodes).toEqual([{ actor: 'test:operator', action: 'decideSellerMove', reason: 'both agree', before: JSON.stringify({ brokerId: owner.things.brokerId }), after: expect.stringContaining(`"brokerId":"${other.things.brokerId}"`) }]);
  });
});
