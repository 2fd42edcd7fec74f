import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { expectBalance } from '../support/places.js';
import { workAndDie } from '../support/mortal-worker.js';
import { expectIdle, NOTHING_TAKEN, PAID_AND_BOOKED, startPaidWorld, whatIsLeft, type Customer, type PaidWorld } from '../support/paid-world.js';
import { STORES } from '../support/stores.js';

/*
 * The guarantee: wherever a worker is lost between two steps of its own or around a call to the provider, the next one
 * ends where the first would have ended, and the provider does each thing once. Each test counts the steps up until a
 * worker comes to the end alive, so that no step is left out when there are more of them one day.
 */

/** What our own steps have left standing is taken up after so long. */
const SWEEP_SECONDS = 2 * 60;
const HOLD_WHILE_PAYING_SECONDS = 50 * 60;

describe.each(STORES)('a worker that is lost (%s)', (store) => {
  let world: PaidWorld;
  beforeAll(async () => {
    world = await startPaidWorld(store);
  });
  afterAll(async () => {
    await expectBalance(world.store);
    await world.stop();
  });

  /** On SQLite each step, on PostgreSQL each third; `FUZZ_RUNS` takes each on both. */
  const stride = store === 'sqlite' || process.env['FUZZ_RUNS'] !== undefined ? 1 : 3;

  /** Prepares something for the outbox, loses a worker at each step in turn, has another one catch up, and looks at what is left. */
  const atEachStep = async (prepare: () => Promise<Customer>, expected: object, fewest: number): Promise<void> => {
    let step = 0;
    for (let isAlive = false; !isAlive; step += stride) {
      const { orderId } = await prepare();
      isAlive = await workAndDie(world, step);
      await world.catchUp();
      await expectIdle(world);
      expect(await whatIsLeft(world, orderId), `lost at step ${step}`).toMatchObject(expected);
    }
    expect(step, 'steps at which it can be lost').toBeGreaterThan(fewest);
  };
  const paying = async (): Promise<Customer> => {
    const customer = await world.customer();
    expect(await customer.pay()).toMatch(/^https:/);
    return customer;
  };
  const paid = async (customer: Customer): Promise<Customer> => {
    world.payments.customerDoes(await customer.paymentId(), 'AUTHORISED');
    return customer;
  };
  const untilItEnds = () => world.clock.advance(world.gateway.parts.holdTtlSeconds);

  it('between authorise, book, capture and notify: one booking, one capture, one webhook, one mail', async () => {
    await atEachStep(async () => {
      const customer = await paid(await paying());
      untilItEnds();
      return customer;
    }, PAID_AND_BOOKED, 20);
  });

  it('while it gives up what was paid too late: the money is let go once, and no place is taken', async () => {
    await atEachStep(async () => {
      const customer = await paying();
      expect(await customer.act('cancelCheckout')).toBe('PAYING');
      return paid(customer);
    }, { ...NOTHING_TAKEN, order: 'FAILED', payments: ['VOIDED'], done: ['start', 'authorised', 'void'], mails: ['returned'] }, 15);
  });

  it('while it ends a page that nobody paid on: it is closed, and no place is taken', async () => {
    await atEachStep(async () => {
      const customer = await paying();
      expect(await customer.act('cancelCheckout')).toBe('PAYING');
      return customer;
    }, { ...NOTHING_TAKEN, order: 'FAILED', payments: ['ENDED'], done: ['start', 'end'], mails: [] }, 10);
  });

  it('while it gives money back: once, and the customer hears of it once', async () => {
    const given = { order: 'CANCELLED', payments: ['CAPTURED'], places: ['CUSTOMER_CANCELLED'], done: ['start', 'authorised', 'capture', 'refund'] };
    await atEachStep(async () => {
      const customer = await paid(await paying());
      expect(await customer.comeBack()).toBe('DONE');
      await world.work();
      const { cancelOrderItems } = await world.ask('mutation ($input: CancelOrderItemsInput!) { cancelOrderItems(input: $input) { __typename } }', { input: { orderId: customer.orderId } }, { apiKey: DEMO.apiKeys.fitnessFinder });
      expect(cancelOrderItems.__typename).toBe('CancelOrderItemsPayload');
      return customer;
    }, given, 10);
  });
});

describe.each(STORES)('a request that is lost (%s)', (store) => {
  let world: PaidWorld;
  beforeAll(async () => {
    world = await startPaidWorld(store);
  });
  afterAll(() => world.stop());

  it.each(['BEFORE', 'AFTER'] as const)('%s the provider has opened its page leads the customer who tries again to the one payment', async (when) => {
    const customer = await world.customer();
    world.payments.loseNext('start', when);
    expect(await customer.pay()).toBe('PaymentProviderError');
    const url = await customer.pay();
    expect(await customer.pay()).toBe(url);
    world.payments.customerDoes(await customer.paymentId(), 'AUTHORISED');
    expect(await customer.comeBack()).toBe('DONE');
    await world.catchUp();
    expect(await whatIsLeft(world, customer.orderId)).toMatchObject(PAID_AND_BOOKED);
  });

  it.each(['BEFORE', 'AFTER'] as const)('%s the provider has opened its page, by a customer who never tries again, takes nothing', async (when) => {
    const customer = await world.customer();
    world.payments.loseNext('start', when);
    expect(await customer.pay()).toBe('PaymentProviderError');
    await world.catchUp();
    world.clock.advance(HOLD_WHILE_PAYING_SECONDS);
    expect(await whatIsLeft(world, customer.orderId)).toMatchObject({ ...NOTHING_TAKEN, payments: ['ENDED'], mails: [] });
  });

  it.each([
    ['verdict', 'BEFORE'],
    ['verdict', 'AFTER'],
    ['capture', 'BEFORE'],
    ['capture', 'AFTER'],
  ] as const)('at the provider’s %s, %s it was done, is finished by whoever comes next: the customer, or the outbox', async (call, when) => {
    for (const next of ['the customer', 'the outbox']) {
      const customer = await world.customer();
      await customer.pay();
      world.payments.customerDoes(await customer.paymentId(), 'AUTHORISED');
      world.payments.loseNext(call, when);
      expect(await customer.comeBack()).toBe('PaymentProviderError');
      if (next === 'the customer') expect(await customer.comeBack()).toBe('DONE');
      await world.catchUp(call === 'capture' ? SWEEP_SECONDS : undefined); // a customer who is still paying is left alone
      expect(await whatIsLeft(world, customer.orderId), next).toMatchObject({ ...PAID_AND_BOOKED, mails: [''] });
    }
  });

  it('while its page is being opened can be given up: a page that opens all the same is closed again, and nobody is sent there', async () => {
    const customer = await world.customer();
    const gate = Promise.withResolvers<void>();
    world.payments.gate = gate.promise;
    const answer = customer.pay();
    await expect.poll(() => world.payments.asked.at(-1), { timeout: 30_000 }).toBe('start');
    expect(await customer.act('cancelCheckout')).toBe('PAYING');
    await world.catchUp();
    world.payments.gate = Promise.resolve();
    gate.resolve();
    expect(await answer).toBe('CheckoutStepError');
    expect(world.payments.read(world.payments.ids.at(-1) ?? '').state).toBe('ENDED');
    expect(await whatIsLeft(world, customer.orderId)).toMatchObject({ ...NOTHING_TAKEN, order: 'FAILED', payments: ['ENDED'] });
  });
});
