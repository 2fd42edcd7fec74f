import type { EntityManager } from '@mikro-orm/sql';
import { newUuid } from '../shared/ids.js';
import { OutboxTask, type OutboxKind } from './outbox-task.entity.js';

/** Notes something to do outside of the database, in the transaction that decides on it; not before `dueAt`. */
export function addTask(tx: EntityManager, kind: OutboxKind, subject: string, now: Date, dueAt: Date = now): void {
  tx.create(OutboxTask, { id: newUuid(), kind, subject, createdAt: now, dueAt, attempts: 0, lastError: null, doneAt: null });
}
