import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addSeconds } from '../../src/shared/clock.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { queueDelivery } from '../../src/webhook/queue-delivery.js';
import { WebhookAttempt } from '../../src/webhook/webhook-attempt.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import { checkoutHeader, startCheckout } from '../support/checkout-steps.js';
import { countStatements } from '../support/count-statements.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { addOpportunities, addOrder, createSession, itemInput, sessionInput } from '../support/seed.js';
import { onboardSeller } from '../support/seller-flow.js';
import { STORES, type StoreKind } from '../support/stores.js';

const OPPORTUNITY = `
  __typename identifier startDate bookability { isBookable reasons opensAt } organizer { id name }
  offers { id name price { amount } }
  ... on ScheduledSession { superEvent { id name location { name } } }
  ... on Slot { facilityUse { id name location { name } } }`;
const QUOTE = `
  id customer { ... on Person { email } } broker { name } totalPaymentDue { amount }
  orderedItem { acceptedOffer price { amount } orderedItem { identifier } opportunity { ${OPPORTUNITY} } }`;
const ORDER = `
  id reference state createdAt confirmedAt customer { email } broker { name } totalPaymentDue { amount } timeline { trigger state at }
  orderedItem { acceptedOffer price { amount } orderItemStatus accessToken { text } accessCode { value } opportunity { ${OPPORTUNITY} } }`;
const CHECKOUT = `
  id state step expiresAt broker { name accentColor } seller { name } opportunity { ${OPPORTUNITY} } totalPaymentDue { amount } ticketChoices { id } customer { email }
  items { acceptedOffer ticketName price { amount } currentPrice { amount } opportunity { ${OPPORTUNITY} } }
  navigationLinks { url } holdExpiresAt obstacle { reasons } alternatives { id } order { ${ORDER} calendar }`;

/** Each with everything below it, and how many statements that may take. */
const QUERIES = [
  { list: 'checkoutSessions', atMost: 5, selection: `identifier seller { id name } broker { id name apiKeys { id } } initialOrder { ${QUOTE} } navigationLinks { url } potentialAction { target }` },
  { list: 'orders', atMost: 5, selection: ORDER },
  { list: 'opportunities', atMost: 2, selection: OPPORTUNITY },
  { list: 'sellers', atMost: 4, selection: 'id name status plan bookability acceptedTerms { version acceptedAt } paymentAccount { id status connectedAt } history { trigger status at }' },
  { list: 'webhookDeliveries', atMost: 3, selection: 'id kind subject state body attempts { number status answer } endpoint { id url failureRate pendingCount lastAttempt { status } }' },
] as const;

const FEW = 5;
const MANY = 50;

