import { Broker } from '../../src/broker/broker.entity.js';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { CheckoutSession } from '../../src/checkout-session/checkout-session.entity.js';
import type { CheckoutSessionFacts } from '../../src/checkout-session/checkout-session.facts.js';
import { OrderItem } from '../../src/order/order-item.entity.js';
import { OrderQuote } from '../../src/order/order-quote.entity.js';
import { OrderEvent } from '../../src/order/order-event.entity.js';
import { Order } from '../../src/order/order.entity.js';
import type { OrderState } from '../../src/order/order.lifecycle.js';
import { orderIdOf } from '../../src/shared/addresses.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import type { Store } from '../../src/store/open-store.js';
import type { TestGateway } from './gateway.js';
import { callGraphql } from './graphql.js';

/** How many rows a checkout session has left behind, table by table. */
export async function countSessionRows(store: Store): Promise<Record<'checkout_session' | 'order_quote' | 'order_item', number>> {
  const count = async (table: 'checkout_session' | 'order_quote' | 'order_item') => {
    const { n } = await store.reads.selectFrom(table).select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow();
    return Number(n);
  };
  return { checkout_session: await count('checkout_session'), order_quote: await count('order_quote'), order_item: await count('order_item') };
}

/** The input of a checkout session that nothing is wrong with, as GraphQL has it. */
export function sessionInput() {
  return {
    initialOrder: {
      customer: { person: { identifier: 'member-42', givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com', is13OrOver: true } } as object,
      broker: { name: 'Fitness Finder', url: 'https://fitness-finder.example' },
      orderedItem: [itemInput('SCHEDULED_SESSION', 'demo-free', DEMO.offers.free)],
    },
    navigationLinks: [{ name: 'Back to Broker', linkType: 'https://platform.example/ns/BackToBrokerLink', url: 'https://fitness-finder.example/search' }] as object[] | null,
  };
}

export function itemInput(type: 'SCHEDULED_SESSION' | 'SLOT', identifier: string, acceptedOffer: string) {
  return { acceptedOffer, orderedItem: { type, identifier } };
}

export interface SeededSession {
  readonly identifier: string;
  readonly createdAt: string;
  /** The quote's address. */
  readonly orderId: string;
  /** What opens its checkout: the last segment of its target. */
  readonly secret: string;
}

/** Opens a checkout session through the schema, as the demo broker. */
export async function createSession({ graphqlUrl }: Pick<TestGateway, 'graphqlUrl'>, items = sessionInput().initialOrder.orderedItem): Promise<SeededSession> {
  const input = sessionInput();
  const answer = await callGraphql(
    graphqlUrl,
    `mutation ($input: CreateCheckoutSessionInput!) {
      createCheckoutSession(input: $input) {
        ... on CreateCheckoutSessionPayload { checkoutSession { identifier createdAt initialOrder { id } potentialAction { target } } }
        ... on UserError { message }
      }
    }`,
    { input: { ...input, initialOrder: { ...input.initialOrder, orderedItem: items } } },
  );
  const session = answer.data?.createCheckoutSession.checkoutSession;
  if (!session) throw new Error(`no session was created: ${JSON.stringify(answer)}`);
  return { identifier: session.identifier, createdAt: session.createdAt, orderId: session.initialOrder.id, secret: session.potentialAction[0].target.split('/').at(-1) };
}

/** Makes an order out of a session's quote, in a state that no customer can bring about yet. */
export async function addOrder(store: Store, orderId: string, state: OrderState, createdAt: Date, brokerId: string = DEMO.brokerIds.fitnessFinder): Promise<void> {
  const em = store.fork();
  const quote = await em.findOneOrFail(OrderQuote, orderIdOf(orderId) ?? orderId);
  const { facts } = await em.findOneOrFail(CheckoutSession, quote.checkoutSession?.identifier ?? '');
  const { customer, navigationLinks: _links, ...quoted } = facts as CheckoutSessionFacts; // only such a session has a quote of its own
  if (customer.kind !== 'PERSON') throw new Error('an order knows its customer in person');
  const confirmedAt = state === 'CONFIRMED' ? createdAt : null;
  const order = em.create(Order, { quote, broker: em.getReference(Broker, brokerId), reference: newUuid().slice(-8).toUpperCase(), facts: { ...quoted, customer }, state, createdAt, confirmedAt });
  em.create(OrderEvent, { id: newUuid(), order, trigger: null, state: 'CREATED', at: createdAt });
  if (state === 'CONFIRMED') {
    em.create(OrderEvent, { id: newUuid(), order, trigger: 'FREE_PLACES_BOOKED', state, at: createdAt });
    const items = await em.find(OrderItem, { quote }, { orderBy: { position: 'asc' } });
    for (const [index, item] of items.entries()) em.assign(item, { status: 'ORDER_CONFIRMED', accessToken: `${quote.id}-${index}`, accessCode: `00000${index}` });
  }
  await em.flush();
}

/** Adds sessions like demo-free to its series, each an hour after the one before. Their identifiers are `extra-0`, `extra-1` … */
export async function addOpportunities(store: Store, from: number, count: number): Promise<string[]> {
  const em = store.fork();
  const model = await em.findOneOrFail(Opportunity, { identifier: 'demo-free' });
  const identifiers = Array.from({ length: count }, (_, index) => `extra-${from + index}`);
  for (const [index, identifier] of identifiers.entries()) {
    const startDate = new Date(model.startDate.getTime() + (from + index + 1) * 3_600_000);
    em.create(Opportunity, {
      id: `https://demo.courtside.example/scheduled-sessions/${identifier}`,
      identifier,
      type: 'SCHEDULED_SESSION',
      parent: em.getReference(OpportunityParent, model.parent.id),
      startDate,
      endDate: null,
      eventStatus: 'SCHEDULED',
      remainingCapacity: null,
    });
  }
  await em.flush();
  return identifiers;
}
