import { defineEntity, p } from '@mikro-orm/core';

export const OUTBOX_KINDS = ['DISCONNECT_PAYMENT_ACCOUNT', 'REFUND_AND_DISCONNECT', 'SEND_ORDER_CONFIRMATION', 'SEND_CANCELLATION', 'SEND_PAYMENT_RETURNED', 'SEND_REFUND', 'ADVANCE_ORDER', 'REFUND', 'REFRESH_ACCOUNT', 'ACCOUNT_GONE'] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

const OutboxTaskSchema = defineEntity({
  name: 'OutboxTask',
  indexes: [{ properties: ['doneAt', 'dueAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** No constraint in the database: SQLite could not widen it without a new table. */
    kind: p.text().$type<OutboxKind>(),
    /** What it is about, by id: a payment account's, an order's. */
    subject: p.text(),
    createdAt: p.datetime(3),
    /** Not before this. A claim moves it on by the length of the lease, so a worker that dies loses nothing. */
    dueAt: p.datetime(3),
    attempts: p.integer(),
    /** Why the last attempt failed, for staff. */
    lastError: p.text().nullable(),
    doneAt: p.datetime(3).nullable(),
  },
});

/** Something to do outside of the database, written in the transaction that decided on it. */
export class OutboxTask extends OutboxTaskSchema.class {}
OutboxTaskSchema.setClass(OutboxTask);
