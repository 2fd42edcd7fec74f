import { GRAPHQL_CREATE, LISTED, type RequestModel } from './requests.ts';

/* The same work in the words that PostGraphile makes of our tables. */

const asked = (query: string, variables: object, saying: string): RequestModel => ({ ...GRAPHQL_CREATE, body: JSON.stringify({ query, variables }), saying });

const { variables: { input } } = JSON.parse(GRAPHQL_CREATE.body ?? '') as { variables: { input: object } }; // our own request

export const POSTGRAPHILE_GET = asked('query Get($identifier: String!) { mySession(sessionIdentifier: $identifier) { identifier facts } }', { identifier: '%ID%' }, '{"data":{"mySession":{"identifier":"');

export const POSTGRAPHILE_LIST = asked(
  `query List($first: Int!) {
    mySessions(first: $first) {
      nodes {
        identifier
        state
        customer
        orderedBy
        createdAt
        expiresAt
        sellerBySellerId { sellerId name url }
        brokerByBrokerId { rowId name url }
        orderQuotesByCheckoutSessionIdentifier(first: 1) { nodes { rowId currency totalMinor orderItemsByQuoteId(first: 20) { nodes { acceptedOffer opportunityId priceMinor } } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  { first: LISTED },
  '{"data":{"mySessions":{"nodes":[{',
);

export const POSTGRAPHILE_CREATE = asked(
  'mutation Open($input: OpenSessionInput!) { openSession(input: $input) { result { identifier facts targetHash } } }',
  { input: { key: '%KEY%', request: input } },
  '{"data":{"openSession":{"result":{"identifier":"',
);
