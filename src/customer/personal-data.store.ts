import type { Kysely } from 'kysely';
import { orderAddress } from '../shared/addresses.js';
import { fromJson, toInstant, toInstantOrNull, type StoredInstant, type Tables } from '../store/tables.js';
import { findPerson, registeredWith, type PersonSought } from './person.store.js';

type Reads = Kysely<Tables>;

/** All that is held on a person, as JSON: named after where it lies, with amounts in the minor unit. */
export async function readPersonalData(reads: Reads, sought: PersonSought): Promise<object> {
  const { sessions, checkouts, orders } = await findPerson(reads, sought);
  const subjects = sought.customerId === null ? orders : [...orders, sought.customerId];
  return {
    customer: sought.customerId === null ? null : await readRecord(reads, sought.customerId),
    registeredCustomers: (await Promise.all(sought.customerId === null ? sought.emails.map((email) => registeredWith(reads, email)) : [])).flat(),
    checkoutSessions: await readSessions(reads, sessions),
    checkouts: await readCheckouts(reads, checkouts),
    orders: await readOrders(reads, orders),
    mails: await readMails(reads, orders),
    webhookDeliveries: await readDeliveries(reads, subjects),
    tasks: await readTasks(reads, subjects),
    idempotencyKeys: await readKeys(reads, sought.customerId === null ? sessions : [...sessions, sought.customerId]),
  };
}

async function readRecord(reads: Reads, id: string) {
  const row = await reads.selectFrom('customer').where('id', '=', id).selectAll().executeTakeFirst();
  return (
    row && {
      id,
      identifier: row.identifier,
      givenName: row.given_name,
      familyName: row.family_name,
      email: row.email,
      is13OrOver: row.is_13_or_over === null ? null : Boolean(row.is_13_or_over),
      ...timesOf(row),
      changedAt: timeOf(row.changed_at),
      erasedAt: timeOf(row.erased_at),
    }
  );
}

async function readSessions(reads: Reads, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await reads.selectFrom('checkout_session').where('identifier', 'in', ids).orderBy('created_at').select(['identifier', 'state', 'facts', 'created_at']).execute();
  return rows.map(({ identifier, state, facts, created_at }) => {
    const kept = fromJson(facts);
    return { identifier, state, ...timesOf({ created_at }), ...('customer' in kept && { customer: kept.customer, navigationLinks: kept.navigationLinks }) };
  });
}

async function readCheckouts(reads: Reads, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await reads.selectFrom('checkout').where('id', 'in', ids).orderBy('created_at').select(['id', 'state', 'customer', 'is_13_or_over', 'created_at']).execute();
  return rows.map(({ id, state, customer, is_13_or_over, created_at }) => ({ id, state, ...timesOf({ created_at }), customer: customer === null ? null : fromJson(customer), is13OrOver: is_13_or_over === null ? null : Boolean(is_13_or_over) }));
}

async function readOrders(reads: Reads, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const orders = await reads.selectFrom('customer_order').where('quote_id', 'in', ids).orderBy('created_at').select(['quote_id', 'reference', 'state', 'facts', 'created_at']).execute();
  const items = await reads
    .selectFrom('order_item as item')
    .innerJoin('opportunity', 'opportunity.id', 'item.opportunity_id')
    .leftJoin('refund', 'refund.item_id', 'item.id')
    .where('item.quote_id', 'in', ids)
    .orderBy('item.position')
    .select(['item.quote_id', 'opportunity.identifier', 'opportunity.start_date', 'item.price_minor', 'item.status', 'refund.amount_minor as refund_minor', 'refund.status as refund_status'])
    .execute();
  const payments = await reads.selectFrom('payment').where('order_quote_id', 'in', ids).orderBy('attempt').select(['order_quote_id', 'provider', 'amount_minor', 'currency', 'status', 'created_at']).execute();
  return orders.map(({ quote_id, reference, state, facts, created_at }) => {
    const { customer, totalPaymentDue, ...kept } = fromJson(facts);
    return {
      id: orderAddress(kept, quote_id),
      reference,
      state,
      ...timesOf({ created_at }),
      customer,
      totalMinor: totalPaymentDue.amountMinor,
      currency: totalPaymentDue.currency,
      orderedItem: items
        .filter((item) => item.quote_id === quote_id)
        .map(({ identifier, start_date, price_minor, status, refund_minor, refund_status }) => ({ identifier, startDate: timeOf(start_date), priceMinor: price_minor, status, refund: refund_status === null ? null : { amountMinor: refund_minor, status: refund_status } })),
      payments: payments.filter(({ order_quote_id }) => order_quote_id === quote_id).map(({ provider, amount_minor, currency, status, created_at: at }) => ({ provider, amountMinor: amount_minor, currency, status, ...timesOf({ created_at: at }) })),
    };
  });
}

/** Of the demo mailbox; what was sent for good is not kept. */
async function readMails(reads: Reads, orders: readonly string[]) {
  if (orders.length === 0) return [];
  const rows = await reads
    .selectFrom('demo_mail')
    .where((is) => is.or(orders.map((id) => is('id', 'like', `order-%${id}@courtside`))))
    .orderBy('sent_at')
    .select(['id', 'recipient', 'subject', 'text', 'sent_at'])
    .execute();
  return rows.map(({ id, recipient, subject, text, sent_at }) => ({ id, recipient, subject, text, sentAt: timeOf(sent_at) }));
}

async function readDeliveries(reads: Reads, subjects: readonly string[]) {
  if (subjects.length === 0) return [];
  const rows = await reads
    .selectFrom('webhook_delivery as delivery')
    .where('delivery.subject', 'in', subjects)
    .orderBy('delivery.created_at')
    .select(['delivery.id', 'delivery.kind', 'delivery.state', 'delivery.created_at', 'delivery.ended_at'])
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const attempts = await reads.selectFrom('webhook_attempt').where('delivery_id', 'in', ids).orderBy('number').select(['delivery_id', 'at', 'answer']).execute();
  const arrived = await reads.selectFrom('demo_webhook').where('webhook_id', 'in', ids).select(['webhook_id', 'received_at']).execute();
  return rows.map(({ id, kind, state, created_at, ended_at }) => ({
    id,
    kind,
    state,
    ...timesOf({ created_at }),
    endedAt: timeOf(ended_at),
    attempts: attempts.filter(({ delivery_id }) => delivery_id === id).map(({ at, answer }) => ({ at: timeOf(at), answer })),
    atDemoBroker: arrived.filter(({ webhook_id }) => webhook_id === id).map(({ received_at }) => timeOf(received_at)),
  }));
}

async function readTasks(reads: Reads, subjects: readonly string[]) {
  if (subjects.length === 0) return [];
  const rows = await reads.selectFrom('outbox_task').where('subject', 'in', subjects).orderBy('created_at').select(['kind', 'created_at', 'done_at', 'last_error']).execute();
  return rows.map(({ kind, created_at, done_at, last_error }) => ({ kind, ...timesOf({ created_at }), doneAt: timeOf(done_at), lastError: last_error }));
}

async function readKeys(reads: Reads, references: readonly string[]) {
  if (references.length === 0) return [];
  const rows = await reads.selectFrom('idempotency_key').where('reference', 'in', references).orderBy('created_at').select(['key', 'created_at']).execute();
  return rows.map(({ key, created_at }) => ({ key, ...timesOf({ created_at }) }));
}

function timesOf({ created_at }: { readonly created_at: StoredInstant }) {
  return { createdAt: toInstant(created_at).toISOString() };
}

function timeOf(stored: StoredInstant | null): string | null {
  return toInstantOrNull(stored)?.toISOString() ?? null;
}
