import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../src/shared/ids.js';
import { recordStaffChange } from '../../src/staff/audit.js';
import { orderIdOf } from '../../src/shared/addresses.js';
import { DEMO } from '../../src/store/demo-data.js';
import { customerIn, enter, openSession } from '../support/checkout.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { addItem } from '../support/places.js';
import { STORES } from '../support/stores.js';
import { staffHeader } from '../support/tenant-world.js';

const NEVER = /audit entries are added and never changed/;
const ENTRIES = `query ($subject: String, $first: Int! = 20, $after: String, $direction: OrderDirection! = DESC) {
  auditEntries(subject: $subject, first: $first, after: $after, direction: $direction) { nodes { at actor action subject reason before after } pageInfo { hasNextPage endCursor } }
}`;
const CANCEL = `mutation ($input: CancelOrderItemsInput!) { cancelOrderItems(input: $input) { __typename ... on CancelOrderItemsPayload { order { orderedItem { orderItemStatus } } } } }`;
const CREATE = `mutation ($input: CreateBrokerInput!) { createBroker(input: $input) { __typename ... on CreateBrokerPayload { id apiKey publishableKey webhookKey signingSecret } } }`;
const ROTATE = `mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { __typename ... on RotateApiKeyPayload { id apiKey } } }`;

