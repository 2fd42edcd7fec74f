import { Pool, type QueryResultRow } from 'pg';
import { createInSteps } from './postgres-steps.ts';
import { freeze, type Facts } from './facts.ts';
import type { KeyRow } from './keys.ts';
import { PLACE } from './postgres-place.ts';
import { DAY_MS, isBookable, type Created, type Creation, type FloorStore, type Place } from './store.ts';

/** As many connections as our own pool has. */
const CONNECTIONS = 10;

/** Named statements, so that each is planned once for a connection, and one statement for all that a creation writes. */
export function openPostgres(databaseUrl: string, writesTogether = true): FloorStore {
  const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  const ask = async <R extends QueryResultRow>(name: keyof typeof STATEMENTS, values: readonly unknown[]): Promise<readonly R[]> => (await pool.query<R>({ name, text: STATEMENTS[name], values: [...values] })).rows;
  return {
    readKey: async (id) => (await ask<KeyRow & QueryResultRow>('key', [id]))[0],
    create: async (creation) => (writesTogether ? create(creation, ask) : createInSteps(creation, pool)),
    readSession: async (brokerId, identifier) => (await ask<{ facts: Facts }>('session', [brokerId, identifier]))[0]?.facts,
    listSessions: async (brokerId, first) => {
      const rows = await ask<ListRow>('list', [brokerId, first + 1]);
      return rows.map((row) => ({
        identifier: row.identifier,
        state: row.state,
        facts: row.facts,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        seller: { id: row.seller_id, name: row.seller_name, url: row.seller_url },
        broker: { id: row.broker_id, name: row.broker_name, url: row.broker_url },
      }));
    },
    close: () => pool.end(),
  };
}

type Ask = <R extends QueryResultRow>(name: keyof typeof STATEMENTS, values: readonly unknown[]) => Promise<readonly R[]>;

interface ListRow {
  readonly identifier: string;
  readonly state: string;
  readonly facts: Facts;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly seller_id: string;
  readonly seller_name: string;
  readonly seller_url: string | null;
  readonly broker_id: string;
  readonly broker_name: string;
  readonly broker_url: string;
}

const STATEMENTS = {
  key: 'select id, broker_id, secret_hash, retired_at from api_key where id = $1',
  session: "select session.facts from checkout_session as session where session.variant = 'AUTHENTICATED' and session.erased_at is null and session.broker_id = $1 and session.identifier = $2",
  list: `select session.identifier, session.state, session.facts, session.created_at, session.expires_at, seller.seller_id, seller.name as seller_name, seller.url as seller_url,
    broker.id as broker_id, broker.name as broker_name, broker.url as broker_url
    from checkout_session as session join seller on seller.id = session.seller_id join broker on broker.id = session.broker_id
    where session.variant = 'AUTHENTICATED' and session.erased_at is null and session.broker_id = $1
    order by session.created_at desc, session.identifier desc limit $2`,
  place: PLACE,
  create: `with claim as (
      insert into idempotency_key (holder, key, fingerprint, reference, created_at) values ($1, $2, $3, $4, $5)
      on conflict (holder, key) do update set fingerprint = excluded.fingerprint, reference = excluded.reference, created_at = excluded.created_at where idempotency_key.created_at < $6
      returning 1),
    session as (
      insert into checkout_session (identifier, variant, broker_id, seller_id, state, facts, target_key_id, target_hash, created_at, expires_at)
      select $4, 'AUTHENTICATED', $7::uuid, $8::uuid, 'OPEN', $9::json, $10, $11, $5, $12 from claim),
    quote as (
      insert into order_quote (id, checkout_session_identifier, currency, total_minor, created_at) select $13::uuid, $4, $14, $15::int, $5 from claim),
    item as (
      insert into order_item (id, quote_id, position, opportunity_id, accepted_offer, price_minor) select $16::uuid, $13::uuid, 0, $17, $18, $15::int from claim)
    select 1 from claim`,
  earlier: 'select fingerprint, reference, facts from idempotency_key join checkout_session on identifier = reference where holder = $1 and key = $2',
} as const;

async function create({ brokerId, holder, key, fingerprint, request, identifier, quoteId, itemId, targetKeyId, targetHash, now }: Creation, ask: Ask): Promise<Created | undefined> {
  const [place] = await ask<Place & QueryResultRow>('place', [now, request.acceptedOffer, request.type, request.identifier, brokerId]);
  if (!place || !isBookable(place, now)) return undefined;
  const price = place.price_minor ?? 0;
  const facts = freeze(quoteId, request, price, place.currency);
  const at = now.getTime();
  const session = [brokerId, place.seller_key, JSON.stringify(facts), targetKeyId, targetHash, new Date(at + DAY_MS)];
  const claimed = await ask('create', [holder, key, fingerprint, identifier, now, new Date(at - DAY_MS), ...session, quoteId, place.currency, price, itemId, place.opportunity_id, request.acceptedOffer]);
  if (claimed.length > 0) return { identifier, facts, isReplayed: false };
  const [earlier] = await ask<{ fingerprint: string; reference: string; facts: Facts }>('earlier', [holder, key]);
  return earlier?.fingerprint === fingerprint ? { identifier: earlier.reference, facts: earlier.facts, isReplayed: true } : undefined;
}
