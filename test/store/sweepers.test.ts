import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireCheckouts } from '../../src/checkout/expire-checkouts.js';
import { forgetIdempotencyKeys, forgetUnfinished } from '../../src/customer/forget-unfinished.js';
import { addSeconds } from '../../src/shared/clock.js';
import type { Store } from '../../src/store/open-store.js';
import { forgetDeliveries } from '../../src/webhook/forget-deliveries.js';
import { DEMO } from '../../src/store/demo-data.js';
import { BrokerDouble } from '../support/broker-double.js';
import { expectBalance } from '../support/places.js';
import { startSenderWorld, type SenderWorld } from '../support/sender-world.js';

const PROCESSES = 4;
const UNFINISHED = 12;
const BOOKED = 4;
const DAY = 86_400;
const BOTH = [...Array.from({ length: BOOKED }, () => 'COMPLETED'), ...Array.from({ length: UNFINISHED }, () => 'EXPIRED')];

/* Each process looks by itself for what has run out, at any moment, so all of them may find the same. */
describe(`${PROCESSES} processes that look at once for what has run out (postgres)`, () => {
  let world: SenderWorld;
  let broker: BrokerDouble;
  let stores: readonly Store[];
  beforeAll(async () => {
    world = await startSenderWorld('postgres');
    broker = await BrokerDouble.start(() => world.clock.now());
    stores = (await Promise.all(Array.from({ length: PROCESSES }, () => world.another()))).map(({ store }) => store);
    await world.takeIn(broker);
  });
  afterAll(async () => {
    await world.stop();
    await broker.stop();
  });

  /** Has all of them look at the same time until none finds anything. */
  const lookTogether = async (look: (store: Store) => Promise<number>): Promise<void> => {
    while ((await Promise.all(stores.map(look))).some((found) => found > 0));
  };
  const statesOf = async (table: 'checkout' | 'checkout_session') => (await world.store.reads.selectFrom(table).select('state').orderBy('state').execute()).map(({ state }) => state);

  it('fail at nothing, end and forget all of it, and leave what was booked', async () => {
    for (let begun = 0; begun < UNFINISHED; begun += 1) await world.goToCheck(DEMO.apiKeys.fitnessFinder);
    for (let booked = 0; booked < BOOKED; booked += 1) await world.book(DEMO.apiKeys.fitnessFinder);
    const later = addSeconds(world.clock.now(), DAY);
    await lookTogether((store) => expireCheckouts(store.fork(), later));
    expect([await statesOf('checkout'), await statesOf('checkout_session')]).toEqual([BOTH, BOTH]);

    const muchLater = addSeconds(later, 100 * DAY);
    await lookTogether((store) => forgetUnfinished(store.fork(), muchLater));
    await lookTogether((store) => forgetIdempotencyKeys(store.fork(), muchLater));
    await lookTogether((store) => forgetDeliveries({ em: store.fork(), reads: store.reads, now: muchLater }));
    const { n } = await world.store.reads.selectFrom('checkout_session').where('erased_at', 'is not', null).select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow();
    expect(Number(n)).toBe(UNFINISHED);
    expect(await statesOf('checkout_session')).toEqual(BOTH);
    await expectBalance(world.store);
  });
});
