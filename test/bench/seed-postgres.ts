import { Client } from 'pg';
import { MOST_TOLD } from './seed-sqlite.ts';

/** The same on PostgreSQL. */
export async function seedPostgres(databaseUrl: string, sessions: number): Promise<readonly string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('set session_replication_role = replica'); // no foreign key is looked up for what is copied
  await client.query('set synchronous_commit = off');
  await client.query(`
    create temp table copy as
      select n, substr(md5(random()::text || n), 1, 22) as identifier, ('0193b000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as quote_id, created_at - interval '12 hours' * (${sessions} - n) / ${sessions} as at
      from generate_series(1, ${sessions}) as n, checkout_session`);
  await client.query(`
    insert into checkout_session (identifier, variant, broker_id, seller_id, state, facts, target_key_id, target_hash, created_at, expires_at)
      select copy.identifier, variant, broker_id, seller_id, state, replace(facts::text, facts->>'quoteId', copy.quote_id::text)::json, target_key_id, md5(random()::text) || md5(copy.identifier), copy.at, expires_at + interval '1 day'
      from copy, (select * from checkout_session limit 1) as model`);
  await client.query(`
    insert into order_quote (id, checkout_session_identifier, customer_id, currency, total_minor, created_at)
      select copy.quote_id, copy.identifier, customer_id, currency, total_minor, copy.at from copy, (select * from order_quote limit 1) as model`);
  await client.query(`
    insert into order_item (id, quote_id, position, opportunity_id, accepted_offer, price_minor)
      select ('0193b001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, copy.quote_id, position, opportunity_id, accepted_offer, price_minor from copy, (select * from order_item limit 1) as model`);
  const { rows } = await client.query<{ identifier: string }>(`select identifier from copy order by random() limit ${MOST_TOLD}`);
  await client.query('drop table copy');
  await client.query('vacuum analyze');
  await client.query('checkpoint'); // or it comes due while somebody is measured
  await client.end();
  return rows.map(({ identifier }) => identifier);
}
