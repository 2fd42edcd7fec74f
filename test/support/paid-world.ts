import { expect } from 'vitest';
import { composeGateway } from '../../src/compose-gateway.js';
import { readConfig } from '../../src/config.js';
import type { Gateway } from '../../src/gateway.js';
import type { Mail, Mailer } from '../../src/mail/mailer.js';
import { doersOf } from '../../src/outbox-doers.js';
import { OutboxTask } from '../../src/outbox/outbox-task.entity.js';
import { workOutbox } from '../../src/outbox/work-outbox.js';
import { orderIdOf } from '../../src/shared/addresses.js';
import { DEMO, loadDemoData } from '../../src/store/demo-data.js';
import { migrate, openStore, type Store } from '../../src/store/open-store.js';
import { askIn, goToCheck, type Ask } from './book.js';
import { addItem, type AddedItem, type NewItem } from './places.js';
import { freshFolder } from './run-folder.js';
import { sessionInput } from './seed.js';
import { migratedDatabaseUrl, type StoreKind } from './stores.js';
import { TestClock } from './test-clock.js';
import { TestPayments } from './test-payments.js';

/** A gateway with the demo world, a provider of the test's, and no loop: its outbox is worked when the test says so, so nothing waits for anything. */
export interface PaidWorld {
  readonly store: Store;
  readonly gateway: Gateway;
  readonly clock: TestClock;
  readonly ask: Ask;
  readonly payments: TestPayments;
  readonly mails: Mail[];
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly url: string;
  /** Does what is due at this moment, and what becomes due by that. */
  work(): Promise<void>;
  /** The same, with the clock moved on to whatever is still to be done, for at most so long. */
  catchUp(seconds?: number): Promise<void>;
  /** A customer of the demo broker's, one click before paying. */
  customer(places?: readonly ReturnType<AddedItem['place']>[]): Promise<Customer>;
  stop(): Promise<void>;
}

export interface Customer {
  readonly checkoutId: string;
  readonly authorization: string;
  /** The order's UUID. */
  readonly orderId: string;
  /** The items, when the customer came for one of their own. */
  readonly item: AddedItem | undefined;
  /** Goes to pay: the page's address or the name of the error. */
  pay(): Promise<string>;
  /** Comes back from paying: the step, or the name of the error. */
  comeBack(): Promise<string>;
  /** One of the mutations of a checkout, with its input: the step or the name of the error. */
  act(field: string, input?: object): Promise<string>;
  step(): Promise<string>;
  /** What the provider calls the latest payment. */
  paymentId(): Promise<string>;
}

const HOUR = 3_600;
const PRICE = 850;
export const PAID_ITEM = { capacity: 1, tickets: { adult: PRICE } } as const satisfies NewItem;

export async function startPaidWorld(kind: StoreKind): Promise<PaidWorld> {
  const clock = new TestClock();
  const dataFolder = freshFolder();
  const databaseUrl = await migratedDatabaseUrl(kind);
  const store = await openStore(databaseUrl);
  if (kind === 'sqlite') await migrate(store);
  await loadDemoData(store.fork(), clock.now());
  const settings = { DATABASE_URL: databaseUrl, DEMO: 'true', LOG_LEVEL: 'silent', RATE_ANONYMOUS_PER_MINUTE: '1000000', RATE_KEY_PER_MINUTE: '1000000' };
  const config = { ...readConfig(settings), dataFolder };
  const payments = new TestPayments();
  const gateway = await composeGateway(config, store, clock, () => {}, { payments, paymentAccounts: payments.accounts });
  const ask = askIn(gateway);
  const mails: Mail[] = [];
  const world = { store, gateway, clock, ask, payments, mails, databaseUrl, dataFolder, url: config.publicUrl };
  const work = () => workUntilDone(world);
  return {
    ...world,
    work,
    catchUp: (seconds = 3 * HOUR) => catchUp(world, work, seconds),
    customer: (places) => newCustomer(world, places),
    stop: () => store.close(),
  };
}

/** What a worker does its tasks with. */
export function workerParts({ gateway: { parts }, mails }: Pick<PaidWorld, 'gateway' | 'mails'>) {
  const now = () => parts.clock.now();
  const mailer: Mailer = { kind: 'demo', send: async (mail) => void mails.push(mail) };
  return { ...parts, mailer, now, reads: parts.store.reads, fork: () => parts.store.fork() };
}

async function workUntilDone(world: Pick<PaidWorld, 'gateway' | 'mails'>): Promise<void> {
  const parts = workerParts(world);
  while ((await workOutbox({ fork: parts.fork, now: parts.now, doers: doersOf(parts) })) > 0);
}

async function catchUp({ store, clock }: Pick<PaidWorld, 'store' | 'clock'>, work: () => Promise<void>, seconds: number): Promise<void> {
  const end = clock.now().getTime() + seconds * 1000;
  for (;;) {
    await work();
    const next = await store.fork().findOne(OutboxTask, { doneAt: null }, { orderBy: { dueAt: 'asc' } });
    if (!next || next.dueAt.getTime() > end) return;
    clock.advance((next.dueAt.getTime() - clock.now().getTime()) / 1000);
  }
}

