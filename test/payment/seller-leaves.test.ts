import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PaymentAccount } from '../../src/payment/payment-account.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { expectBalance } from '../support/places.js';
import { AS_BROKER, booked, itemWith } from '../support/cancellations.js';
import { workAndDie } from '../support/mortal-worker.js';
import { startPaidWorld, whatIsLeft, type Customer, type PaidWorld } from '../support/paid-world.js';
import { leaveFor } from '../support/seller-leaves.js';
import { STORES } from '../support/stores.js';

const PRICE = 850;
const HOLD_WHILE_PAYING_SECONDS = 50 * 60;
const SELLER_ID = DEMO.sellerId('northside-sports');

/** How a seller leaves, and what becomes of what people have paid for times to come. */
const WAYS = [
  { way: 'opts out', isRefunding: false, becomes: 'OPTED_OUT' },
  { way: 'goes Free and refunds by itself', isRefunding: false, becomes: 'FREE' },
  { way: 'goes Free and has us refund', isRefunding: true, becomes: 'FREE' },
] as const;

describe.each(STORES)('a seller who leaves with money in flight (%s)', (kind) => {
  let world: PaidWorld;
  beforeEach(async () => {
    world = await startPaidWorld(kind);
  });
  afterEach(async () => {
    await expectBalance(world.store);
    await world.stop();
  });

  /** One customer on the provider's page, one who has paid there, one whose places are booked and not yet paid for, one who is done, and one who has cancelled. */
  const inFlight = async () => {
    const item = await itemWith(world, { priceMinor: PRICE, capacity: 9 });
    const pay = async (): Promise<Customer> => {
      const customer = await world.customer([item.place()]);
      await customer.pay();
      return customer;
    };
    const authorise = async (customer: Customer) => world.payments.customerDoes(await customer.paymentId(), 'AUTHORISED');
    const [done, cancelled] = [await booked(world, item), await booked(world, item)];
    const [looking, paid, bookedOnly] = [await pay(), await pay(), await pay()];
    await authorise(paid);
    await authorise(bookedOnly);
    world.payments.loseNext('capture', 'BEFORE');
    expect(await bookedOnly.comeBack()).toBe('PaymentProviderError');
    expect(await whatIsLeft(world, bookedOnly.orderId)).toMatchObject({ order: 'BOOKED', payments: ['AUTHORISED'] });
    world.payments.goDown();
    await world.ask('mutation ($input: CancelOrderItemsInput!) { cancelOrderItems(input: $input) { __typename } }', { input: { orderId: cancelled.orderId } }, AS_BROKER);
    world.payments.comeBack();
    return { item, looking, paid, bookedOnly, done, cancelled };
  };
  const seller = async () => (await world.ask('query ($sellerId: String!) { seller(sellerId: $sellerId) { status bookability } }', { sellerId: SELLER_ID }, AS_BROKER)).seller;
  const account = async () => (await world.store.fork().findOneOrFail(PaymentAccount, { sellerId: SELLER_ID })).status;

  /** What must be true once the account is gone, whichever way that came about. */
  const expectSettled = async ({ looking, paid, bookedOnly, done, cancelled }: Awaited<ReturnType<typeof inFlight>>, isRefunding: boolean): Promise<void> => {
    const left = ({ orderId }: Customer) => whatIsLeft(world, orderId);
    expect(await account()).toBe('DISCONNECTED');
    world.clock.advance(HOLD_WHILE_PAYING_SECONDS);
    expect(await left(looking)).toMatchObject({ holds: 0, places: [null], payments: ['ENDED'], done: ['start', 'end'], webhooks: 0 });
    expect(await left(paid)).toMatchObject({ order: 'FAILED', holds: 0, places: [null], payments: ['VOIDED'], done: ['start', 'authorised', 'void'], webhooks: 0, mails: ['returned'] });
    const kept = isRefunding ? { order: 'CANCELLED', places: ['SELLER_CANCELLED'], done: ['start', 'authorised', 'capture', 'refund'] } : { order: 'CONFIRMED', places: ['ORDER_CONFIRMED'], done: ['start', 'authorised', 'capture'] };
    for (const customer of [bookedOnly, done]) expect(await left(customer)).toMatchObject({ ...kept, payments: ['CAPTURED'], webhooks: 1 });
    expect(await left(cancelled)).toMatchObject({ order: 'CANCELLED', places: ['CUSTOMER_CANCELLED'], done: ['start', 'authorised', 'capture', 'refund'] });
    const gone = world.payments.done.filter((entry) => entry.startsWith('disconnect '));
    expect(gone).toHaveLength(1);
    expect(world.payments.done.at(-1), 'the account goes when everything else is done').toBe(gone[0]);
  };

  it('is opted out: payments end, are voided, captured and refunded, and only then is the account disconnected', async () => {
    const orders = await inFlight();
    await leaveFor(world, SELLER_ID, 'opts out');
    expect((await seller()).status, 'at once').toBe('OPTED_OUT');
    expect(await account()).toBe('DISCONNECTING');
    await world.work(); // and nobody waits for a page to time out
    await expectSettled(orders, false);
  });

  it.each(WAYS)('$way while the provider is down: at once, and the money is settled when it is back', async ({ way, isRefunding, becomes }) => {
    const orders = await inFlight();
    if (becomes === 'OPTED_OUT') world.payments.goDown(); // the pages of the other ways ask nobody
    await leaveFor(world, SELLER_ID, way);
    world.payments.goDown(new TypeError('fetch failed'));
    expect((await seller()).status, 'at once').toBe(becomes);
    const before = [...world.payments.done];
    await world.catchUp(600);
    expect(world.payments.done, 'while it is down').toEqual(before);
    expect([(await seller()).status, await account()]).toEqual([becomes, 'DISCONNECTING']);
    world.payments.comeBack();
    await world.catchUp();
    await expectSettled(orders, isRefunding);
  });

  it('takes nobody’s money any more from the moment of leaving', async () => {
    const item = await itemWith(world, { priceMinor: PRICE, capacity: 9 });
    const customer = await world.customer([item.place()]);
    await leaveFor(world, SELLER_ID, 'opts out');
    expect(await customer.pay()).toBe('ItemNotBookableError');
    expect(world.payments.asked).toEqual([]);
  });

  it('is settled by whoever comes next, wherever a worker is lost meanwhile', async () => {
    const stride = process.env['FUZZ_RUNS'] === undefined ? 9 : 1;
    const orders = await inFlight();
    await leaveFor(world, SELLER_ID, 'goes Free and has us refund');
    for (let step = 3, isAlive = false; !isAlive; step += stride) {
      isAlive = await workAndDie(world, step);
      world.clock.advance(60); // the lease of the dead
    }
    await world.catchUp();
    await expectSettled(orders, true);
  });
});
