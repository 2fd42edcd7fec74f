import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { v7 } from 'uuid';
import { bodyOf, LEASE_MS, type DrainStore, type Due } from './drain-store.ts';

const CLAIM = `with chosen as (
    select delivery.id, endpoint.url, credential.webhook_key, credential.signing_secret
    from webhook_delivery as delivery join webhook_endpoint as endpoint on endpoint.id = delivery.endpoint_id join webhook_credential as credential on credential.broker_id = endpoint.broker_id
    where delivery.state = 'PENDING' and delivery.due_at <= $1 and (delivery.leased_until is null or delivery.leased_until <= $1) and endpoint.disabled_at is null
    order by delivery.due_at, delivery.id limit $2 for update of delivery skip locked)
  update webhook_delivery as delivery set leased_until = $3 from chosen where delivery.id = chosen.id
  returning delivery.id, delivery.facts, chosen.url, chosen.webhook_key, chosen.signing_secret`;
const KEEP = 'update webhook_delivery as delivery set body = given.body from unnest($1::uuid[], $2::text[]) as given(id, body) where delivery.id = given.id';
const MOVE = "update webhook_delivery set state = 'DELIVERED', attempts = 1, leased_until = null, ended_at = $2 where id = any($1::uuid[]) and state = 'PENDING'";
const ATTEMPT = `insert into webhook_attempt (id, delivery_id, number, at, duration_ms, status, answer)
  select id, delivery_id, 1, at, duration_ms, status, answer from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::int[], $5::int[], $6::text[]) as given(id, delivery_id, at, duration_ms, status, answer)`;

export function openPostgresDrain(databaseUrl: string): DrainStore {
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  const together = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  };
  return {
    claim: async (most) =>
      together(async (client) => {
        const now = new Date();
        const { rows } = await client.query<Due & QueryResultRow>({ name: 'claim', text: CLAIM, values: [now, most, new Date(now.getTime() + LEASE_MS)] });
        if (rows.length > 0) await client.query({ name: 'keep', text: KEEP, values: [rows.map(({ id }) => id), rows.map(bodyOf)] });
        return rows;
      }),
    report: async (ended) =>
      together(async (client) => {
        const ids = ended.map(({ id }) => id);
        await client.query({ name: 'move', text: MOVE, values: [ids, new Date()] });
        const values = [ids.map(() => v7()), ids, ended.map(({ startedAt }) => startedAt), ended.map(({ durationMs }) => durationMs), ended.map(({ status }) => status), ended.map(({ answer }) => answer)];
        await client.query({ name: 'attempt', text: ATTEMPT, values });
      }),
  };
}
