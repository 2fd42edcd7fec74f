import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/store/open-store.js';
import { checkoutHeader, readyGuest } from '../support/checkout.js';
import { startTestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { startKillableGateway, type KillableGateway } from '../support/killable-gateway.js';
import { addItem, placesOf, type AddedItem } from '../support/places.js';
import { TestClock } from '../support/test-clock.js';
import { TestPayments } from '../support/test-payments.js';

const SOON = { timeout: 50_000 };
const PRICE = 850;
/** When whatever the dead one had claimed, or left standing, or held, is over. */
const LONG_ENOUGH_SECONDS = 50 * 60;

const CASES = [
  { store: 'sqlite', haltAt: 'capture' },
  { store: 'postgres', haltAt: 'capture' },
  { store: 'postgres', haltAt: 'start' },
] as const;
const ENDS = {
  capture: { orders: ['CONFIRMED'], payments: ['CAPTURED'], done: ['capture'], booked: 1 },
  start: { orders: ['PENDING_PAYMENT'], payments: ['ENDED'], done: [], booked: 0 },
} as const;

/** Puts something to pay for into the store of a gateway in another process. */
async function addTo({ databaseUrl }: KillableGateway): Promise<AddedItem> {
  const store = await openStore(databaseUrl);
  try {
    return await addItem({ store, clock: new TestClock() }, { capacity: 1, tickets: { adult: PRICE } });
  } finally {
    await store.close();
  }
}

/** Has a customer pay until the gateway waits for its provider, and kills it there. */
async function payAndKill(gateway: KillableGateway): Promise<AddedItem> {
  try {
    const item = await addTo(gateway);
    const { token } = await readyGuest(gateway, item.target);
    const act = (field: string) => callGraphql(gateway.graphqlUrl, `mutation { ${field} { __typename } }`, {}, null, checkoutHeader(token));
    const answers = act('payCheckout')
      .then(() => act('refreshPayment'))
      .catch(() => {}); // nobody answers any more
    await gateway.asked;
    await gateway.kill();
    await answers;
    return item;
  } finally {
    await gateway.kill();
  }
}

/** The provider that the next gateway meets knows what was paid at the first one's. */
async function providerAfter({ reads }: Store): Promise<TestPayments> {
  const payments = new TestPayments();
  const request = { paymentId: '', amountMinor: PRICE, currency: 'GBP', description: '', email: '', returnUrl: '', cancelUrl: '', endsAt: new Date(0) };
  const rows = await reads.selectFrom('payment').select(['provider_payment_id', 'account_id']).execute();
  for (const { provider_payment_id: id, account_id } of rows) if (id !== null) payments.adopt(id, account_id, request);
  return payments;
}

async function knownTo(databaseUrl: string): Promise<TestPayments> {
  const store = await openStore(databaseUrl);
  try {
    return await providerAfter(store);
  } finally {
    await store.close();
  }
}

describe('a gateway that is killed while a customer pays', () => {
  it.each(CASES)('at the provider’s $haltAt leaves nothing half done: the next one takes place and money once, or neither ($store)', async ({ store, haltAt }) => {
    const killed = await startKillableGateway(store, { haltAt });
    const item = await payAndKill(killed);
    const payments = await knownTo(killed.databaseUrl);
    const next = await startTestGateway({ store, adapter: 'in process' }, { DATABASE_URL: killed.databaseUrl }, { payments, paymentAccounts: payments.accounts });
    try {
      next.clock.advance(LONG_ENOUGH_SECONDS);
      const { reads } = next.store;
      const standing = async () => ({
        orders: (await reads.selectFrom('customer_order').select('state').execute()).map(({ state }) => state),
        payments: (await reads.selectFrom('payment').select('status').execute()).map(({ status }) => status),
        done: payments.done.map((entry) => entry.split(' ')[0]),
        booked: (await placesOf(next.store, item.id)).booked,
      });
      await expect.poll(standing, SOON).toEqual(ENDS[haltAt]);
    } finally {
      await next.stop();
    }
  });
});