async function newCustomer(world: Omit<PaidWorld, 'work' | 'catchUp' | 'customer' | 'stop'>, places?: readonly ReturnType<AddedItem['place']>[]): Promise<Customer> {
  const { ask, store } = world;
  const item = places ? undefined : await addItem(world, PAID_ITEM);
  const input = sessionInput();
  const ordered = { ...input, initialOrder: { ...input.initialOrder, orderedItem: places ?? [item?.place()] } };
  const document = 'mutation ($input: CreateCheckoutSessionInput!) { createCheckoutSession(input: $input) { ... on CreateCheckoutSessionPayload { checkoutSession { initialOrder { id } potentialAction { target } } } ... on UserError { message } } }';
  const { createCheckoutSession } = await ask(document, { input: ordered }, { apiKey: DEMO.apiKeys.fitnessFinder });
  const session = createCheckoutSession.checkoutSession;
  if (!session) throw new Error(JSON.stringify(createCheckoutSession));
  const { authorization, checkoutId, steps } = await goToCheck(ask, session.potentialAction[0].target);
  if (steps.at(-1) !== 'CHECK') throw new Error(`not ready to pay: ${steps.join(' ')}`);
  const orderId = orderIdOf(session.initialOrder.id) ?? '';
  const act = async (field: string, given?: object): Promise<string> => {
    const Name = `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
    const answer = await ask(`mutation ${given ? `($input: ${Name}Input!)` : ''} { ${field}${given ? '(input: $input)' : ''} { __typename ... on ${Name}Payload { checkout { step } } } }`, given && { input: given }, { authorization });
    return answer[field].checkout?.step ?? answer[field].__typename;
  };
  return {
    checkoutId,
    authorization,
    orderId,
    item,
    act,
    pay: async () => {
      const { payCheckout } = await ask('mutation { payCheckout { __typename ... on PayCheckoutPayload { url } } }', {}, { authorization });
      return payCheckout.url ?? payCheckout.__typename;
    },
    comeBack: () => act('refreshPayment'),
    step: async () => (await ask('{ checkout { step } }', {}, { authorization })).checkout.step,
    paymentId: async () => {
      const { provider_payment_id: id } = await store.reads.selectFrom('payment').where('order_quote_id', '=', orderId).orderBy('attempt', 'desc').select('provider_payment_id').limit(1).executeTakeFirstOrThrow();
      if (id === null) throw new Error('the provider has no name for the payment yet');
      return id;
    },
  };
}

/** All that there is of an order once nothing is left to do. */
export async function whatIsLeft({ store, clock, mails, payments }: PaidWorld, orderId: string) {
  const { reads } = store;
  const order = await reads.selectFrom('customer_order').where('quote_id', '=', orderId).select('state').executeTakeFirst();
  const rows = await reads.selectFrom('payment').where('order_quote_id', '=', orderId).orderBy('attempt').select(['status', 'provider_payment_id']).execute();
  const items = await reads.selectFrom('order_item').where('quote_id', '=', orderId).orderBy('position').select(['opportunity_id', 'status']).execute();
  const checkout = await reads.selectFrom('checkout').where('quote_id', '=', orderId).select(['id', 'state', 'session_identifier']).executeTakeFirstOrThrow();
  const session = await reads.selectFrom('checkout_session').where('identifier', '=', checkout.session_identifier).select('state').executeTakeFirst();
  const holds = await reads.selectFrom('place_hold').where('checkout_id', '=', checkout.id).where('expires_at', '>', clock.now()).select('id').execute();
  const deliveries = await reads.selectFrom('webhook_delivery').where('subject', '=', orderId).select('id').execute();
  const events = await reads.selectFrom('order_event').where('order_quote_id', '=', orderId).orderBy('at').orderBy('id').select('state').execute();
  return {
    order: order?.state,
    checkout: checkout.state,
    session: session?.state,
    payments: rows.map(({ status }) => status),
    atProvider: rows.flatMap(({ provider_payment_id: id }) => (id === null ? [] : [payments.read(id).state])),
    done: rows.flatMap(({ provider_payment_id: id }) => (id === null ? [] : payments.doneTo(id))),
    places: items.map(({ status }) => status),
    holds: holds.length,
    webhooks: deliveries.length,
    events: events.map(({ state }) => state),
    /** As a mailbox shows them: one that comes twice has the same Message-ID. */
    mails: [...new Set(mails.map(({ messageId }) => messageId))].flatMap((messageId) => (messageId.includes(orderId) ? [messageId.replace(orderId, '').replace(/^order-|-?@courtside$/g, '')] : [])),
  };
}

/** Booked and paid, each thing once. */
export const PAID_AND_BOOKED = {
  order: 'CONFIRMED',
  checkout: 'COMPLETED',
  session: 'COMPLETED',
  payments: ['CAPTURED'],
  atProvider: ['CAPTURED'],
  done: ['start', 'authorised', 'capture'],
  places: ['ORDER_CONFIRMED'],
  holds: 0,
  webhooks: 1,
  events: ['CREATED', 'PENDING_PAYMENT', 'AUTHORISED', 'BOOKED', 'CONFIRMED'],
} as const;

/** Neither booked nor paid: nothing is held, nothing was taken and nobody hears of a booking. */
export const NOTHING_TAKEN = { holds: 0, webhooks: 0, places: [null] } as const;

/** Nothing is left to do that does not wait for a day to come. */
export async function expectIdle({ store }: PaidWorld): Promise<void> {
  const open = await store.fork().find(OutboxTask, { doneAt: null });
  expect(open.map(({ kind, lastError }) => [kind, lastError])).toEqual([]);
}
