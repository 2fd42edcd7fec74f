import type { Pool } from 'pg';
import { freeze } from './facts.ts';
import { PLACE } from './postgres-place.ts';
import { DAY_MS, isBookable, type Created, type Creation, type Place } from './store.ts';

/** The same rows by one named statement each in a transaction, as most people write it. Whoever repeats a key is refused, since nobody here does. */
export async function createInSteps({ brokerId, holder, key, fingerprint, request, identifier, quoteId, itemId, targetKeyId, targetHash, now }: Creation, pool: Pool): Promise<Created | undefined> {
  const client = await pool.connect();
  const at = now.getTime();
  try {
    await client.query('begin');
    const claimed = await client.query({ name: 'claim', text: 'insert into idempotency_key (holder, key, fingerprint, reference, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing', values: [holder, key, fingerprint, identifier, now] });
    const { rows: [place] } = await client.query<Place & { [column: string]: unknown }>({ name: 'place', text: PLACE, values: [now, request.acceptedOffer, request.type, request.identifier, brokerId] });
    if (claimed.rowCount === 0 || !place || !isBookable(place, now)) throw new Error('refused');
    const price = place.price_minor ?? 0;
    const facts = freeze(quoteId, request, price, place.currency);
    await client.query({ name: 'session', text: SESSION, values: [identifier, brokerId, place.seller_key, JSON.stringify(facts), targetKeyId, targetHash, now, new Date(at + DAY_MS)] });
    await client.query({ name: 'quote', text: 'insert into order_quote (id, checkout_session_identifier, currency, total_minor, created_at) values ($1, $2, $3, $4, $5)', values: [quoteId, identifier, place.currency, price, now] });
    await client.query({ name: 'item', text: 'insert into order_item (id, quote_id, position, opportunity_id, accepted_offer, price_minor) values ($1, $2, 0, $3, $4, $5)', values: [itemId, quoteId, place.opportunity_id, request.acceptedOffer, price] });
    await client.query('commit');
    return { identifier, facts, isReplayed: false };
  } catch {
    await client.query('rollback');
    return undefined;
  } finally {
    client.release();
  }
}

const SESSION = "insert into checkout_session (identifier, variant, broker_id, seller_id, state, facts, target_key_id, target_hash, created_at, expires_at) values ($1, 'AUTHENTICATED', $2, $3, 'OPEN', $4, $5, $6, $7, $8)";
