import type { WebhookOrderFactsFragment } from '../generated/operations.js';
import type { AnswerName, BodyName } from './components.js';
import { writeCheckoutSession } from '../json-ld/write-checkout-session.js';
import { writeCustomerAccount } from '../json-ld/write-customer-account.js';
import { writeEvent } from '../json-ld/write-event.js';
import { writeStandaloneSession } from '../json-ld/write-standalone-session.js';
import { CHECKOUT_SESSION, CHECKOUT_URL_TEMPLATE, CONTEXT, contextOf, INITIAL_ORDER, IS_13_OR_OVER, LINK_TYPE, NAVIGATION_LINKS, OPPORTUNITY_LIST, TIME_ZONE, type Vocabulary } from '../json-ld/vocabulary.js';

/** Where each part of the door is. */
export interface ServerAddresses {
  readonly sellersUrl: string;
  readonly checkoutUrl: string;
  readonly bookingApiUrl: string;
}

const PERSON = { identifier: 'member-42', givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com', is13OrOver: true } as const;
const BROKER = { name: 'Fitness Finder', url: 'https://fitness-finder.example' } as const;
const OFFER = 'https://club.example/offers/adult';
const SESSION = 'https://club.example/scheduled-sessions/yoga-1';
const IDENTIFIER = 'Zx3v8Q_1kL-mN0pR5sT7uw';
const CUSTOMER_ID = '0193a000-0000-7000-8000-0000000000c1';
const ORDER_ID = '0193a000-0000-7000-8000-00000000abcd';

/** The bodies that a broker could send. */
export function bodyExamples(vocabulary: Vocabulary): Readonly<Record<BodyName, object>> {
  const [context, { platformUrl }] = [contextOf(vocabulary), vocabulary];
  const { is13OrOver, ...details } = PERSON;
  const person = { type: 'Person', ...details, [IS_13_OR_OVER]: is13OrOver };
  return {
    CheckoutSessionBody: {
      [CONTEXT]: context,
      type: CHECKOUT_SESSION,
      [INITIAL_ORDER]: {
        type: 'OrderQuote',
        customer: person,
        broker: { type: 'Organization', ...BROKER },
        orderedItem: [{ type: 'OrderItem', acceptedOffer: OFFER, orderedItem: { type: 'ScheduledSession', identifier: 'yoga-1' } }],
      },
      [NAVIGATION_LINKS]: linksOf(platformUrl).map(({ name, linkType, url }) => ({ type: 'WebPage', name, [LINK_TYPE]: linkType, url })),
    },
    StandaloneSessionBody: {
      [CONTEXT]: context,
      type: CHECKOUT_SESSION,
      [INITIAL_ORDER]: { type: 'OrderQuote', orderedItem: [{ type: 'OrderItem', orderedItem: { type: 'ScheduledSession', id: SESSION } }] },
    },
    Person: person,
    PersonPatch: { email: 'ada@example.com', identifier: null },
  };
}

const linksOf = (platformUrl: string) => [
  { name: 'Back to Broker', linkType: `${platformUrl}/BackToBrokerLink`, url: `${BROKER.url}/search` },
  { name: 'Back to Broker User Profile', linkType: `${platformUrl}/BackToBrokerUserProfileLink`, url: `${BROKER.url}/me` },
];

/** The answers that they would get, by the writers that write them. */
export function answerExamples(vocabulary: Vocabulary, { sellersUrl, checkoutUrl, bookingApiUrl }: ServerAddresses): Readonly<Record<AnswerName, object>> {
  const frozen = { version: 1, ...vocabulary };
  const potentialAction = [{ name: 'Checkout', target: `${checkoutUrl}/checkout/0puVq0jGimmo7MTRwj3InkarW1O3l2TtL9MqDZEwac8` }];
  const orderedItem = [{ acceptedOffer: OFFER, orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'yoga-1' } }] as const;
  const order = { id: `${checkoutUrl}/api/orders/${ORDER_ID}`, customer: { __typename: 'Person', ...PERSON }, broker: BROKER, orderedItem } as const;
  return {
    SellerLink: { url: `${sellersUrl}/onboard?jwt=eyJhbGciOiJFUzI1NiJ9…` },
    CheckoutSession: writeCheckoutSession({ id: `${checkoutUrl}/api/checkout-sessions/${IDENTIFIER}`, identifier: IDENTIFIER, frozen, initialOrder: order, navigationLinks: linksOf(vocabulary.platformUrl), potentialAction }),
    StandaloneSession: writeStandaloneSession({ identifier: IDENTIFIER, frozen, broker: BROKER, scheduledSessionId: SESSION, potentialAction }),
    CustomerAccount: writeCustomerAccount({ id: CUSTOMER_ID, url: `${bookingApiUrl}/api/v2/customers/${CUSTOMER_ID}`, isErased: false, ...PERSON }, vocabulary),
    Opportunity: { [CONTEXT]: contextOf(vocabulary), ...OPPORTUNITY },
    OpportunityList: { [CONTEXT]: contextOf(vocabulary), type: OPPORTUNITY_LIST, items: [OPPORTUNITY], next: '/api/v2/opportunities?limit=1&after=WyJvcHBvcnR1bml0aWVzIl0' },
  };
}

