import { defineEntity, p } from '@mikro-orm/core';

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  indexes: [{ properties: ['createdAt'] }],
  properties: {
    /** Who sent it: a key of one holder means nothing to another. */
    holder: p.text().primary(),
    key: p.text().primary(),
    /** SHA-256 over the operation and its input. */
    fingerprint: p.text(),
    /** What was created; null only inside the transaction that creates it. */
    reference: p.text().nullable(),
    createdAt: p.datetime(3),
  },
});

/** A caller's name for one request to create something, so that a repeat creates nothing. Bodies are never kept. */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);
