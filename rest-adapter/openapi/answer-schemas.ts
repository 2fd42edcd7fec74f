import { z } from 'zod';
import { Broker, NavigationLink, OrderItem } from '../json-ld/read-checkout-session.js';
import { Person } from '../json-ld/read-person.js';
import { StandaloneOrderItem } from '../json-ld/read-standalone-session.js';
import { CHECKOUT_SESSION, CONTEXT, CUSTOMER_ACCOUNT, ENDPOINT_KIND, EVENT, INITIAL_ORDER, LD_ID, LD_TYPE, NAVIGATION_LINKS, SELLER_CHANGED, TEST_EVENT } from '../json-ld/vocabulary.js';
import { ContextPair, wireUrl } from '../json-ld/wire-rules.js';

/*
 * What answers and webhooks say, member by member in the order of the contract's tables. The parts that reflect a request
 * are the very schemas that checked it. Nothing is validated with these while the door is open; the tests hold every
 * writer against them.
 */

/** An address that we made ourselves. */
export const address = (description: string) => z.string().meta({ format: 'uri', description });

const OrderAction = z.object({
  type: z.literal('OrderAction'),
  name: z.literal('Checkout'),
  target: address('Where to send the customer; the URL for the book button.'),
});

const PotentialAction = z.array(OrderAction).min(1).meta({ description: 'The next step. Element 0 is the one to use.' });

/** Contract §4 rows 1 to 3. */
export const SellerLink = z.object({ url: address('Single-use and short-lived: to be opened in the seller’s browser, at once.') });

/** Contract §2 Checkout session, the authenticated variant. */
export const CheckoutSession = z.object({
  [CONTEXT]: ContextPair,
  type: z.literal(CHECKOUT_SESSION),
  id: address('The URL of this session, and its Location.'),
  identifier: z.string().meta({ description: 'The last segment of the id.' }),
  [INITIAL_ORDER]: z.object({
    type: z.literal('OrderQuote'),
    id: address('Comes back as the id of the Order in the success webhook. It may not be navigable.'),
    customer: z.union([wireUrl, Person]),
    broker: Broker,
    orderedItem: z.array(OrderItem),
  }),
  [NAVIGATION_LINKS]: z.array(NavigationLink).optional(),
  potentialAction: PotentialAction,
});

/** Contract §4 row 7. */
export const StandaloneSession = z.object({
  [CONTEXT]: ContextPair,
  type: z.literal(CHECKOUT_SESSION),
  [INITIAL_ORDER]: z.object({ type: z.literal('OrderQuote'), broker: Broker, orderedItem: z.array(StandaloneOrderItem) }),
  potentialAction: PotentialAction,
});

/** Contract §6 Customer detail change webhook: these four members. */
export const CustomerChange = z.object({
  [CONTEXT]: address('The vocabulary address.'),
  [LD_TYPE]: z.literal(CUSTOMER_ACCOUNT),
  [LD_ID]: address('Where to get the customer’s account.'),
  identifier: z.string().meta({ description: 'The platform’s identifier of the customer: the last segment of the @id.' }),
});

/** Contract §4 row 9: what Get Customer Account answers. */
export const CustomerAccount = CustomerChange.extend({ customer: Person });

const OrderedPlace = z.object({
  type: z.literal('OrderItem'),
  acceptedOffer: z.string(),
  orderedItem: z.object({
    type: z.enum(['ScheduledSession', 'Slot']),
    identifier: z.string().optional().meta({ description: 'As sent with an authenticated checkout.' }),
    id: z.string().optional().meta({ description: 'As sent with a standalone checkout.' }),
  }),
  orderItemStatus: z.string().meta({ pattern: '/(OrderConfirmed|CustomerCancelled|SellerCancelled)$', description: 'Behind the vocabulary address: OrderConfirmed, CustomerCancelled or SellerCancelled.' }),
  accessToken: z.array(z.object({ type: z.literal('Barcode'), text: z.string() })),
  accessCode: z.array(z.object({ type: z.literal('PropertyValue'), name: z.string(), value: z.string() })),
});

/** Contract §2 Order. */
export const Order = z.object({
  [CONTEXT]: ContextPair,
  type: z.literal('Order'),
  id: address('The platform:initialOrder.id of the session.'),
  customer: Person,
  broker: Broker,
  orderedItem: z.array(OrderedPlace),
});

export const SellerChanged = z.object({
  [CONTEXT]: ContextPair,
  type: z.literal(SELLER_CHANGED),
  id: z.string().meta({ description: 'The sellerId.' }),
  [EVENT]: z.string().meta({ pattern: '/Seller(OnboardedFree|OnboardedPaid|MovedToPaid|MovedToFree|AcceptedTerms|OptedOut)$', description: 'What happened, as an address in the platform’s vocabulary.' }),
});

export const TestEvent = z.object({
  [CONTEXT]: ContextPair,
  type: z.literal(TEST_EVENT),
  identifier: z.string().meta({ description: 'The id of the webhook endpoint that is tried.' }),
  [ENDPOINT_KIND]: z.string().meta({ pattern: '/(OrderSuccess|CustomerChange|OrderChange|SellerChange)$', description: 'What the endpoint is registered for, as an address in the platform’s vocabulary.' }),
});
