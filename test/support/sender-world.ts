import { openSdk, type CallOptions, type GatewaySdk } from '../../rest-adapter/gateway-client.js';
import { deliverDue } from '../../rest-adapter/webhooks/deliver-due.js';
import { LIMITS, openWebhookConnections, type Limits } from '../../rest-adapter/webhooks/send.js';
import { composeGateway } from '../../src/compose-gateway.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { readConfig } from '../../src/config.js';
import type { Gateway } from '../../src/gateway.js';
import { loadDemoData } from '../../src/store/demo-data.js';
import { migrate, openStore, type Store } from '../../src/store/open-store.js';
import { newUuid } from '../../src/shared/ids.js';
import { queueDelivery } from '../../src/webhook/queue-delivery.js';
import { WebhookAttempt } from '../../src/webhook/webhook-attempt.entity.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import { askIn, book, goToCheck, takeInBroker, type Ask, type Booked, type TakenInBroker } from './book.js';
import type { BrokerDouble } from './broker-double.js';
import { freshFolder } from './run-folder.js';
import { sessionInput } from './seed.js';
import { freshDatabaseUrl, type StoreKind } from './stores.js';
import { TestClock } from './test-clock.js';

const ADAPTER_TOKEN = 'the-token-of-the-adapter-in-the-tests';

/** As our own adapter shows itself. */
export const AS_ADAPTER: CallOptions = { apiKey: undefined, authorization: `Adapter ${ADAPTER_TOKEN}`, origin: undefined, clientAddress: 'adapter', requestId: 'a-request-of-the-adapter' };

/** One sender with a connection of its own: a round is made when the test says so, so nothing waits for anything. */
export interface Sender {
  readonly gateway: Gateway;
  readonly store: Store;
  readonly sdk: GatewaySdk;
  /** Sends what is due, once; gives how much that was. */
  round(): Promise<number>;
}

/** A database with the demo world in it and any number of senders before it, none of which runs by itself. */
export interface SenderWorld extends Sender {
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly clock: TestClock;
  readonly ask: Ask;
  another(): Promise<Sender>;
  /** Takes in a broker that hears of its orders at the double. */
  takeIn(broker: BrokerDouble, input?: object): Promise<TakenInBroker>;
  /** Goes from a new authenticated session to its order. (contract §4 row 5) */
  book(apiKey: string): Promise<Booked>;
  /** The same up to the last click. */
  goToCheck(apiKey: string): ReturnType<typeof goToCheck>;
  /** Puts another webhook on its way to the broker that was taken in first, as an order would. The first call books one. */
  queueOne(): Promise<void>;
  /** Forgets what was to be sent and what arrived, and opens every endpoint again. */
  reset(broker: BrokerDouble): Promise<void>;
  stop(): Promise<void>;
}

/** So that a test may book as much as it likes, years later too. */
const NEVER_FULL = { remainingCapacity: null, startDate: new Date('2036-01-01T10:00:00.000Z'), endDate: null };

export async function startSenderWorld(kind: StoreKind, limits: Limits = LIMITS): Promise<SenderWorld> {
  const clock = new TestClock();
  const dataFolder = freshFolder();
  const databaseUrl = await freshDatabaseUrl(kind);
  const settings = { DATABASE_URL: databaseUrl, DEMO: 'true', LOG_LEVEL: 'silent', ADAPTER_TOKEN, RATE_ANONYMOUS_PER_MINUTE: '1000000', RATE_KEY_PER_MINUTE: '1000000' };
  const opened: Store[] = [];
  const connections = openWebhookConnections({ allowsPrivate: true, allowsHttp: true }, limits);
  const another = async (isFirst = false): Promise<Sender> => {
    const store = await openStore(databaseUrl);
    opened.push(store);
    if (isFirst) await migrate(store);
    if (isFirst) await loadDemoData(store.fork(), clock.now());
    if (isFirst) await store.fork().nativeUpdate(Opportunity, { identifier: 'demo-free' }, NEVER_FULL);
    const gateway = await composeGateway({ ...readConfig(settings), dataFolder }, store, clock, ({ cause }) => console.error(cause));
    const sdk = openSdk(gateway.execute);
    return { gateway, store, sdk, round: () => deliverDue({ sdk, callOf: () => AS_ADAPTER, now: () => clock.now(), connections, limits, fault: (cause) => console.error(cause) }) };
  };
  const first = await another(true);
  const queueOne = queueing(first.store, clock);
  const ask = askIn(first.gateway);
  let firstTaken: TakenInBroker | undefined;
  const targetOf = async (apiKey: string): Promise<string> => {
    const query = 'mutation ($input: CreateCheckoutSessionInput!) { createCheckoutSession(input: $input) { ... on CreateCheckoutSessionPayload { checkoutSession { potentialAction { target } } } ... on UserError { message } } }';
    const { createCheckoutSession } = await ask(query, { input: sessionInput() }, { apiKey });
    if (!createCheckoutSession.checkoutSession) throw new Error(JSON.stringify(createCheckoutSession));
    return createCheckoutSession.checkoutSession.potentialAction[0].target;
  };
  return {
    ...first,
    databaseUrl,
    dataFolder,
    settings,
    clock,
    ask,
    another,
    takeIn: async (broker, input = {}) => {
      const taken = await takeInBroker(ask, { dataFolder, now: clock.now() }, { successWebhook: broker.url, ...input });
      broker.know(taken);
      firstTaken ??= taken;
      return taken;
    },
    queueOne: async () => queueOne(async () => book(ask, await targetOf(firstTaken?.apiKey ?? ''))),
    book: async (apiKey) => book(ask, await targetOf(apiKey)),
    goToCheck: async (apiKey) => goToCheck(ask, await targetOf(apiKey)),
    reset: async (broker) => {
      await first.store.fork().nativeDelete(WebhookAttempt, {});
      await first.store.fork().nativeDelete(WebhookDelivery, {});
      await first.store.fork().nativeUpdate(WebhookEndpoint, {}, { disabledAt: null, disabledReason: null, failingSince: null });
      broker.reset();
    },
    stop: async () => {
      await connections.destroy();
      for (const store of opened) await store.close();
    },
  };
}

/** Copies the delivery that one booking left: quicker than to book again. */
function queueing(store: Store, clock: TestClock): (bookOne: () => Promise<unknown>) => Promise<void> {
  let model: Pick<WebhookDelivery, 'endpoint' | 'facts'> | undefined;
  return async (bookOne) => {
    if (!model) {
      await bookOne();
      model = await store.fork().findOneOrFail(WebhookDelivery, { state: 'PENDING' });
      return;
    }
    const em = store.fork();
    const { endpoint, facts } = model;
    if (!facts || !('places' in facts)) throw new Error('a delivery that tells of no order');
    queueDelivery(em, em.getReference(WebhookEndpoint, endpoint.id), { kind: 'ORDER_SUCCESS', subject: newUuid(), facts }, clock.now());
    await em.flush();
  };
}
