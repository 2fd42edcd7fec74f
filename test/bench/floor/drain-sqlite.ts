import { DatabaseSync } from 'node:sqlite';
import { v7 } from 'uuid';
import { bodyOf, LEASE_MS, type DrainStore, type Due } from './drain-store.ts';

export function openSqliteDrain(path: string): DrainStore {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on');
  const due = database.prepare(`select delivery.id, delivery.facts, endpoint.url, credential.webhook_key, credential.signing_secret
    from webhook_delivery as delivery join webhook_endpoint as endpoint on endpoint.id = delivery.endpoint_id join webhook_credential as credential on credential.broker_id = endpoint.broker_id
    where delivery.state = 'PENDING' and delivery.due_at <= ? and (delivery.leased_until is null or delivery.leased_until <= ?) and endpoint.disabled_at is null order by delivery.due_at, delivery.id limit ?`);
  const keep = database.prepare('update webhook_delivery set leased_until = ?, body = ? where id = ?');
  const move = database.prepare("update webhook_delivery set state = 'DELIVERED', attempts = 1, leased_until = null, ended_at = ? where id = ? and state = 'PENDING'");
  const attempt = database.prepare('insert into webhook_attempt (id, delivery_id, number, at, duration_ms, status, answer) values (?, ?, 1, ?, ?, ?, ?)');
  const together = <T>(work: () => T): T => {
    database.exec('begin immediate');
    const result = work();
    database.exec('commit');
    return result;
  };
  return {
    claim: async (most) => {
      const now = Date.now();
      if (!due.get(now, now, 1)) return [];
      return together(() => {
        const rows = due.all(now, now, most) as unknown as readonly Due[]; // its columns
        for (const row of rows) keep.run(now + LEASE_MS, bodyOf(row), row.id);
        return rows;
      });
    },
    report: async (ended) =>
      together(() => {
        const now = Date.now();
        for (const { id, startedAt, durationMs, status, answer } of ended) {
          move.run(now, id);
          attempt.run(v7(), id, startedAt.getTime(), durationMs, status, answer);
        }
      }),
  };
}
