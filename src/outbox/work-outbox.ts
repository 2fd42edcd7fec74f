import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/sql';
import { addSeconds } from '../shared/clock.js';
import { withoutAddresses } from '../shared/without-addresses.js';
import { OutboxTask, type OutboxKind } from './outbox-task.entity.js';

/** How each kind of task is done. It may be done twice, after a crash between doing it and noting it. */
export type Doers = { readonly [K in OutboxKind]: (subject: string) => Promise<void> };

interface Parts {
  readonly fork: () => EntityManager;
  readonly now: () => Date;
  readonly doers: Doers;
}

const LEASE_SECONDS = 60;
/** Shorter than the lease, so that nobody else takes a task that is still being done. */
const LONGEST_TASK_SECONDS = 20;
const TASKS_PER_ROUND = 20;
const FIRST_DELAY_SECONDS = 5;
const LONGEST_DELAY_SECONDS = 3_600;

/** Does what is due, in the order in which it was noted, each task by one worker at a time, and says how many it tried. A failure is tried again later, and later. */
export async function workOutbox({ fork, now, doers }: Parts): Promise<number> {
  const due = await fork().find(OutboxTask, { doneAt: null, dueAt: { $lte: now() } }, { orderBy: { dueAt: 'asc', id: 'asc' }, limit: TASKS_PER_ROUND });
  let tried = 0;
  for (const { id, kind, subject, dueAt, attempts } of due) {
    if (!(await claim(id, dueAt, fork(), now()))) continue;
    tried += 1;
    try {
      await withinTime(doers[kind](subject));
      await fork().nativeUpdate(OutboxTask, { id }, { doneAt: now(), attempts: attempts + 1, lastError: null });
    } catch (error) {
      const dueAgain = addSeconds(now(), delaySeconds(attempts));
      await fork().nativeUpdate(OutboxTask, { id }, { dueAt: dueAgain, attempts: attempts + 1, lastError: withoutAddresses(error instanceof Error ? error.message : String(error)) });
    }
  }
  return tried;
}

/** A provider that hangs must not hold up everybody else's tasks; what it did late is done twice, which every task can bear. */
async function withinTime(work: Promise<void>): Promise<void> {
  const over = new AbortController();
  const timeout = pause(LONGEST_TASK_SECONDS * 1000, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${LONGEST_TASK_SECONDS} s`);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    over.abort();
    timeout.catch(() => {}); // aborted, or lost the race
  }
}

/** Of any number of workers one moves the task on: whoever still finds it due when it was seen to be. */
async function claim(id: string, seenDueAt: Date, em: EntityManager, now: Date): Promise<boolean> {
  return (await em.nativeUpdate(OutboxTask, { id, doneAt: null, dueAt: seenDueAt }, { dueAt: addSeconds(now, LEASE_SECONDS) })) === 1;
}

/** 5 s, then doubling, at most an hour; for as long as it takes. */
function delaySeconds(attempts: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 2 ** attempts, LONGEST_DELAY_SECONDS);
}
