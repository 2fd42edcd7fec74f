import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** How many identifiers are told: enough that no cache holds them all by luck. */
export const MOST_TOLD = 20_000;

/** Waits until the disk has it, so that nobody's measurement does. */
function onDisk(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** Copies the one stored session so many times, each with a quote and an item of its own. The newest are a moment old, the oldest twelve hours. */
export function seedSqlite(databaseUrl: string, sessions: number): readonly string[] {
  const path = databaseUrl.slice('sqlite:'.length);
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -400000'); // a copy that fails is made anew
  database.exec('begin');
  database.exec(`
    create temp table copy as
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sessions})
      select n, lower(hex(randomblob(11))) as identifier, printf('0193b000-0000-7000-8000-%012x', n) as quote_id, cast(created_at - 43200000.0 * (${sessions} - n) / ${sessions} as integer) as at
      from numbers, checkout_session;
    insert into checkout_session (identifier, variant, broker_id, seller_id, state, facts, target_key_id, target_hash, created_at, expires_at)
      select copy.identifier, variant, broker_id, seller_id, state, json_set(facts, '$.quoteId', copy.quote_id), target_key_id, lower(hex(randomblob(32))), copy.at, expires_at + 86400000
      from copy, (select * from checkout_session limit 1);
    insert into order_quote (id, checkout_session_identifier, customer_id, currency, total_minor, created_at)
      select copy.quote_id, copy.identifier, customer_id, currency, total_minor, copy.at from copy, (select * from order_quote limit 1);
    insert into order_item (id, quote_id, position, opportunity_id, accepted_offer, price_minor)
      select printf('0193b001-0000-7000-8000-%012x', n), copy.quote_id, position, opportunity_id, accepted_offer, price_minor from copy, (select * from order_item limit 1);
  `);
  database.exec('commit');
  const rows = database.prepare(`select identifier from copy order by random() limit ${MOST_TOLD}`).all();
  database.exec('drop table temp.copy; pragma journal_mode = wal');
  database.close();
  onDisk(path);
  return rows.map(({ identifier }) => String(identifier));
}
