import Fastify from 'fastify';
import mercurius from 'mercurius';
import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { opens, readKey, sha256, targetSecrets } from '../floor/keys.ts';
import { readInput } from '../floor/facts.ts';
import { openPostgres } from '../floor/postgres.ts';
import { openSqlite } from '../floor/sqlite.ts';
import { LINK_SIGNING_KEYS, PUBLIC_URL } from '../settings.ts';
import { uuid } from './uuid.mjs';

/*
 * A peer: Fastify and Mercurius with its just-in-time compiler, resolvers by hand, loaders for sellers and brokers. Below GraphQL it
 * checks the same key, writes the same idempotency row and prepares its statements; each creation is a transaction of its own, unless it
 * is told to write as the floor does. It has no limits, no log and no outbox.
 */

const { databaseUrl, port, hasFloorsWrites } = JSON.parse(process.argv[2]);
const isSqlite = databaseUrl.startsWith('sqlite:');
const store = isSqlite ? openSqlite(databaseUrl.slice('sqlite:'.length), hasFloorsWrites) : openPostgres(databaseUrl, hasFloorsWrites);
const { keyId, secretOf } = targetSecrets(LINK_SIGNING_KEYS);
const read = isSqlite ? reading(new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true })) : asking(new Pool({ connectionString: databaseUrl, max: 10 }));

const LIST = `select identifier, state, facts, created_at, expires_at, seller_id, broker_id, target_key_id from checkout_session
  where variant = 'AUTHENTICATED' and erased_at is null and broker_id = $1 order by created_at desc, identifier desc limit $2`;

const typeDefs = `
  scalar DateTime
  union OrderQuoteCustomer = CustomerReference | Person
  type CustomerReference { url: String! }
  type Person { identifier: String givenName: String! familyName: String! email: String! is13OrOver: Boolean }
  type OrderBroker { name: String! url: String! }
  type Money { amount: String! currency: String }
  type OrderedItem { type: String! identifier: String! }
  type OrderItem { acceptedOffer: String! orderedItem: OrderedItem! price: Money! }
  type OrderQuote { id: ID! customer: OrderQuoteCustomer! broker: OrderBroker! orderedItem: [OrderItem!]! totalPaymentDue: Money! }
  type NavigationLink { name: String! linkType: String! url: String! }
  type OrderAction { name: String! target: String! }
  type Organization { id: ID! name: String! url: String }
  type Broker { id: ID! name: String! url: String! }
  type CheckoutSession {
    id: ID! identifier: String! state: String! createdAt: DateTime! expiresAt: DateTime seller: Organization! broker: Broker!
    initialOrder: OrderQuote! navigationLinks: [NavigationLink!] potentialAction: [OrderAction!]!
  }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type CheckoutSessionConnection { nodes: [CheckoutSession!]! pageInfo: PageInfo! }
  interface UserError { message: String! code: String! }
  type ValidationError implements UserError { message: String! code: String! }
  type CreateCheckoutSessionPayload { isReplayed: Boolean! checkoutSession: CheckoutSession! }
  union CreateCheckoutSessionResult = CreateCheckoutSessionPayload | ValidationError
  input PersonInput { identifier: String givenName: String! familyName: String! email: String! is13OrOver: Boolean }
  input CustomerInput { person: PersonInput url: String }
  input OrderBrokerInput { name: String! url: String! }
  input OrderedItemInput { type: String! identifier: String! }
  input OrderItemInput { acceptedOffer: String! orderedItem: OrderedItemInput! }
  input OrderQuoteInput { customer: CustomerInput! broker: OrderBrokerInput! orderedItem: [OrderItemInput!]! }
  input NavigationLinkInput { name: String! linkType: String! url: String! }
  input CreateCheckoutSessionInput { initialOrder: OrderQuoteInput! navigationLinks: [NavigationLinkInput!] idempotencyKey: String }
  type Query { checkoutSession(identifier: String!): CheckoutSession checkoutSessions(first: Int!): CheckoutSessionConnection! }
  type Mutation { createCheckoutSession(input: CreateCheckoutSessionInput!): CreateCheckoutSessionResult! }
`;

