import { PUBLIC_URL } from '../settings.ts';
import type { Facts } from './facts.ts';

/** A session as it lies in the database, with the secret of its target. */
export interface Session {
  readonly identifier: string;
  readonly facts: Facts;
  readonly secret: string;
}

/** One of a list, with who sells and whose it is. */
export interface ListedSession extends Omit<Session, 'secret'> {
  readonly state: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly seller: { readonly id: string; readonly name: string; readonly url: string | null };
  readonly broker: { readonly id: string; readonly name: string; readonly url: string };
}

const sessionAddress = (identifier: string): string => `${PUBLIC_URL}/api/checkout-sessions/${identifier}`;
const orderAddress = (quoteId: string): string => `${PUBLIC_URL}/api/orders/${quoteId}`;

/** The bytes of rows 5 and 6 of the contract's §4. */
export function wireAnswer({ identifier, facts, secret }: Session): string {
  const { identifier: member, givenName, familyName, email, is13OrOver } = facts.customer;
  return JSON.stringify({
    '@context': [facts.vocabUrl, facts.platformUrl],
    type: 'platform:CheckoutSession',
    id: sessionAddress(identifier),
    identifier,
    'platform:initialOrder': {
      type: 'OrderQuote',
      id: orderAddress(facts.quoteId),
      customer: { type: 'Person', ...(member !== null && { identifier: member }), givenName, familyName, email, ...(is13OrOver !== null && { 'platform:is13OrOver': is13OrOver }) },
      broker: { type: 'Organization', name: facts.broker.name, url: facts.broker.url },
      orderedItem: facts.orderedItem.map(({ acceptedOffer, type, identifier: item }) => ({ type: 'OrderItem', acceptedOffer, orderedItem: { type: type === 'SLOT' ? 'Slot' : 'ScheduledSession', identifier: item } })),
    },
    ...(facts.navigationLinks && { 'platform:navigationLinks': facts.navigationLinks.map(({ name, linkType, url }) => ({ type: 'WebPage', name, 'platform:linkType': linkType, url })) }),
    potentialAction: [{ type: 'OrderAction', name: 'Checkout', target: `${PUBLIC_URL}/checkout/${secret}` }],
  });
}

/** The same creation as GraphQL answers the bench's mutation. */
export function createdAnswer({ identifier, facts, secret }: Session, isReplayed: boolean): string {
  const { customer, broker, orderedItem, navigationLinks } = facts;
  const checkoutSession = {
    id: sessionAddress(identifier),
    identifier,
    initialOrder: {
      id: orderAddress(facts.quoteId),
      customer: personOf(customer),
      broker: { name: broker.name, url: broker.url },
      orderedItem: orderedItem.map(({ acceptedOffer, type, identifier: item }) => ({ acceptedOffer, orderedItem: { type, identifier: item } })),
    },
    navigationLinks: navigationLinks && navigationLinks.map(({ name, linkType, url }) => ({ name, linkType, url })),
    potentialAction: [{ name: 'Checkout', target: `${PUBLIC_URL}/checkout/${secret}` }],
  };
  return JSON.stringify({ data: { createCheckoutSession: { __typename: 'CreateCheckoutSessionPayload', isReplayed, checkoutSession } } });
}

/** A page of sessions as GraphQL answers the bench's query; `rows` has one more where more follow. */
export function listAnswer(rows: readonly ListedSession[], first: number, now: Date): string {
  const nodes = rows.slice(0, first);
  const last = nodes.at(-1);
  const endCursor = last ? Buffer.from(JSON.stringify(['checkout sessions by creation', last.createdAt, last.identifier])).toString('base64url') : null;
  return JSON.stringify({ data: { checkoutSessions: { nodes: nodes.map((row) => listed(row, now)), pageInfo: { hasNextPage: rows.length > first, endCursor } } } });
}

function listed({ identifier, facts, state, createdAt, expiresAt, seller, broker }: ListedSession, now: Date): object {
  return {
    id: sessionAddress(identifier),
    identifier,
    state: state === 'OPEN' && expiresAt !== null && expiresAt <= now ? 'EXPIRED' : state,
    createdAt,
    expiresAt,
    seller,
    broker,
    initialOrder: {
      id: orderAddress(facts.quoteId),
      customer: personOf(facts.customer),
      broker: { name: facts.broker.name, url: facts.broker.url },
      orderedItem: facts.orderedItem.map(({ acceptedOffer, type, identifier: item, price: { amount, currency } }) => ({ acceptedOffer, orderedItem: { type, identifier: item }, price: { amount, currency } })),
      totalPaymentDue: { amount: facts.totalPaymentDue.amount, currency: facts.totalPaymentDue.currency },
    },
  };
}

function personOf({ identifier, givenName, familyName, email, is13OrOver }: Facts['customer']): object {
  return { __typename: 'Person', identifier, givenName, familyName, email, is13OrOver };
}
