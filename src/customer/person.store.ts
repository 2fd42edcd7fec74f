import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { Tables } from '../store/tables.js';

/** Who is looked for. Any of what is given is enough. */
export interface PersonSought {
  /** Under whose name, so that no broker reaches what others hold; null for everybody's. */
  readonly brokerId: string | null;
  /** A registered customer, and what was booked as such. */
  readonly customerId: string | null;
  /** In whatever case. */
  readonly emails: readonly string[];
  /** The person's id in the broker's own system. */
  readonly identifier: string | null;
  /** One order alone. */
  readonly orderId: string | null;
}

/** Where a person was found, by id. A registered customer who is not the one sought is never among them. */
export interface PersonTraces {
  readonly sessions: readonly string[];
  /** Of these sessions, and of what a guest typed. */
  readonly checkouts: readonly string[];
  /** As quotes; an order has the same id. */
  readonly orders: readonly string[];
}

interface Named {
  readonly id: string;
  readonly quote_id: string;
  readonly customer_id: string | null;
  readonly email: string | null;
  readonly identifier: string | null;
}

export async function findPerson(db: Kysely<Tables>, sought: PersonSought): Promise<PersonTraces> {
  const sessions = (await namedInSessions(db, sought).execute()).filter((row) => isSought(row, sought));
  const orders = (await namedInOrders(db, sought).execute()).filter((row) => isSought(row, sought));
  const guests = (await namedInCheckouts(db, sought).execute()).filter((row) => isSought(row, sought));
  const quotes = [...new Set([...sessions, ...orders, ...guests].map(({ quote_id }) => quote_id))].toSorted();
  const checkouts = quotes.length === 0 ? [] : await db.selectFrom('checkout').where('quote_id', 'in', quotes).orderBy('id').select('id').execute();
  return { sessions: idsOf(sessions), checkouts: idsOf(checkouts), orders: quotes };
}

/** The e-mail addresses that stand in what a registered customer has booked: they may have had another one then. */
export async function emailsOfCustomer(db: Kysely<Tables>, customerId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('customer_order as order')
    .innerJoin('order_quote as quote', 'quote.id', 'order.quote_id')
    .where('quote.customer_id', '=', customerId)
    .where('order.erased_at', 'is', null)
    .select(memberOf('order.facts', 'email').as('email'))
    .execute();
  return [...new Set(rows.flatMap(({ email }) => email ?? []))];
}

/** Registered customers with this e-mail address, by id. */
export async function registeredWith(db: Kysely<Tables>, email: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('customer').where('erased_at', 'is', null).where(likeEmail(sql.ref('customer.email'), email)).orderBy('id').select(['id', 'email']).execute();
  return idsOf(rows.filter((row) => isSameEmail(row.email, email)));
}

function namedInSessions(db: Kysely<Tables>, sought: PersonSought) {
  const email = memberOf('session.facts', 'email');
  const identifier = memberOf('session.facts', 'identifier');
  return db
    .selectFrom('checkout_session as session')
    .innerJoin('order_quote as quote', 'quote.checkout_session_identifier', 'session.identifier')
    .where('session.variant', '=', 'AUTHENTICATED')
    .where('session.erased_at', 'is', null)
    .where((is) => likely(is, sought, 'session.broker_id', email, identifier))
    .orderBy('session.identifier')
    .select(['session.identifier as id', 'quote.id as quote_id', 'quote.customer_id', email.as('email'), identifier.as('identifier')]);
}

function namedInOrders(db: Kysely<Tables>, sought: PersonSought) {
  const email = memberOf('order.facts', 'email');
  const identifier = memberOf('order.facts', 'identifier');
  return db
    .selectFrom('customer_order as order')
    .innerJoin('order_quote as quote', 'quote.id', 'order.quote_id')
    .where('order.erased_at', 'is', null)
    .where((is) => likely(is, sought, 'order.broker_id', email, identifier))
    .orderBy('order.quote_id')
    .select(['order.quote_id as id', 'order.quote_id', 'quote.customer_id', email.as('email'), identifier.as('identifier')]);
}

function namedInCheckouts(db: Kysely<Tables>, sought: PersonSought) {
  const email = sql<string | null>`${sql.ref('checkout.customer')}->>'email'`;
  const identifier = sql<string | null>`${sql.ref('checkout.customer')}->>'identifier'`;
  return db
    .selectFrom('checkout')
    .leftJoin('order_quote as quote', 'quote.id', 'checkout.quote_id')
    .where('checkout.customer', 'is not', null)
    .where((is) => likely(is, sought, 'checkout.broker_id', email, identifier))
    .orderBy('checkout.id')
    .select(['checkout.id', 'checkout.quote_id', 'quote.customer_id', email.as('email'), identifier.as('identifier')]);
}

/** Both stores read JSON by the same operators. */
function memberOf(facts: 'session.facts' | 'order.facts', member: 'email' | 'identifier') {
  return sql<string | null>`${sql.ref(facts)}->'customer'->>${sql.lit(member)}`;
}

/** What the database can decide; `isSought` has the last word. */
function likely(is: Pick<ExpressionBuilder<Tables, never>, 'or' | 'and'>, { brokerId, customerId, emails, identifier, orderId }: PersonSought, broker: string, email: Expression<string | null>, knownAs: Expression<string | null>): Expression<SqlBool> {
  const ways = [
    ...(customerId === null ? [] : [sql<SqlBool>`${sql.ref('quote.customer_id')} = ${customerId}`]),
    ...(orderId === null ? [] : [sql<SqlBool>`${sql.ref('quote.id')} = ${orderId}`]),
    ...(identifier === null ? [] : [sql<SqlBool>`${knownAs} = ${identifier}`]),
    ...emails.map((each) => likeEmail(email, each)),
  ];
  return is.and([is.or(ways), ...(brokerId === null ? [] : [sql<SqlBool>`${sql.ref(broker)} = ${brokerId}`])]);
}

/** Lower case of what is not ASCII is another one in each database, so that any letters may stand there; `isSameEmail` looks closer. */
function likeEmail(column: Expression<string | null>, email: string): Expression<SqlBool> {
  // oxlint-disable-next-line no-control-regex -- ASCII is what is meant
  const pattern = email.toLowerCase().replaceAll(/[!%_]/g, '!$&').replaceAll(/[^\u0000-\u007f]+/g, '%');
  return sql<SqlBool>`lower(${column}) like ${pattern} escape '!'`;
}

function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function isSought({ quote_id, customer_id, email, identifier }: Named, { customerId, emails, identifier: known, orderId }: PersonSought): boolean {
  if (customer_id !== null) return customer_id === customerId;
  return quote_id === orderId || (known !== null && identifier === known) || emails.some((each) => email !== null && isSameEmail(email, each));
}

function idsOf(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id);
}
