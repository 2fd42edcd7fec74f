import { DEMO } from '../../src/store/demo-data.js';

/** The body of an authenticated checkout session that nothing is wrong with. (contract §4 row 5) */
export function sessionBody(url: string) {
  return {
    '@context': ['https://openactive.io/', `${url}/ns`],
    type: 'platform:CheckoutSession',
    'platform:initialOrder': {
      type: 'OrderQuote',
      customer: personBody(),
      broker: { type: 'Organization', name: 'Fitness Finder', url: 'https://fitness-finder.example' },
      orderedItem: [{ type: 'OrderItem', acceptedOffer: DEMO.offers.free as string, orderedItem: { type: 'ScheduledSession', identifier: 'demo-free' } }],
    },
    'platform:navigationLinks': [
      { type: 'WebPage', name: 'Back to Broker', 'platform:linkType': `${url}/ns/BackToBrokerLink`, url: 'https://fitness-finder.example/search' },
      { type: 'WebPage', name: 'Back to Broker User Profile', 'platform:linkType': `${url}/ns/BackToBrokerUserProfileLink`, url: 'https://fitness-finder.example/me' },
    ],
  };
}

export type SessionBody = ReturnType<typeof sessionBody>;

/** The same body with other members in its order. */
export function withOrder(body: SessionBody, members: object) {
  return { ...body, 'platform:initialOrder': { ...body['platform:initialOrder'], ...members } };
}

/** One place at one opportunity. (contract §2 OrderItem) */
export function itemBody(type: 'ScheduledSession' | 'Slot', identifier: string, acceptedOffer: string) {
  return { type: 'OrderItem', acceptedOffer, orderedItem: { type, identifier } };
}

export function personBody() {
  return {
    type: 'Person',
    identifier: 'member-42',
    givenName: 'Ada',
    familyName: 'Clarke',
    email: 'ada.clarke@example.com',
    'platform:is13OrOver': true,
  };
}

/** An error without the one member that differs each time. */
export function withoutRequestId(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { 'platform:requestId': requestId, ...rest } = body as Record<string, unknown>;
  if (typeof requestId !== 'string') throw new Error('an error without its request id');
  return rest;
}
