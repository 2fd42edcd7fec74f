import { hash } from 'node:crypto';
import { LockWaitTimeoutException, type EntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { addSeconds } from '../shared/clock.js';
import { UserError, type Problem } from '../shared/user-error.js';
import type { Store } from '../store/open-store.js';
import type { Tables } from '../store/tables.js';
import { IdempotencyKeyInUseError, IdempotencyKeyReusedError } from './idempotency-errors.js';

/** Our choice: a key is remembered for a day. */
const REMEMBERED_SECONDS = 24 * 60 * 60;

/** A caller's own name for a request. Without a holder or a key nothing is remembered. */
export interface RepeatKey {
  /** Whose it is: the same key of another holder is another key. */
  readonly holder: string | undefined;
  readonly key: string | null | undefined;
}

/** The same, with what is asked. */
export interface KeyedRequest extends RepeatKey {
  readonly operation: string;
  readonly input: object;
}

export interface Once {
  /** What was created, now or by the first request with this key. */
  readonly reference: string;
  readonly isReplayed: boolean;
}

/** Our choice: from 1 to 255 characters, whatever they are. */
export function problemsOfIdempotencyKey(key: string | null | undefined): readonly Problem[] {
  if (key === null || key === undefined || (key.length > 0 && key.length <= 255)) return [];
  return [{ path: ['idempotencyKey'], message: 'must have from 1 to 255 characters' }];
}

interface Parts {
  readonly em: EntityManager;
  readonly storeKind: Store['kind'];
  readonly now: Date;
}

/**
 * Runs `work` once per key, in one transaction with the row that claims the key. The claim is the first statement, so of
 * any number of requests at once the database lets one through; the others wait for it and are given what it created. A
 * crash, a refusal or a failure leaves no claim behind.
 */
export async function oncePerKey<E extends UserError>(
  request: KeyedRequest,
  parts: Parts,
  work: (tx: EntityManager) => Promise<string | E>,
): Promise<Once | E | IdempotencyKeyReusedError | IdempotencyKeyInUseError> {
  try {
    return await parts.em.transactional(async (tx) => attempt(request, parts, tx, work));
  } catch (error) {
    if (error instanceof Refused) return error.outcome as E; // thrown below, with what `work` returned
    if (isLockTimeout(error)) return new IdempotencyKeyInUseError();
    throw error;
  }
}

const POSTGRES_LOCK_NOT_AVAILABLE = '55P03';

/** MikroORM has a name for it on SQLite only; from PostgreSQL it comes with the database's own code. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof LockWaitTimeoutException || (error instanceof Error && 'code' in error && error.code === POSTGRES_LOCK_NOT_AVAILABLE);
}

/** Carries a refusal out of the transaction, so that the claim goes with it. */
class Refused extends Error {
  constructor(readonly outcome: UserError) {
    super(outcome.message);
  }
}

async function attempt<E extends UserError>(request: KeyedRequest, parts: Parts, tx: EntityManager, work: (tx: EntityManager) => Promise<string | E>): Promise<Once | IdempotencyKeyReusedError> {
  const claim = claimOf(request);
  if (claim) {
    const earlier = await claimOrRead(claim, parts, tx);
    if (earlier) return earlier.fingerprint === claim.fingerprint ? { reference: earlier.reference, isReplayed: true } : new IdempotencyKeyReusedError();
  }
  const outcome = await work(tx);
  if (outcome instanceof UserError) throw new Refused(outcome);
  if (claim) await kysely(tx).updateTable('idempotency_key').set({ reference: outcome }).where('holder', '=', claim.holder).where('key', '=', claim.key).execute();
  return { reference: outcome, isReplayed: false };
}

export interface Claim {
  readonly holder: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** Undefined without a holder or a key. */
export function claimOf({ holder, key, operation, input }: KeyedRequest): Claim | undefined {
  if (holder === undefined || key === undefined || key === null) return undefined;
  return { holder, key, fingerprint: hash('sha256', `${operation} ${canonical(input)}`) };
}

/** What was claimed before this moment counts no longer. */
export function oldestRemembered(now: Date): Date {
  return addSeconds(now, -REMEMBERED_SECONDS);
}

/** Claims the key, also from a row that is too old to count. Undefined means that it is ours; else what an earlier request made. */
async function claimOrRead(claim: Claim, { now, storeKind }: Parts, tx: EntityManager): Promise<{ fingerprint: string; reference: string } | undefined> {
  if (storeKind === 'postgres') await sql`set local lock_timeout = '5s'`.execute(kysely(tx));
  const oldest = oldestRemembered(now);
  const claimed = await kysely(tx)
    .insertInto('idempotency_key')
    .values({ ...claim, reference: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['holder', 'key'])
        .doUpdateSet({ fingerprint: claim.fingerprint, reference: null, created_at: now })
        .where('idempotency_key.created_at', '<', oldest),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  const { fingerprint, reference } = await kysely(tx).selectFrom('idempotency_key').where('holder', '=', claim.holder).where('key', '=', claim.key).selectAll().executeTakeFirstOrThrow();
  if (reference === null) throw new Error('a committed idempotency key without a reference');
  return { fingerprint, reference };
}

function kysely(tx: EntityManager) {
  return tx.getKysely<Tables>();
}

/** JSON with sorted members: the same input in another order is the same input. Null and absent count as one. */
function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = value as Readonly<Record<string, unknown>>; // it is no array
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(members).toSorted()) {
    const member = members[name];
    if (member !== null) result[name] = sorted(member);
  }
  return result;
}
