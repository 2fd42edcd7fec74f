import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutboxTask } from '../../src/outbox/outbox-task.entity.js';
import { workOutbox } from '../../src/outbox/work-outbox.js';
import { disconnectPaymentAccount, leavePaymentAccounts } from '../../src/payment/leave-payment-account.js';
import { Broker } from '../../src/broker/broker.entity.js';
import { PaymentAccount } from '../../src/payment/payment-account.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { migrate, openStore, type Store } from '../../src/store/open-store.js';
import { migratedDatabaseUrl, STORES } from '../support/stores.js';
import { TestClock } from '../support/test-clock.js';
import { TestProvider } from '../support/test-provider.js';

const BROKER_ID = newUuid();
const SELLER_ID = 'https://clubs.example/badminton';
const UNASKED = () => Promise.reject(new Error('nobody asked for this'));
/** No task of these here is of another kind. */
const NOTHING_ELSE = {
  REFUND_AND_DISCONNECT: UNASKED,
  ADVANCE_ORDER: UNASKED,
  REFUND: UNASKED,
  REFRESH_ACCOUNT: UNASKED,
  ACCOUNT_GONE: UNASKED,
  SEND_ORDER_CONFIRMATION: UNASKED,
  SEND_CANCELLATION: UNASKED,
  SEND_REFUND: UNASKED,
  SEND_PAYMENT_RETURNED: UNASKED,
};

