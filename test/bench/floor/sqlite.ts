import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Facts } from './facts.ts';
import { freeze } from './facts.ts';
import type { KeyRow } from './keys.ts';
import { DAY_MS, isBookable, type Created, type Creation, type FloorStore, type Place } from './store.ts';

/** Prepared statements, a read-only connection for reads, and one commit for all that has gathered, with our own pragmas. */
export function openSqlite(path: string, commitsTogether = true): FloorStore {
  const writes = new DatabaseSync(path, { timeout: 5_000 });
  writes.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on');
  const reads = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  const create = creating(writes);
  const inLane = groupCommit(writes, commitsTogether);
  const key = reads.prepare('select id, broker_id, secret_hash, retired_at from api_key where id = ?');
  const session = reads.prepare(`${SESSION} and session.identifier = ?`);
  const list = reads.prepare(LIST);
  return {
    readKey: async (id) => key.get(id) as unknown as KeyRow | undefined, // its columns
    create: (creation) => inLane(() => create(creation)),
    readSession: async (brokerId, identifier) => {
      const row = session.get(brokerId, identifier);
      return row && (JSON.parse(String(row['facts'])) as Facts); // what was frozen there
    },
    listSessions: async (brokerId, first) =>
      list.all(brokerId, first + 1).map((row) => ({
        identifier: String(row['identifier']),
        state: String(row['state']),
        facts: JSON.parse(String(row['facts'])) as Facts, // what was frozen there
        createdAt: new Date(Number(row['created_at'])),
        expiresAt: row['expires_at'] === null ? null : new Date(Number(row['expires_at'])),
        seller: { id: String(row['seller_id']), name: String(row['seller_name']), url: row['seller_url'] === null ? null : String(row['seller_url']) },
        broker: { id: String(row['broker_id']), name: String(row['broker_name']), url: String(row['broker_url']) },
      })),
    close: async () => {
      writes.close();
      reads.close();
    },
  };
}

const SESSION = "select session.facts from checkout_session as session where session.variant = 'AUTHENTICATED' and session.erased_at is null and session.broker_id = ?";

const LIST = `select session.identifier, session.state, session.facts, session.created_at, session.expires_at, seller.seller_id, seller.name as seller_name, seller.url as seller_url,
  broker.id as broker_id, broker.name as broker_name, broker.url as broker_url
  from checkout_session as session join seller on seller.id = session.seller_id join broker on broker.id = session.broker_id
  where session.variant = 'AUTHENTICATED' and session.erased_at is null and session.broker_id = ?
  order by session.created_at desc, session.identifier desc limit ?`;

const PLACE = `select item.id as opportunity_id, item.start_date, item.end_date, item.event_status, item.remaining_capacity, item.booked_places,
  (select sum(hold.places) from place_hold as hold where hold.opportunity_id = item.id and hold.expires_at > ?) as held,
  seller.id as seller_key, seller.status, seller.can_take_payments, offer.price_minor, offer.currency
  from opportunity as item join opportunity_parent as parent on parent.id = item.parent_id join seller on seller.id = parent.seller_id
  join offer on (offer.opportunity_id = item.id or offer.parent_id = parent.id) and offer.id = ?
  where item.type = ? and item.identifier = ? order by offer.opportunity_id is null limit 1`;

/** What one creation does, in the transaction that the lane has opened. */
function creating(writes: DatabaseSync): (creation: Creation) => Created | undefined {
  const claim = writes.prepare('insert into idempotency_key (holder, key, fingerprint, reference, created_at) values (?, ?, ?, ?, ?) on conflict (holder, key) do update set fingerprint = excluded.fingerprint, reference = excluded.reference, created_at = excluded.created_at where created_at < ? returning key');
  const earlier = writes.prepare('select fingerprint, reference from idempotency_key where holder = ? and key = ?');
  const facts = writes.prepare('select facts from checkout_session where identifier = ?');
  const endpoint = writes.prepare("select 1 from webhook_endpoint where broker_id = ? and kind = 'ORDER_SUCCESS'");
  const place = writes.prepare(PLACE);
  const session = writes.prepare("insert into checkout_session (identifier, variant, broker_id, seller_id, state, facts, target_key_id, target_hash, created_at, expires_at) values (?, 'AUTHENTICATED', ?, ?, 'OPEN', ?, ?, ?, ?, ?)");
  const quote = writes.prepare('insert into order_quote (id, checkout_session_identifier, currency, total_minor, created_at) values (?, ?, ?, ?, ?)');
  const item = writes.prepare('insert into order_item (id, quote_id, position, opportunity_id, accepted_offer, price_minor) values (?, ?, 0, ?, ?, ?)');
  return ({ brokerId, holder, key, fingerprint, request, identifier, quoteId, itemId, targetKeyId, targetHash, now }) => {
    const at = now.getTime();
    if (!claim.get(holder, key, fingerprint, identifier, at, at - DAY_MS)) return replayed(earlier, facts, holder, key, fingerprint);
    if (!endpoint.get(brokerId)) throw new Refused();
    const found = place.get(at, request.acceptedOffer, request.type, request.identifier) as unknown as Place | undefined; // its columns
    if (!found || !isBookable(found, now)) throw new Refused();
    const price = found.price_minor ?? 0;
    const frozen = freeze(quoteId, request, price, found.currency);
    session.run(identifier, brokerId, found.seller_key, JSON.stringify(frozen), targetKeyId, targetHash, at, at + DAY_MS);
    quote.run(quoteId, identifier, found.currency, price, at);
    item.run(itemId, quoteId, found.opportunity_id, request.acceptedOffer, price);
    return { identifier, facts: frozen, isReplayed: false };
  };
}

/** Takes a job's savepoint back, and with it the claim. */
class Refused extends Error {}

function replayed(earlier: StatementSync, facts: StatementSync, holder: string, key: string, fingerprint: string): Created | undefined {
  const row = earlier.get(holder, key);
  if (row?.['fingerprint'] !== fingerprint) return undefined;
  const identifier = String(row['reference']);
  return { identifier, facts: JSON.parse(String(facts.get(identifier)?.['facts'])) as Facts, isReplayed: true }; // what was frozen there
}

interface Job {
  readonly work: () => Created | undefined;
  readonly done: (created: Created | undefined) => void;
  readonly failed: (cause: unknown) => void;
}

/** Runs what has gathered in one transaction, or else each by itself at once, each job under a savepoint of its own; answers go out after the commit. */
function groupCommit(database: DatabaseSync, commitsTogether: boolean): (work: Job['work']) => Promise<Created | undefined> {
  const [begin, save, release, back, commit] = ['begin immediate', 'savepoint job', 'release job', 'rollback to job', 'commit'].map((text) => database.prepare(text)) as [StatementSync, StatementSync, StatementSync, StatementSync, StatementSync]; // five texts
  let gathered: Job[] = [];
  const flush = (): void => {
    const jobs = gathered;
    gathered = [];
    const tell: (() => void)[] = [];
    begin.run();
    for (const { work, done, failed } of jobs) {
      save.run();
      try {
        const created = work();
        tell.push(() => done(created));
      } catch (cause) {
        back.run();
        tell.push(() => (cause instanceof Refused ? done(undefined) : failed(cause)));
      }
      release.run();
    }
    commit.run();
    for (const one of tell) one();
  };
  return (work) =>
    new Promise((done, failed) => {
      if (gathered.length === 0 && commitsTogether) setImmediate(flush);
      gathered.push({ work, done, failed });
      if (!commitsTogether) flush();
    });
}
