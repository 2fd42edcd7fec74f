import { z } from 'zod';
import type { CreateCheckoutSessionInput, CustomerInput, OrderItemInput } from '../generated/operations.js';
import { OpportunityKind } from './opportunity-kind.js';
import { problemsOf, type WireProblem } from './problems.js';
import { Person, toPersonInput } from './read-person.js';
import { CHECKOUT_SESSION, INITIAL_ORDER, IS_13_OR_OVER, LINK_TYPE, NAVIGATION_LINKS } from './vocabulary.js';
import { ContextPair, wireText, wireUrl } from './wire-rules.js';

const MAX_ITEMS = 20;
const MAX_LINKS = 10;

/** Members that the contract does not name are ignored, here and below. */
export const OrderItem = z.looseObject({
  type: z.literal('OrderItem'),
  acceptedOffer: wireText,
  orderedItem: z.looseObject({ type: OpportunityKind, identifier: wireText }),
});

export const Broker = z.looseObject({ type: z.literal('Organization'), name: wireText, url: wireUrl });

export const NavigationLink = z.looseObject({ type: z.literal('WebPage'), name: wireText, [LINK_TYPE]: wireUrl, url: wireUrl });

/** Contract §4 row 5: the body of an authenticated checkout session. The values of `@context` are not compared. */
export const CheckoutSessionBody = z.looseObject({
  '@context': ContextPair,
  type: z.literal(CHECKOUT_SESSION),
  [INITIAL_ORDER]: z.looseObject({
    type: z.literal('OrderQuote'),
    customer: z.union([wireUrl, Person]),
    broker: Broker,
    orderedItem: z.array(OrderItem).min(1, `must have from 1 to ${MAX_ITEMS} items`).max(MAX_ITEMS, `must have from 1 to ${MAX_ITEMS} items`),
  }),
  [NAVIGATION_LINKS]: z.array(NavigationLink).max(MAX_LINKS, `must have at most ${MAX_LINKS} items`).optional(),
});

type Body = z.infer<typeof CheckoutSessionBody>;

/** The body as the gateway's input, or every problem that it has. */
export function readCheckoutSession(body: unknown): CreateCheckoutSessionInput | readonly WireProblem[] {
  const parsed = CheckoutSessionBody.safeParse(body, { reportInput: true });
  return parsed.success ? toInput(parsed.data) : problemsOf(parsed.error);
}

function toInput({ [INITIAL_ORDER]: order, [NAVIGATION_LINKS]: links }: Body): CreateCheckoutSessionInput {
  return {
    initialOrder: {
      customer: toCustomer(order.customer),
      broker: { name: order.broker.name, url: order.broker.url },
      orderedItem: order.orderedItem.map(toOrderItem),
    },
    navigationLinks: links?.map(({ name, [LINK_TYPE]: linkType, url }) => ({ name, linkType, url })),
  };
}

function toCustomer(customer: Body[typeof INITIAL_ORDER]['customer']): CustomerInput {
  return typeof customer === 'string' ? { url: customer } : { person: toPersonInput(customer) };
}

function toOrderItem({ acceptedOffer, orderedItem: { type, identifier } }: z.infer<typeof OrderItem>): OrderItemInput {
  return { acceptedOffer, orderedItem: { type, identifier } };
}

/** Where a member of the gateway's input stands on the wire. */
export function wirePathOf(path: readonly string[]): readonly string[] {
  return path.flatMap((member, depth) => {
    if (depth === 2 && (member === 'person' || member === 'url') && path[1] === 'customer') return [];
    return [WIRE_NAMES[member] ?? member];
  });
}

const WIRE_NAMES: Partial<Record<string, string>> = {
  initialOrder: INITIAL_ORDER,
  navigationLinks: NAVIGATION_LINKS,
  linkType: LINK_TYPE,
  is13OrOver: IS_13_OR_OVER,
};
