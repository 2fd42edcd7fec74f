import type { CheckoutSessionFactsFragment } from '../generated/operations.js';
import { wireNameOf } from './opportunity-kind.js';
import { CHECKOUT_SESSION, CONTEXT, contextOf, INITIAL_ORDER, LINK_TYPE, NAVIGATION_LINKS } from './vocabulary.js';
import { writePerson } from './write-person.js';

/** A session as the wire has it, from its frozen facts: the same facts make the same bytes for ever. (contract §4 rows 5 and 6) */
export function writeCheckoutSession(facts: CheckoutSessionFactsFragment): object {
  const write = WRITERS[facts.frozen.version];
  if (!write) throw new Error(`no writer for version ${facts.frozen.version} of a checkout session's facts`);
  return write(facts);
}

/** A change to what a session says is a new version here; an old one is never edited. */
const WRITERS: Partial<Record<number, (facts: CheckoutSessionFactsFragment) => object>> = { 1: writeVersion1 };

function writeVersion1(facts: CheckoutSessionFactsFragment): object {
  return {
    [CONTEXT]: contextOf(facts.frozen),
    type: CHECKOUT_SESSION,
    id: facts.id,
    identifier: facts.identifier,
    [INITIAL_ORDER]: writeOrderQuote(facts.initialOrder),
    ...(facts.navigationLinks && { [NAVIGATION_LINKS]: facts.navigationLinks.map(writeNavigationLink) }),
    potentialAction: facts.potentialAction.map(({ name, target }) => ({ type: 'OrderAction', name, target })),
  };
}

type OrderQuote = CheckoutSessionFactsFragment['initialOrder'];

function writeOrderQuote({ id, customer, broker, orderedItem }: OrderQuote): object {
  return {
    type: 'OrderQuote',
    id,
    customer: customer.__typename === 'Person' ? writePerson(customer) : customer.url,
    broker: { type: 'Organization', name: broker.name, url: broker.url },
    orderedItem: orderedItem.map(writeOrderItem),
  };
}

function writeOrderItem({ acceptedOffer, orderedItem }: OrderQuote['orderedItem'][number]): object {
  return {
    type: 'OrderItem',
    acceptedOffer,
    orderedItem: { type: wireNameOf(orderedItem.type), identifier: orderedItem.identifier },
  };
}

function writeNavigationLink({ name, linkType, url }: NonNullable<CheckoutSessionFactsFragment['navigationLinks']>[number]): object {
  return { type: 'WebPage', name, [LINK_TYPE]: linkType, url };
}
