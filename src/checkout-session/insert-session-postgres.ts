import { sql, type Kysely } from 'kysely';
import type { Claim } from '../idempotency/once-per-key.js';
import { parameter, Prepared } from '../store/prepared.js';
import type { Tables } from '../store/tables.js';
import type { NewSession } from './new-session.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Writes a session with its quote and items by one statement, under the claim of its key and if the broker hears of its orders
 * and the customer it names, if any, is one of its own that may book. That customer's row is kept as it is meanwhile, so that
 * no checkout opens for somebody who is being erased. False when nothing was written.
 */
export async function insertSession(on: Kysely<Tables>, session: NewSession, claim: Claim | undefined, oldest: Date): Promise<boolean> {
  const { facts, seller, items, customerId = null } = session;
  const { totalPaymentDue: total, quoteId } = facts;
  const values = { ...session, ...claim, oldest, customerId, sellerKey: seller.key, facts: JSON.stringify(facts), quoteId, currency: total.currency, totalMinor: total.amountMinor, items: JSON.stringify(items) };
  return (await (claim ? KEYED : UNKEYED).rows(on, values)).length > 0;
}

const NOW = sql`${parameter('createdAt')}::timestamptz`;
const IDENTIFIER = sql`${parameter('identifier')}::text`;
const BROKER = sql`${parameter('brokerId')}::uuid`;
const CUSTOMER = sql`${parameter('customerId')}::uuid`;
const QUOTE = sql`${parameter('quoteId')}::uuid`;

/** Who comes second waits for the first, but not for long: then the database ends the statement. */
const CLAIM = sql`insert into idempotency_key (holder, key, fingerprint, reference, created_at)
  select ${parameter('holder')}::text, ${parameter('key')}::text, ${parameter('fingerprint')}::text, ${IDENTIFIER}, ${NOW} from ready
  on conflict (holder, key) do update set fingerprint = excluded.fingerprint, reference = excluded.reference, created_at = excluded.created_at
  where idempotency_key.created_at < ${parameter('oldest')}::timestamptz returning 1`;

const KEYED = creation(CLAIM);
const UNKEYED = creation(sql`select 1 from ready`);

function creation(claim: typeof CLAIM): Prepared<Values, object> {
  const text = sql<object>`with patience as materialized (select set_config('lock_timeout', '5s', true)),
    booking as (select 1 from customer where id = ${CUSTOMER} and broker_id = ${BROKER} and erased_at is null and is_13_or_over is distinct from false for share),
    ready as (select 1 from patience where (${CUSTOMER} is null or exists (select from booking)) and exists (select from webhook_endpoint where broker_id = ${BROKER} and kind = 'ORDER_SUCCESS')),
    claim as (${claim}),
    session as (insert into checkout_session (identifier, variant, broker_id, seller_id, state, facts, target_key_id, target_hash, created_at, expires_at)
      select ${IDENTIFIER}, 'AUTHENTICATED', ${BROKER}, ${parameter('sellerKey')}::uuid, 'OPEN', ${parameter('facts')}::json, ${parameter('targetKeyId')}::text, ${parameter('targetHash')}::text, ${NOW}, ${parameter('expiresAt')}::timestamptz from claim),
    quote as (insert into order_quote (id, checkout_session_identifier, customer_id, currency, total_minor, created_at)
      select ${QUOTE}, ${IDENTIFIER}, ${CUSTOMER}, ${parameter('currency')}::text, ${parameter('totalMinor')}::int, ${NOW} from claim),
    items as (insert into order_item (id, quote_id, position, opportunity_id, accepted_offer, price_minor)
      select item.id, ${QUOTE}, item.position, item."opportunityId", item."acceptedOffer", item."priceMinor" from claim,
        json_to_recordset(${parameter('items')}::json) as item(id uuid, position int, "opportunityId" text, "acceptedOffer" text, "priceMinor" int))
    select 1 from claim`;
  return new Prepared((on) => ({ compile: () => text.compile(on) }));
}
