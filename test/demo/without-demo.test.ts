import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, loadDemoData } from '../../src/store/demo-data.js';
import { DEMO_CUSTOMERS } from '../../src/store/demo-world.js';
import { placesOf } from '../support/checkout-pages.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { Trial } from '../support/test-mode.js';

/** The same items in the store, as somebody leaves them behind who has tried the demo; nothing else of it. */
describe('where there is no demo', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' }, { DEMO: 'false' });
    await loadDemoData(gateway.store.fork(), gateway.clock.now());
  });
  afterAll(() => gateway.stop());

  const heldFor = (checkout: { readonly holdExpiresAt: string | null } | undefined) => (new Date(checkout?.holdExpiresAt ?? 0).getTime() - gateway.clock.now().getTime()) / 1000;

  it.each(['demo-sells-out', 'demo-hold-is-lost', 'demo-hold-runs-out', 'demo-price-rises'])('nobody acts on a checkout: %s', async (identifier) => {
    const trial = new Trial(gateway, 'grace@example.com');
    const { step, checkout } = await (await trial.atGraphql(identifier)).details();
    expect(step).toBe('CHECK');
    expect(heldFor(checkout)).toBe(900);
    expect(await placesOf(gateway, identifier)).toEqual({ booked: 0, held: 1 });
  });

  it('no place is taken from somebody who pays', async () => {
    const graphql = await new Trial(gateway, 'grace@example.com').atGraphql('demo-gone-while-paying');
    await graphql.details();
    expect(await graphql.pay('PAID')).toBe('DONE');
  });

  it.each([DEMO_CUSTOMERS.providerDown, DEMO_CUSTOMERS.providerDownLater])('the provider is down for nobody: %s', async (email) => {
    const graphql = await new Trial(gateway, email).atGraphql('demo-paid');
    await graphql.details();
    expect(await graphql.pay('PAID')).toBe('DONE');
  });

  it('nobody pays at the end of their time', async () => {
    const graphql = await new Trial(gateway, DEMO_CUSTOMERS.paysLate).atGraphql('demo-paid');
    await graphql.details();
    expect(await graphql.pay('TOO_SLOW')).toBe('PAYING');
    gateway.clock.advance(901);
    await expect.poll(() => graphql.read(), { timeout: 30_000 }).toMatchObject({ paymentStatus: 'ENDED' });
  });

  it('there is no receiver, mailbox or list of what has arrived', async () => {
    const body = JSON.stringify({ customer: { email: DEMO_CUSTOMERS.webhookFails } });
    const answers = await Promise.all([
      fetch(`${gateway.url}/demo-broker/webhooks`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      ...['/demo-broker', '/demo-mailbox'].map((path) => fetch(`${gateway.url}${path}`, { headers: { accept: 'text/html', 'x-api-key': DEMO.apiKeys.fitnessFinder } })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404]);
  });
});