interface Entry {
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What an entry says of the first and the third place. */
const places = (status: string) => JSON.stringify({ places: [0, 2].map((position) => ({ position, status })) });

/** The public part of a key. */
const idIn = (apiKey: string) => apiKey.split('_')[2];

/** Which entries these are. */
const reasons = ({ nodes }: { readonly nodes: readonly Entry[] }) => nodes.map(({ reason }) => reason);

describe.each(STORES)('what staff have changed (%s)', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: kind, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const asStaff = async (query: string, variables: object, role: 'support' | 'operator' | 'admin' = 'admin') => {
    const { data, errors } = await callGraphql(gateway.graphqlUrl, query, variables, null, await staffHeader(gateway, role));
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const page = async (variables: object = {}) => (await asStaff(ENTRIES, variables, 'support')).auditEntries as { nodes: Entry[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
  const entriesOf = async (subject: string): Promise<readonly Entry[]> => (await page({ subject })).nodes;
  const count = async () => Number((await gateway.store.reads.selectFrom('audit_entry').select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()).n);
  const bookThree = async () => {
    const item = await addItem(gateway, { capacity: 3 });
    const session = await openSession(gateway, [item.place(), item.place(), item.place()]);
    const customer = await enter(gateway, session.target);
    await customer.details(null);
    expect(await customer.book()).toMatchObject({ step: 'DONE' });
    return { id: orderIdOf(session.orderId) ?? '', token: customer.token };
  };
  const cancel = async (input: object) => (await asStaff(CANCEL, { input }, 'operator')).cancelOrderItems;

  it('cannot be changed or removed, whoever is at the database', async () => {
    const subject = `thing ${newUuid()}`;
    const em = gateway.store.fork();
    recordStaffChange(em, { kind: 'STAFF', role: 'admin', actor: 'ada' }, { action: 'touchThing', subject, reason: 'because', before: { a: 1 }, after: { a: 2 } }, gateway.clock.now());
    await em.flush();
    const kept = await entriesOf(subject);
    const copy = "insert or replace into audit_entry select id, at, 'eve', action, subject, reason, before, after from audit_entry";
    const attempts = ["update audit_entry set actor = 'eve'", 'update audit_entry set id = id', 'delete from audit_entry', ...(kind === 'postgres' ? ['truncate audit_entry', 'truncate audit_entry cascade'] : [copy])];
    for (const attempt of attempts) await expect(gateway.store.fork().execute(attempt), attempt).rejects.toThrow(NEVER);
    expect(await entriesOf(subject)).toEqual(kept);
    expect(kept).toEqual([{ at: gateway.clock.now().toISOString(), actor: 'ada', action: 'touchThing', subject, reason: 'because', before: '{"a":1}', after: '{"a":2}' }]);
  });

  it('says who cancelled which places of whose order, and why; once, however often it is asked', async () => {
    const { id } = await bookThree();
    const input = { orderId: id, positions: [0, 2], reason: 'The hall is flooded.' };
    for (let repeat = 0; repeat < 2; repeat += 1) expect((await cancel(input)).order.orderedItem.map(({ orderItemStatus }: { orderItemStatus: string }) => orderItemStatus)).toEqual(['SELLER_CANCELLED', 'ORDER_CONFIRMED', 'SELLER_CANCELLED']);
    expect(await entriesOf(`order ${id}`)).toEqual([
      { at: gateway.clock.now().toISOString(), actor: 'test:operator', action: 'cancelOrderItems', subject: `order ${id}`, reason: 'The hall is flooded.', before: places('ORDER_CONFIRMED'), after: places('SELLER_CANCELLED') },
    ]);
  });

  it('tells of every place that went when all were asked for, without those that had gone before', async () => {
    const { id } = await bookThree();
    await cancel({ orderId: id, positions: [1], reason: 'One less.' });
    gateway.clock.advance(60);
    await cancel({ orderId: id, reason: 'All the rest.' });
    const [last, first] = await entriesOf(`order ${id}`);
    expect([first?.reason, last?.reason]).toEqual(['One less.', 'All the rest.']);
    expect(JSON.parse(last?.after ?? '')).toEqual({ places: [0, 2].map((position) => ({ position, status: 'SELLER_CANCELLED' })) });
  });

  it('has nothing of what was refused, and nothing of what a broker or a customer did', async () => {
    const [{ id }, other] = [await bookThree(), await bookThree()];
    const before = await count();
    expect(await cancel({ orderId: newUuid(), reason: 'Nobody’s.' })).toMatchObject({ __typename: 'UnknownOrderError' });
    expect(await cancel({ orderId: id, positions: [0, 7], reason: 'No such place.' })).toMatchObject({ __typename: 'CancellationNotPermittedError' });
    const byBroker = await callGraphql(gateway.graphqlUrl, CANCEL, { input: { orderId: id, reason: 'said by the broker' } });
    expect(byBroker.data.cancelOrderItems).toMatchObject({ order: { orderedItem: [0, 1, 2].map(() => ({ orderItemStatus: 'CUSTOMER_CANCELLED' })) } });
    const byCustomer = await callGraphql(gateway.graphqlUrl, CANCEL, { input: { positions: [0] } }, null, { authorization: `Checkout ${other.token}` });
    expect(byCustomer.data.cancelOrderItems).toMatchObject({ order: { orderedItem: [{ orderItemStatus: 'CUSTOMER_CANCELLED' }, {}, {}] } });
    expect(await customerIn(gateway, other.token).read()).toMatchObject({ order: { state: 'PARTLY_CANCELLED' } });
    expect((await asStaff(CREATE, { input: { name: '', url: 'nowhere', reason: 'They asked.' } })).createBroker).toEqual({ __typename: 'ValidationError' });
    expect((await asStaff(ROTATE, { input: { brokerId: newUuid(), reason: 'They asked.' } })).rotateApiKey).toEqual({ __typename: 'UnknownBrokerError' });
    const { data } = await callGraphql(gateway.graphqlUrl, ROTATE, { input: { reason: 'said by the broker' } }, DEMO.apiKeys.clubCompass);
    expect(data.rotateApiKey).toMatchObject({ __typename: 'RotateApiKeyPayload' });
    expect(await count()).toBe(before);
  });

  it('says who took in which broker and gave it which keys, by their ids: never a key', async () => {
    const { createBroker: made } = await asStaff(CREATE, { input: { name: 'Move More', url: 'https://move-more.example', successWebhook: 'https://move-more.example/hook', reason: 'They have signed.' } });
    gateway.clock.advance(1);
    const { rotateApiKey: second } = await asStaff(ROTATE, { input: { brokerId: made.id, reason: 'It was printed.' } });
    gateway.clock.advance(1);
    const { rotateApiKey: third } = await asStaff(ROTATE, { input: { brokerId: made.id, reason: 'Again.' } });
    const entries = await entriesOf(`broker ${made.id}`);
    expect(entries.map(({ actor, action, reason }) => [actor, action, reason])).toEqual([
      ['test:admin', 'rotateApiKey', 'Again.'],
      ['test:admin', 'rotateApiKey', 'It was printed.'],
      ['test:admin', 'createBroker', 'They have signed.'],
    ]);
    expect(entries.map(({ before, after }) => [JSON.parse(before ?? 'null'), JSON.parse(after ?? 'null')])).toEqual([
      [{ apiKeyIds: [second.id, idIn(made.apiKey)] }, { apiKeyIds: [third.id, second.id] }],
      [{ apiKeyIds: [idIn(made.apiKey)] }, { apiKeyIds: [second.id, idIn(made.apiKey)] }],
      [null, { name: 'Move More', apiKeyId: idIn(made.apiKey) }],
    ]);
    const secrets = [...[made, second, third].map(({ apiKey }) => String(apiKey).split('_')[3] ?? ''), made.publishableKey, made.webhookKey, made.signingSecret];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(15);
      expect(JSON.stringify(await gateway.store.reads.selectFrom('audit_entry').selectAll().execute())).not.toContain(secret);
    }
  });

  it('is listed newest first, or oldest first, page by page, of one subject when it is named, for staff alone', async () => {
    const subject = `thing ${newUuid()}`;
    for (let index = 0; index < 5; index += 1) {
      gateway.clock.advance(1);
      const em = gateway.store.fork();
      for (const of of [subject, `${subject} too`]) recordStaffChange(em, { kind: 'STAFF', role: 'admin', actor: 'ada' }, { action: 'touchThing', subject: of, reason: `reason ${index}`, before: null, after: null }, gateway.clock.now());
      await em.flush();
    }
    const first = await page({ subject, first: 3 });
    const second = await page({ subject, first: 3, after: first.pageInfo.endCursor });
    expect([...reasons(first), ...reasons(second)]).toEqual([4, 3, 2, 1, 0].map((index) => `reason ${index}`));
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
    expect(reasons(await page({ subject, direction: 'ASC' }))).toEqual([0, 1, 2, 3, 4].map((index) => `reason ${index}`));
    expect(first.nodes[0]).toMatchObject({ subject, before: null, after: null, at: gateway.clock.now().toISOString() });
    expect(new Set((await page({ first: 10 })).nodes.map((entry) => entry.subject))).toEqual(new Set([subject, `${subject} too`]));
    expect((await page({ subject: 'thing of nobody' })).nodes).toEqual([]);
    for (const apiKey of [null, DEMO.apiKeys.fitnessFinder, DEMO.publishableKeys.fitnessFinder]) expect((await callGraphql(gateway.graphqlUrl, ENTRIES, {}, apiKey)).data ?? null).toBeNull();
  });
});
