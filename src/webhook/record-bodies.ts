import { sql, type Kysely } from 'kysely';
import { parameter, Prepared, type ImmediateConnection } from '../store/prepared.js';
import { rowsOf } from '../store/rows.js';
import type { Tables } from '../store/tables.js';
import type { WriteLane } from '../store/write-lane.js';

/** What a sender has rendered, before it sends it. */
export interface RenderedBody {
  readonly id: string;
  readonly body: string;
}

interface Parts {
  /** Where there is one, on SQLite, writes go through it. */
  readonly lane: WriteLane | undefined;
  readonly reads: Kysely<Tables>;
}

/** Keeps the bytes of deliveries before they are sent for the first time. The first writer wins, and everybody is told what it wrote. */
export async function recordBodies(rendered: readonly RenderedBody[], { lane, reads }: Parts): Promise<readonly RenderedBody[]> {
  return lane ? lane.run((connection) => rendered.flatMap((one) => recordNow(one, connection))) : record(rendered, reads);
}

function recordNow({ id, body }: RenderedBody, connection: ImmediateConnection): readonly RenderedBody[] {
  const [written] = WRITE.rowsNow(connection, { id, body });
  return written ? [{ id, body }] : READ.rowsNow(connection, { id });
}

const WRITE = new Prepared<Readonly<Record<string, unknown>>, { id: string }>((on) =>
  on.updateTable('webhook_delivery').set({ body: parameter('body') }).where('id', '=', parameter('id')).where('state', '=', 'PENDING').where('body', 'is', null).returning('id'),
);

const READ = new Prepared<Readonly<Record<string, unknown>>, RenderedBody>((on) => on.selectFrom('webhook_delivery').where('id', '=', parameter('id')).where('body', 'is not', null).select('id').select((is) => is.ref('body').$notNull().as('body')));

/** By one statement. It waits for other writers in the order of ids, so never in a circle, and then sees what they have written. Nothing but ids may lead to rows: the state would lead to a whole backlog. */
async function record(rendered: readonly RenderedBody[], reads: Kysely<Tables>): Promise<readonly RenderedBody[]> {
  const given = rowsOf('postgres', { id: 'uuid', body: 'text' }, rendered);
  const { rows } = await sql<RenderedBody>`with rendered as materialized (select given.id, given.body from ${given}),
    found as materialized (select id, body from webhook_delivery where id = any(array(select id from rendered)) order by id for update),
    written as (update webhook_delivery set body = rendered.body from rendered
      where webhook_delivery.id = any(array(select id from found)) and webhook_delivery.id = rendered.id and (state = 'PENDING') is true and webhook_delivery.body is null
      returning webhook_delivery.id, webhook_delivery.body)
    select found.id, coalesce(written.body, found.body) as body from found left join written on written.id = found.id where coalesce(written.body, found.body) is not null`.execute(reads);
  return rows;
}