const resolvers = {
  Query: {
    checkoutSession: async (_root, { identifier }, { caller }) => {
      const facts = await store.readSession(caller.broker_id, identifier);
      return facts ? { identifier, facts } : null;
    },
    checkoutSessions: async (_root, { first }, { caller }) => {
      const rows = (await read(LIST, [caller.broker_id, first + 1])).map((row) => ({ ...row, facts: typeof row.facts === 'string' ? JSON.parse(row.facts) : row.facts }));
      const nodes = rows.slice(0, first);
      const last = nodes.at(-1);
      const endCursor = last ? Buffer.from(JSON.stringify([new Date(last.created_at), last.identifier])).toString('base64url') : null;
      return { nodes, pageInfo: { hasNextPage: rows.length > first, endCursor } };
    },
  },
  Mutation: {
    createCheckoutSession: async (_root, { input }, { caller }) => {
      const request = readInput(input);
      const identifier = randomBytes(16).toString('base64url');
      const fingerprint = sha256(`createCheckoutSession ${JSON.stringify(request)}`);
      const target = { targetKeyId: keyId, targetHash: sha256(secretOf(identifier)) };
      const created = request && (await store.create({ brokerId: caller.broker_id, holder: `broker:${caller.broker_id}`, key: input.idempotencyKey, fingerprint, request, identifier, quoteId: uuid(), itemId: uuid(), ...target, now: new Date() }));
      if (!created) return { __typename: 'ValidationError', message: 'It cannot be booked.', code: 'VALIDATION_FAILED' };
      return { __typename: 'CreateCheckoutSessionPayload', isReplayed: created.isReplayed, checkoutSession: { identifier: created.identifier, facts: created.facts } };
    },
  },
  CheckoutSession: {
    id: ({ identifier }) => `${PUBLIC_URL}/api/checkout-sessions/${identifier}`,
    createdAt: ({ created_at }) => new Date(created_at).toISOString(),
    expiresAt: ({ expires_at }) => expires_at && new Date(expires_at).toISOString(),
    initialOrder: ({ facts }) => ({ ...facts, id: `${PUBLIC_URL}/api/orders/${facts.quoteId}` }),
    navigationLinks: ({ facts }) => facts.navigationLinks,
    potentialAction: ({ identifier }) => [{ name: 'Checkout', target: `${PUBLIC_URL}/checkout/${secretOf(identifier)}` }],
  },
  OrderItem: { orderedItem: ({ type, identifier }) => ({ type, identifier }) },
  OrderQuoteCustomer: { resolveType: ({ kind }) => (kind === 'URL' ? 'CustomerReference' : 'Person') },
  CreateCheckoutSessionResult: { resolveType: ({ __typename }) => __typename },
  UserError: { resolveType: () => 'ValidationError' },
};

/** One query for all sellers, and one for all brokers, of a page. */
const loaders = {
  CheckoutSession: {
    seller: (queries) => loaded(queries.map(({ obj }) => obj.seller_id), 'select id, seller_id, name, url from seller where id', ({ seller_id: id, name, url }) => ({ id, name, url })),
    broker: (queries) => loaded(queries.map(({ obj }) => obj.broker_id), 'select id, name, url from broker where id', (row) => row),
  },
};

async function loaded(ids, text, toView) {
  const distinct = [...new Set(ids)];
  const rows = isSqlite ? await read(`${text} in (select value from json_each($1))`, [JSON.stringify(distinct)]) : await read(`${text} = any($1::uuid[])`, [distinct]);
  const known = new Map(rows.map((row) => [row.id, toView(row)]));
  return ids.map((id) => known.get(id));
}

function reading(database) {
  const statements = new Map();
  return async (text, values) => {
    const statement = statements.get(text) ?? database.prepare(text.replaceAll(/\$\d/g, '?'));
    statements.set(text, statement);
    return statement.all(...values);
  };
}

function asking(pool) {
  return async (text, values) => (await pool.query({ name: sha256(text).slice(0, 20), text, values })).rows;
}

const server = Fastify();
server.register(mercurius, {
  schema: typeDefs,
  resolvers,
  loaders,
  jit: 1,
  graphiql: false,
  context: async ({ headers }) => {
    const given = readKey(headers['x-api-key']);
    const caller = given && (await store.readKey(given.id));
    if (!given || !opens(given.secret, caller)) throw new Error('who is calling?');
    return { caller };
  },
});
await server.listen({ host: '127.0.0.1', port });
