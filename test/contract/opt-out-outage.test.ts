import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutboxTask } from '../../src/outbox/outbox-task.entity.js';
import { ProviderOutage } from '../../src/payment/payment-accounts.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { startKillableGateway } from '../support/killable-gateway.js';
import { callRest } from '../support/rest.js';
import { beginFlow, sellerIn } from '../support/seller-flow.js';
import { STORES } from '../support/stores.js';
import { TestProvider } from '../support/test-provider.js';

const SELLER_ID = 'https://clubs.example/badminton?hall=2';
/** Everything that waits here waits for the gateway's own loop, which looks every second. */
const SOON = { timeout: 30_000 };

type Reached = Pick<TestGateway, 'url' | 'graphqlUrl'>;

const leave = ({ url }: Reached) => callRest(`${url}/api/sellers/${encodeURIComponent(SELLER_ID)}`, { method: 'DELETE' });

async function becomePaid(gateway: Reached): Promise<void> {
  const seller = sellerIn(gateway, await beginFlow(gateway, 'ONBOARD', SELLER_ID, true));
  await seller.accept();
  await seller.connect();
  await seller.refresh();
  expect(await seller.complete()).toEqual({ name: 'CompleteSellerFlowPayload', step: 'DONE' });
}

async function standing({ graphqlUrl }: Reached): Promise<{ seller: string; bookability: string; account: string }> {
  const { data } = await callGraphql(graphqlUrl, 'query ($sellerId: String!) { seller(sellerId: $sellerId) { status bookability paymentAccount { status } } }', { sellerId: SELLER_ID });
  return { seller: data.seller.status, bookability: data.seller.bookability, account: data.seller.paymentAccount.status };
}

const LEAVING = { seller: 'OPTED_OUT', bookability: 'NOT_BOOKABLE', account: 'DISCONNECTING' };
const GONE = { ...LEAVING, account: 'DISCONNECTED' };

describe.each(STORES)('opting out while the payment provider is down (%s)', (store) => {
  let gateway: TestGateway;
  let provider: TestProvider;
  beforeEach(async () => {
    provider = new TestProvider();
    gateway = await startTestGateway({ store, adapter: 'in process' }, {}, { paymentAccounts: provider });
    await becomePaid(gateway);
  });
  afterEach(() => gateway.stop());

  const theTask = () => gateway.store.fork().findOne(OutboxTask, { doneAt: null });

  it('is done at once, whatever the provider throws; the provider is told when it is back', async () => {
    const failures = [new ProviderOutage('the provider is down'), new TypeError("Cannot read properties of undefined (reading 'id')")];
    for (const [attempt, failure] of failures.entries()) {
      const delay = 5 * 2 ** attempt;
      provider.goDown(failure);
      const { status, text } = await leave(gateway);
      expect([status, text]).toEqual([204, '']);
      expect(await standing(gateway)).toEqual(LEAVING);
      await expect.poll(async () => (await theTask())?.attempts, SOON).toBe(attempt + 1);
      expect(await theTask()).toMatchObject({ lastError: failure.message, dueAt: new Date(gateway.clock.now().getTime() + delay * 1000) });
      expect(await standing(gateway)).toEqual(LEAVING);
      provider.goDown(failures[attempt + 1]);
      if (attempt === failures.length - 1) provider.comeBack();
      gateway.clock.advance(delay);
    }
    await expect.poll(() => standing(gateway), SOON).toEqual(GONE);
    expect([provider.asked.length, provider.disconnected.length]).toEqual([3, 1]);
    expect((await leave(gateway)).status).toBe(204);
    expect(await gateway.store.fork().count(OutboxTask)).toBe(1);
  });

  it('waits for no answer of a provider that gives none', async () => {
    const gate = Promise.withResolvers<void>();
    provider.gate = gate.promise;
    try {
      expect((await leave(gateway)).status).toBe(204);
      await expect.poll(() => provider.asked.length, SOON).toBe(1);
      expect(await standing(gateway)).toEqual(LEAVING);
    } finally {
      gate.resolve();
    }
    await expect.poll(() => standing(gateway), SOON).toEqual(GONE);
  });
});

describe.each(STORES)('a gateway that is killed between opting out and disconnecting (%s)', (store) => {
  it.each(['as soon as it has answered', 'while it asks the provider'])('has lost nothing: the next one finishes, after it was killed %s', async (when) => {
    const killed = await startKillableGateway(store);
    try {
      await becomePaid(killed);
      expect((await leave(killed)).status).toBe(204);
      if (when === 'while it asks the provider') await killed.asked;
    } finally {
      await killed.kill();
    }
    const provider = new TestProvider();
    const next = await startTestGateway({ store, adapter: 'in process' }, { DATABASE_URL: killed.databaseUrl }, { paymentAccounts: provider });
    try {
      expect((await standing(next)).seller).toBe('OPTED_OUT');
      next.clock.advance(60); // the lease of the dead
      await expect.poll(() => standing(next), SOON).toEqual(GONE);
      expect(provider.disconnected).toHaveLength(1);
    } finally {
      await next.stop();
    }
  });
});
