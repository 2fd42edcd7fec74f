import { readFileSync } from 'node:fs';
import { API_KEY, PLATFORM_URL, VOCAB_URL } from './settings.ts';

/** One request again and again. `%KEY%` stands for a key that nobody has used, `%ID%` for the identifier of a stored session. */
export interface RequestModel {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
  /** What the beginning of every good answer says: GraphQL answers a failure by 200 too. */
  readonly saying: string;
}

const JSON_WITH_KEY = { 'content-type': 'application/json', 'x-api-key': API_KEY };

const PERSON = { identifier: 'member-42', givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com' };
const BROKER = { name: 'Fitness Finder', url: 'https://fitness-finder.example' };
const OFFER = 'https://demo.courtside.example/offers/free';
const LINKS = [
  { name: 'Back to Broker', linkType: `${PLATFORM_URL}/BackToBrokerLink`, url: 'https://fitness-finder.example/search' },
  { name: 'Back to Broker User Profile', linkType: `${PLATFORM_URL}/BackToBrokerUserProfileLink`, url: 'https://fitness-finder.example/me' },
];

/** The same session as the wire has it and as GraphQL has it. */
const WIRE_SESSION = {
  '@context': [VOCAB_URL, PLATFORM_URL],
  type: 'platform:CheckoutSession',
  'platform:initialOrder': {
    type: 'OrderQuote',
    customer: { type: 'Person', ...PERSON, 'platform:is13OrOver': true },
    broker: { type: 'Organization', ...BROKER },
    orderedItem: [{ type: 'OrderItem', acceptedOffer: OFFER, orderedItem: { type: 'ScheduledSession', identifier: 'demo-free' } }],
  },
  'platform:navigationLinks': LINKS.map(({ name, linkType, url }) => ({ type: 'WebPage', name, 'platform:linkType': linkType, url })),
};
const INPUT = {
  initialOrder: {
    customer: { person: { ...PERSON, is13OrOver: true } },
    broker: BROKER,
    orderedItem: [{ acceptedOffer: OFFER, orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'demo-free' } }],
  },
  navigationLinks: LINKS,
  idempotencyKey: '%KEY%',
};

const operation = (name: string): string => readFileSync(new URL(`operations/${name}.graphql`, import.meta.url), 'utf8');

/** The documents that every GraphQL server but PostGraphile is sent. */
export const CREATE_SESSION = operation('create-session');
export const LIST_SESSIONS = operation('list-sessions');
export const LISTED = 50;

/** W1: an authenticated checkout session by REST. (contract §4 row 5) */
export const POST_SESSION: RequestModel = {
  method: 'POST',
  path: '/api/checkout-sessions',
  headers: { ...JSON_WITH_KEY, 'idempotency-key': '%KEY%' },
  body: JSON.stringify(WIRE_SESSION),
  status: 201,
  saying: '"type":"platform:CheckoutSession"',
};

/** W2: reading it. (contract §4 row 6) */
export const GET_SESSION: RequestModel = { method: 'GET', path: '/api/checkout-sessions/%ID%', headers: { 'x-api-key': API_KEY }, status: 200, saying: '"type":"platform:CheckoutSession"' };

/** W3: the newest sessions with all that a list shows of them. */
export const GRAPHQL_LIST: RequestModel = {
  method: 'POST',
  path: '/graphql',
  headers: JSON_WITH_KEY,
  body: JSON.stringify({ query: LIST_SESSIONS, variables: { first: LISTED } }),
  status: 200,
  saying: '{"data":{"checkoutSessions":{"nodes":[{',
};

/** W4: what W1 does, by GraphQL over HTTP. */
export const GRAPHQL_CREATE: RequestModel = {
  method: 'POST',
  path: '/graphql',
  headers: JSON_WITH_KEY,
  body: JSON.stringify({ query: CREATE_SESSION, variables: { input: INPUT } }),
  status: 200,
  saying: '"__typename":"CreateCheckoutSessionPayload"',
};

/** A request with everything filled in. */
export function filledIn({ headers, body, path, ...rest }: RequestModel, values: { readonly key: string; readonly id: string }): RequestModel {
  const fill = (text: string): string => text.replaceAll('%KEY%', values.key).replaceAll('%ID%', values.id);
  return { ...rest, path: fill(path), headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])), ...(body !== undefined && { body: fill(body) }) };
}
