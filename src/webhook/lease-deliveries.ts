import { sql, type Kysely, type RawBuilder } from 'kysely';
import { parameter, Prepared, type ImmediateConnection } from '../store/prepared.js';
import { rowsOf, type RowOf } from '../store/rows.js';
import type { Tables } from '../store/tables.js';
import type { DueEndpoint } from './due-endpoints.store.js';

/** Of one endpoint, whoever has them: so much waits for a receiver that is slow. (our choice) */
const MOST_LEASED = 100;
/** The same for one that fails: enough to see that it is well again. */
const MOST_LEASED_WHILE_FAILING = 5;

export interface Terms {
  readonly now: Date;
  readonly leasedUntil: Date;
}

export type LeasedRow = Pick<Tables['webhook_delivery'], 'id' | 'endpoint_id' | 'due_at' | 'kind' | 'subject' | 'facts' | 'body' | 'attempts'>;

/** What these endpoints may each have in one turn. */
interface Turn {
  readonly endpoints: readonly DueEndpoint[];
  readonly share: number;
}

/** To each the same share; what some have no use for goes to those that have more, until nobody has or the limit is reached. It is given what each turn has leased. */
function* turnsOf(endpoints: readonly DueEndpoint[], limit: number): Generator<Turn, readonly LeasedRow[], readonly LeasedRow[]> {
  const leased: LeasedRow[] = [];
  let asking = endpoints;
  while (asking.length > 0 && leased.length < limit) {
    const left = limit - leased.length;
    const share = Math.max(1, Math.floor(left / asking.length));
    const rows: readonly LeasedRow[] = yield { endpoints: asking.slice(0, left), share };
    leased.push(...rows);
    const taken = Map.groupBy(rows, ({ endpoint_id }) => endpoint_id);
    asking = asking.filter(({ id }) => taken.get(id)?.length === share);
  }
  return leased;
}

/** On SQLite, an endpoint at a time: there is no way to and fro. */
export function leaseNow(endpoints: readonly DueEndpoint[], limit: number, terms: Terms, connection: ImmediateConnection): readonly LeasedRow[] {
  const turns = turnsOf(endpoints, limit);
  let turn = turns.next();
  while (!turn.done) {
    const { endpoints: asking, share } = turn.value;
    turn = turns.next(asking.flatMap((one) => LEASE_OF_ONE.rowsNow(connection, { ...terms, ...termsOf(one), share })));
  }
  return turn.value;
}

/**
 * On PostgreSQL, a turn at a time. One claim at a time for each endpoint, or two would each see room for all that it may have.
 * Reports and claims take endpoints in the order of their ids, so that none waits for another in a circle; rows of deliveries
 * are not waited for. Without sorting there is one index that leads to what is due first; a planner that thinks little of a
 * backlog would read and sort all of it.
 */
export async function lease(endpoints: readonly DueEndpoint[], limit: number, terms: Terms, db: Kysely<Tables>): Promise<readonly LeasedRow[]> {
  const locked = rowsOf('postgres', { id: 'uuid' }, endpoints.map(({ id }) => ({ id })));
  await sql`with unsorted as materialized (select set_config('enable_sort', 'off', true))
    select endpoint.id from unsorted cross join webhook_endpoint as endpoint where endpoint.id in (select id from ${locked}) order by endpoint.id for no key update of endpoint`.execute(db);
  const turns = turnsOf(endpoints, limit);
  let turn = turns.next();
  while (!turn.done) turn = turns.next(await leaseTurn(turn.value, terms, db));
  return turn.value;
}

const ENDPOINT = { id: 'uuid', broker_id: 'uuid', hears_tests_alone: 'boolean', most: 'integer' } as const;

function termsOf({ id, brokerId, isDisabled, isFailing }: DueEndpoint): RowOf<typeof ENDPOINT> {
  return { id, broker_id: brokerId, hears_tests_alone: isDisabled, most: isFailing ? MOST_LEASED_WHILE_FAILING : MOST_LEASED };
}

