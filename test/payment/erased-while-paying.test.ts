import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asStaff, ERASE_GUEST } from '../support/canary.js';
import { AS_BROKER, booked, cancel, itemWith } from '../support/cancellations.js';
import { expectBalance } from '../support/places.js';
import { expectIdle, NOTHING_TAKEN, startPaidWorld, whatIsLeft, type Customer, type PaidWorld } from '../support/paid-world.js';
import { STORES } from '../support/stores.js';

describe.each(STORES)('somebody who is erased while money is on its way (%s)', (kind) => {
  let world: PaidWorld;
  beforeAll(async () => {
    world = await startPaidWorld(kind);
  });
  afterEach(async () => {
    await world.catchUp();
    await expectIdle(world);
    await expectBalance(world.store);
  });
  afterAll(() => world.stop());

  const erase = async ({ orderId }: Customer) => expect((await asStaff(world, 'operator', ERASE_GUEST, { input: { orderId, reason: 'asked for' } })).data).toMatchObject({ eraseGuest: { erasedOrders: 1 } });
  const left = ({ orderId }: Customer) => whatIsLeft(world, orderId);
  const paying = async () => {
    const customer = await world.customer();
    await customer.pay();
    return customer;
  };

  it('has not paid yet: the provider’s page is closed, the places are free, and nobody is written to', async () => {
    const customer = await paying();
    await erase(customer);
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ ...NOTHING_TAKEN, order: 'FAILED', checkout: 'CANCELLED', payments: ['ENDED'], atProvider: ['ENDED'], mails: [] });
  });

  it('has paid, and is not booked yet: the money goes back, and nobody is written to', async () => {
    const customer = await paying();
    world.payments.customerDoes(await customer.paymentId(), 'AUTHORISED');
    await erase(customer);
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ ...NOTHING_TAKEN, order: 'FAILED', payments: ['VOIDED'], atProvider: ['VOIDED'], mails: [] });
  });

  it('is booked: the order stays, and what is cancelled later is paid back without a word', async () => {
    const customer = await booked(world, await itemWith(world, { priceMinor: 850 }));
    await world.work();
    await erase(customer);
    expect(await left(customer)).toMatchObject({ order: 'CONFIRMED', payments: ['CAPTURED'], places: ['ORDER_CONFIRMED'], mails: [''] });
    await cancel(world, { orderId: customer.orderId }, AS_BROKER);
    await world.catchUp();
    expect(await left(customer)).toMatchObject({ order: 'CANCELLED', done: ['start', 'authorised', 'capture', 'refund'], mails: [''] });
  });
});