describe.each(STORES)('the number of SQL statements behind a list (%s)', (store) => {
  let gateway: TestGateway;
  let statements: ReturnType<typeof countStatements>;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    statements = countStatements();
  });
  afterAll(() => gateway.stop());

  /** Adds a webhook that arrived with its second attempt. */
  const addDelivered = async (index: number) => {
    const em = gateway.store.fork();
    const at = addSeconds(gateway.clock.now(), index);
    const endpoint = em.getReference(WebhookEndpoint, DEMO.brokerIds.fitnessFinder); // the demo broker's has its broker's id
    const test = { kind: 'TEST', subject: endpoint.id, facts: { version: 1, vocabUrl: 'https://openactive.io/', platformUrl: gateway.url, endpointKind: 'ORDER_SUCCESS' } } as const;
    const delivery = em.assign(queueDelivery(em, endpoint, test, at), { state: 'DELIVERED', attempts: 2, body: '{}', endedAt: at });
    for (const number of [1, 2]) em.create(WebhookAttempt, { id: newUuid(), delivery, number, at, durationMs: 5, status: number === 1 ? 500 : 200, error: null, answer: 'as it likes' });
    await em.flush();
  };
  /** Adds opportunities, a session for two of them each, an order for each session, a seller with an account, a history and accepted terms, and a delivered webhook. */
  const add = async (from: number, count: number) => {
    for (const [index, identifier] of (await addOpportunities(gateway.store, from, count)).entries()) {
      const items = [identifier, `extra-${Math.floor((from + index) / 2)}`].map((name) => itemInput('SCHEDULED_SESSION', name, DEMO.offers.free));
      const { orderId } = await createSession(gateway, items);
      await addOrder(gateway.store, orderId, 'CONFIRMED', addSeconds(gateway.clock.now(), from + index));
      await onboardSeller(gateway, `https://sellers.example/${from + index}`, true);
      await addDelivered(from + index);
    }
  };
  const measure = async () => {
    const counts: Record<string, { statements: number; nodes: number }> = {};
    for (const { list, selection } of QUERIES) {
      const [{ length: count }, { data, errors }] = await statements.during(() => callGraphql(gateway.graphqlUrl, `{ ${list}(first: ${MANY}) { nodes { ${selection} } pageInfo { endCursor } } }`));
      expect(errors).toBeUndefined();
      counts[list] = { statements: count, nodes: data[list].nodes.length };
    }
    return counts;
  };

  it('is the same for 5 items and for 50, and small', async () => {
    await add(0, FEW);
    const few = await measure();
    await add(FEW, MANY - FEW);
    const many = await measure();
    for (const { list, atMost } of QUERIES) {
      expect(many[list]?.statements, list).toBe(few[list]?.statements);
      expect(many[list]?.statements, list).toBeLessThanOrEqual(atMost);
    }
    expect([few['checkoutSessions']?.nodes, few['orders']?.nodes]).toEqual([FEW, FEW]);
    expect([many['checkoutSessions']?.nodes, many['orders']?.nodes, many['opportunities']?.nodes, many['sellers']?.nodes, many['webhookDeliveries']?.nodes]).toEqual([MANY, MANY, MANY, MANY, MANY]);
  });

  it('is the same for a checkout of 2 places and for one of 20, before it is booked and after', async () => {
    const extras = Array.from({ length: 20 }, (_, index) => itemInput('SCHEDULED_SESSION', `extra-${index}`, DEMO.offers.free));
    const counts: unknown[] = [];
    for (const items of [extras.slice(0, 2), extras]) {
      const checkout = await startCheckout(gateway, await createSession(gateway, items));
      const read = () => statements.during(() => callGraphql(gateway.graphqlUrl, `{ checkout { ${CHECKOUT} } }`, {}, null, checkoutHeader(checkout.token)));
      expect(await checkout.submitDetails()).toBe('CHECK');
      const [toBook, { data: before }] = await read();
      expect(before.checkout).toMatchObject({ step: 'CHECK', order: null, items: items.map(({ acceptedOffer }) => ({ acceptedOffer })) });
      expect(await checkout.book()).toBe('DONE');
      await untilQuiet();
      const [booked, { data: after }] = await read();
      expect(after.checkout.order.orderedItem).toHaveLength(items.length);
      counts.push([toBook.map(inShort), booked.map(inShort)]);
    }
    expect(counts[1]).toEqual(counts[0]);
    const open = ['select checkout', 'select checkout', 'select place_hold', 'select opportunity', 'select offer']; // the first looks at the token
    expect(counts[0]).toEqual([open, [...open.toSpliced(2, 0, 'select payment'), 'select customer_order', 'select opportunity', 'select offer', 'select order_item', 'select order_event']]);
  });

  /** Whatever follows a booking in the background has been done, or put off. */
  const untilQuiet = () =>
    vi.waitFor(
      async () => {
        const em = gateway.store.fork();
        expect(await em.execute('select id from outbox_task where done_at is null')).toEqual([]);
        expect(await em.execute("select id from webhook_delivery where state = 'PENDING' and attempts = 0")).toEqual([]);
      },
      { timeout: 30_000, interval: 50 },
    );

  it('is smaller for who asks for less', async () => {
    const [heard] = await statements.during(() => callGraphql(gateway.graphqlUrl, '{ checkoutSessions(first: 50) { nodes { identifier seller { name } initialOrder { id totalPaymentDue { amount } } } } }'));
    expect(heard).toHaveLength(1);
    const [sellers] = await statements.during(() => callGraphql(gateway.graphqlUrl, '{ sellers(first: 50) { nodes { id name status plan bookability } } }'));
    expect(sellers).toHaveLength(1);
  });

  it('counts what transactions do as well, so that nothing hides from it', async () => {
    const [heard] = await statements.during(() => createSession(gateway, sessionInput().initialOrder.orderedItem));
    expect(heard.map(inShort)).toEqual(CREATION[store]);
  });
});

/** What creating a session takes: on SQLite in the commit that it shares with others, whose way to the disk is ours; on PostgreSQL by one statement. */
const CREATION: Record<StoreKind, readonly string[]> = {
  sqlite: ['pragma', 'begin', 'savepoint', 'select webhook_endpoint', 'select opportunity', 'insert checkout_session', 'insert order_quote', 'insert order_item', 'release', 'commit', 'pragma'],
  postgres: ['select opportunity', 'with'],
};

/** What a statement does to which table first. */
function inShort(sql: string): string {
  let outermost = sql;
  while (/\([^()]*\)/.test(outermost)) outermost = outermost.replaceAll(/\([^()]*\)/g, ''); // what a statement asks on the side is a part of it
  const [, verb = sql, table] = /^(\w+)(?:.*?\b(?:from|into)\b ["`](\w+))?/s.exec(outermost) ?? [];
  return table === undefined ? verb : `${verb} ${table}`;
}