const LEASED = sql.raw('id, endpoint_id, due_at, kind, subject, facts, body, attempts');

const GIVEN: Whose = {
  id: sql`${parameter('id')}`,
  now: sql`${parameter('now')}`,
  brokerId: sql`${parameter('broker_id')}`,
  hearsTestsAlone: sql`${parameter('hears_tests_alone')}`,
  most: sql`${parameter('most')}`,
};

const LEASE_OF_ONE = new Prepared<Readonly<Record<string, unknown>>, LeasedRow>((on) => {
  const chosen = sql`select delivery.id from webhook_delivery as delivery where ${mayGo(GIVEN)} order by delivery.due_at limit max(0, min(${parameter('share')}, ${GIVEN.most} - ${leasedOf(GIVEN)}))`;
  const text = sql<LeasedRow>`update webhook_delivery set leased_until = ${parameter('leasedUntil')} where id in (${chosen}) returning ${LEASED}`;
  return { compile: () => text.compile(on) };
});

async function leaseTurn({ endpoints, share }: Turn, { now, leasedUntil }: Terms, db: Kysely<Tables>): Promise<readonly LeasedRow[]> {
  const each: Whose = { id: sql.ref('given.id'), now: sql`${now}::timestamptz`, brokerId: sql.ref('given.broker_id'), hearsTestsAlone: sql.ref('given.hears_tests_alone'), most: sql.ref('given.most') };
  const chosen = sql`select delivery.id from webhook_delivery as delivery where ${mayGo(each)} order by delivery.due_at limit greatest(0, least(${share}::int, ${each.most} - ${leasedOf(each)})) for update skip locked`;
  const { rows } = await sql<LeasedRow>`with chosen as materialized (select each.id from ${rowsOf('postgres', ENDPOINT, endpoints.map(termsOf))} cross join lateral (${chosen}) as each)
    update webhook_delivery set leased_until = ${leasedUntil} where id = any(array(select id from chosen)) returning ${LEASED}`.execute(db); // an array, so that they are looked up however many the planner expects
  return rows;
}

interface Whose {
  readonly id: RawBuilder<unknown>;
  readonly now: RawBuilder<unknown>;
  readonly brokerId: RawBuilder<unknown>;
  readonly hearsTestsAlone: RawBuilder<unknown>;
  readonly most: RawBuilder<unknown>;
}

/**
 * What is due at an endpoint, that nobody has and that still says something; but for tests, no earlier event about the same subject
 * is still on its way to the same broker, at an endpoint that hears of it. Written so that the subject alone can lead to those: where
 * little is pending as a rule, a planner takes the state for a short cut, and reads a whole backlog for each delivery of it.
 */
function mayGo({ id, now, brokerId, hearsTestsAlone }: Whose): RawBuilder<unknown> {
  const hears = sql`select its.broker_id from webhook_endpoint as its where its.id = earlier.endpoint_id and its.disabled_at is null`;
  const earlier = sql`select 1 from webhook_delivery as earlier where earlier.subject = delivery.subject and (earlier.state = 'PENDING') is true and earlier.kind <> 'TEST'
    and (earlier.created_at, earlier.id) < (delivery.created_at, delivery.id) and (${hears}) = ${brokerId}`;
  return sql`delivery.endpoint_id = ${id} and delivery.state = 'PENDING' and delivery.due_at <= ${now} and (delivery.leased_until is null or delivery.leased_until <= ${now})
    and (delivery.facts is not null or delivery.body is not null) and (delivery.kind = 'TEST' or (not ${hearsTestsAlone} and not exists (${earlier})))`;
}

/** How many of an endpoint's somebody has, as far as that matters: in the order of the index, which is read no further. */
function leasedOf({ id, now, most }: Pick<Whose, 'id' | 'now' | 'most'>): RawBuilder<unknown> {
  return sql`(select count(one) from (select 1 as one from webhook_delivery as held where held.endpoint_id = ${id} and held.leased_until > ${now} order by held.leased_until limit ${most}) as few)`;
}