describe.each(STORES)('what is to be done outside of the database (%s)', (kind) => {
  let databaseUrl: string;
  let store: Store;
  let provider: TestProvider;
  let clock: TestClock;
  beforeEach(async () => {
    databaseUrl = await migratedDatabaseUrl(kind);
    store = await openStore(databaseUrl);
    await migrate(store);
    await store.fork().insert(Broker, { id: BROKER_ID, name: 'Fitness Finder', url: 'https://fitness-finder.example', createdAt: new Date() });
    provider = new TestProvider();
    clock = new TestClock();
  });
  afterEach(() => store.close());

  const now = () => clock.now();
  /** One worker's round, on a connection of its own if it has one. */
  const work = (on: Store = store, paymentAccounts = provider) => {
    const fork = () => on.fork();
    return workOutbox({ fork, now, doers: { ...NOTHING_ELSE, DISCONNECT_PAYMENT_ACCOUNT: (id) => disconnectPaymentAccount(id, { fork, now, paymentAccounts }) } });
  };
  /** Accounts of a seller that has just left. */
  const leave = async (count = 1) => {
    await store.fork().transactional(async (tx) => {
      for (let index = 0; index < count; index += 1) {
        tx.create(PaymentAccount, { id: newUuid(), sellerId: SELLER_ID, broker: BROKER_ID, provider: 'test', providerAccountId: `account-${index}`, status: 'CONNECTED', createdAt: clock.now(), connectedAt: clock.now(), disconnectedAt: null });
      }
      await tx.flush();
      await leavePaymentAccounts(SELLER_ID, false, tx, clock.now());
    });
  };
  const statuses = async () => (await store.fork().find(PaymentAccount, {}, { orderBy: { id: 'asc' } })).map(({ status }) => status);
  const theTask = () => store.fork().findOneOrFail(OutboxTask, { kind: 'DISCONNECT_PAYMENT_ACCOUNT' });

  it('is written in the transaction that decides it, once, or not at all', async () => {
    await leave();
    await store.fork().transactional((tx) => leavePaymentAccounts(SELLER_ID, false, tx, clock.now()));
    expect(await store.fork().count(OutboxTask)).toBe(1);
    expect(await statuses()).toEqual(['DISCONNECTING']);
    const failing = store.fork().transactional(async (tx) => {
      tx.create(PaymentAccount, { id: newUuid(), sellerId: `${SELLER_ID}/2`, broker: BROKER_ID, provider: 'test', providerAccountId: 'x', status: 'CONNECTED', createdAt: clock.now(), connectedAt: null, disconnectedAt: null });
      await tx.flush();
      await leavePaymentAccounts(`${SELLER_ID}/2`, false, tx, clock.now());
      await tx.flush();
      throw new Error('thought better of it');
    });
    await expect(failing).rejects.toThrow('thought better of it');
    expect(await store.fork().count(OutboxTask)).toBe(1);
  });

  it('is done in the next round and never again', async () => {
    await leave();
    expect(await work()).toBe(1);
    expect(provider.disconnected).toEqual(['account-0']);
    expect(await store.fork().findOneOrFail(PaymentAccount, { sellerId: SELLER_ID })).toMatchObject({ status: 'DISCONNECTED', disconnectedAt: clock.now() });
    expect(await theTask()).toMatchObject({ doneAt: clock.now(), attempts: 1, lastError: null });
    clock.advance(86_400);
    expect(await work()).toBe(0);
    expect(provider.asked).toHaveLength(1);
  });

  it('is tried again after 5 s, 10 s, 20 s … an hour at most, for as long as the provider is down, and the failure is kept for staff', async () => {
    await leave();
    provider.goDown(new Error('no route to provider'));
    for (const [attempt, delay] of [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600].entries()) {
      expect(await work(), `attempt ${attempt + 1}`).toBe(1);
      expect(await theTask()).toMatchObject({ attempts: attempt + 1, lastError: 'no route to provider', doneAt: null, dueAt: new Date(clock.now().getTime() + delay * 1000) });
      expect(await statuses()).toEqual(['DISCONNECTING']);
      clock.advance(delay - 0.001);
      expect(await work(), `before attempt ${attempt + 2}`).toBe(0);
      clock.advance(0.001);
    }
    provider.comeBack();
    expect(await work()).toBe(1);
    expect(await statuses()).toEqual(['DISCONNECTED']);
    expect(await theTask()).toMatchObject({ attempts: 14, lastError: null, doneAt: clock.now() });
    expect([provider.asked.length, provider.disconnected.length]).toEqual([14, 1]);
  });

  it('is held up by nothing that fails beside it, whatever is thrown', async () => {
    await leave(3);
    const [first] = await store.fork().find(PaymentAccount, {}, { orderBy: { id: 'asc' } });
    const doers = {
      ...NOTHING_ELSE,
      DISCONNECT_PAYMENT_ACCOUNT: async (id: string) => {
        if (id === first?.id) throw 'not even an Error'; // oxlint-disable-line typescript/only-throw-error, no-throw-literal -- a provider's library may do so
        await disconnectPaymentAccount(id, { fork: () => store.fork(), now: () => clock.now(), paymentAccounts: provider });
      },
    };
    expect(await workOutbox({ fork: () => store.fork(), now: () => clock.now(), doers })).toBe(3);
    expect((await statuses()).toSorted()).toEqual(['DISCONNECTED', 'DISCONNECTED', 'DISCONNECTING']);
    expect(await store.fork().findOneOrFail(OutboxTask, { subject: first?.id ?? '' })).toMatchObject({ lastError: 'not even an Error', attempts: 1 });
  });

  it('is done once by two workers at the same time, all of it', async () => {
    await leave(30);
    const other = await openStore(databaseUrl);
    try {
      let tried = 0;
      for (let round = 0; round < 4; round += 1) tried += (await Promise.all([work(), work(other)])).reduce((sum, count) => sum + count, 0);
      expect(tried).toBe(30);
      expect(provider.asked.toSorted()).toEqual(Array.from({ length: 30 }, (_, index) => `account-${index}`).toSorted());
      expect(new Set(await statuses())).toEqual(new Set(['DISCONNECTED']));
    } finally {
      await other.close();
    }
  });

  it('is left alone while a worker that takes long holds its lease of 60 s, and taken over from one that died', async () => {
    await leave();
    const dead = new TestProvider();
    dead.gate = new Promise(() => {}); // it has claimed the task, and never comes back
    work(store, dead).catch(() => {}); // when its time is over its store has gone
    await expect.poll(() => dead.asked.length, { timeout: 30_000 }).toBe(1);
    clock.advance(59.999);
    expect(await work()).toBe(0);
    expect(provider.asked).toEqual([]);
    clock.advance(0.001);
    expect(await work()).toBe(1);
    expect(provider.disconnected).toEqual(['account-0']);
    expect(await statuses()).toEqual(['DISCONNECTED']);
  });

  it('does no harm when it is done twice: by a worker that came back after its lease was over', async () => {
    await leave();
    const slow = new TestProvider();
    const gate = Promise.withResolvers<void>();
    slow.gate = gate.promise;
    const late = work(store, slow);
    await expect.poll(() => slow.asked.length, { timeout: 30_000 }).toBe(1);
    clock.advance(60);
    expect(await work()).toBe(1);
    const disconnectedAt = clock.now();
    clock.advance(60);
    gate.resolve();
    expect(await late).toBe(1);
    expect([provider.disconnected, slow.disconnected]).toEqual([['account-0'], ['account-0']]);
    expect(await store.fork().findOneOrFail(PaymentAccount, { sellerId: SELLER_ID })).toMatchObject({ status: 'DISCONNECTED', disconnectedAt });
    expect(await work()).toBe(0);
  });

  it('stays done when a worker fails after another one has done it', async () => {
    await leave();
    const slow = new TestProvider();
    const gate = Promise.withResolvers<void>();
    slow.gate = gate.promise;
    const late = work(store, slow);
    await expect.poll(() => slow.asked.length, { timeout: 30_000 }).toBe(1);
    clock.advance(60);
    await work();
    slow.goDown();
    gate.resolve();
    await late;
    clock.advance(86_400);
    expect(await work()).toBe(0);
    expect(await statuses()).toEqual(['DISCONNECTED']);
  });

  it('is done again after a crash between doing and noting: the provider is told twice, or the account is found disconnected', async () => {
    await leave();
    const crashing = {
      ...NOTHING_ELSE,
      DISCONNECT_PAYMENT_ACCOUNT: async () => {
        await provider.disconnect('account-0');
        return new Promise<never>(() => {});
      },
    };
    workOutbox({ fork: () => store.fork(), now: () => clock.now(), doers: crashing }).catch(() => {}); // when its time is over its store has gone
    await expect.poll(() => provider.disconnected.length, { timeout: 30_000 }).toBe(1);
    clock.advance(60);
    expect(await work()).toBe(1);
    expect(provider.disconnected).toEqual(['account-0', 'account-0']);
    expect(await statuses()).toEqual(['DISCONNECTED']);

    await store.fork().nativeUpdate(OutboxTask, {}, { doneAt: null }); // or it died just before noting that
    clock.advance(60);
    expect(await work()).toBe(1);
    expect(provider.disconnected).toHaveLength(2);
    expect(await theTask()).toMatchObject({ doneAt: clock.now() });
  });
});
