import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_SECONDS } from '../../src/store/demo-world.js';
import { enter } from '../support/checkout.js';
import { placesOf } from '../support/checkout-pages.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { STORES } from '../support/stores.js';

const CUSTOMERS = 8;

describe.each(STORES)('the demo world’s last place (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  it('goes to somebody else, once, however many customers give their details at the same moment, and is free again afterwards', async () => {
    const target = { item: { type: 'SCHEDULED_SESSION', identifier: 'demo-sells-out' } } as const;
    for (let time = 0; time < 2; time += 1) {
      const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => enter(gateway, target)));
      const outcomes = await Promise.all(customers.map((customer) => customer.details()));
      expect(outcomes.map(({ name, reasons }) => [name, reasons])).toEqual(outcomes.map(() => ['ItemNotBookableError', ['FULL']]));
      expect(await placesOf(gateway, 'demo-sells-out')).toEqual({ booked: 0, held: 1 });
      gateway.clock.advance(DEMO_SECONDS + 1);
    }
  });
});