const OPPORTUNITY = {
  type: 'ScheduledSession',
  id: SESSION,
  identifier: 'yoga-1',
  startDate: '2026-11-21T18:30:00.000Z',
  endDate: '2026-11-21T19:30:00.000Z',
  eventStatus: 'https://schema.org/EventScheduled',
  remainingAttendeeCapacity: 12,
  superEvent: {
    type: 'SessionSeries',
    id: 'https://club.example/session-series/yoga',
    name: 'Yoga for everybody',
    location: { type: 'Place', name: 'Northside Hall', address: { type: 'PostalAddress', streetAddress: '1 North Street, Leeds' }, [TIME_ZONE]: 'Europe/London' },
    offers: [{ type: 'Offer', id: OFFER, name: 'Adult', price: 7.5, priceCurrency: 'GBP', validFromBeforeStartDate: 'P14D' }],
    organizer: { type: 'Organization', id: 'https://club.example', name: 'Northside Sports' },
  },
  offers: [],
  [CHECKOUT_URL_TEMPLATE]: '{checkoutBaseUrl}/checkout/scheduled-sessions/yoga-1',
} as const;

/** The bodies of webhooks, by the writers that write them. */
export function eventExamples(vocabulary: Vocabulary, { checkoutUrl, bookingApiUrl }: ServerAddresses) {
  const frozen = { version: 1, ...vocabulary };
  const place = { acceptedOffer: OFFER, orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'yoga-1', id: null }, accessToken: [{ text: 'qv3v8Q_1kL-mN0pR5sT7uw' }], accessCode: [{ name: 'PIN', value: '004217' }] } as const;
  const orderAs = (orderItemStatus: WebhookOrderFactsFragment['orderedItem'][number]['orderItemStatus']) => ({ id: `${checkoutUrl}/api/orders/${ORDER_ID}`, customer: PERSON, broker: BROKER, frozen, orderedItem: [{ ...place, orderItemStatus }] });
  return {
    orderSuccess: writeEvent({ __typename: 'OrderSuccess', ...orderAs('ORDER_CONFIRMED') }),
    customerChange: writeEvent({ __typename: 'CustomerChange', id: CUSTOMER_ID, url: `${bookingApiUrl}/api/v2/customers/${CUSTOMER_ID}`, frozen }),
    orderChange: writeEvent({ __typename: 'OrderChange', ...orderAs('CUSTOMER_CANCELLED') }),
    sellerChange: writeEvent({ __typename: 'SellerChange', sellerId: 'https://club.example', event: 'ONBOARDED_PAID', frozen }),
    test: writeEvent({ __typename: 'TestEvent', endpointId: '0193a000-0000-7000-8000-00000000e001', endpointKind: 'ORDER_SUCCESS', frozen }),
  } as const;
}
