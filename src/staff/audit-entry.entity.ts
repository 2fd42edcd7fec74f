import { defineEntity, p } from '@mikro-orm/core';

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  indexes: [{ properties: ['at', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    at: p.datetime(3),
    /** Who did it: `cli:<user>`, or the token's subject. */
    actor: p.text(),
    /** The mutation, by its name in the schema. */
    action: p.text(),
    /** What it was done to, as in `order 0193…`. */
    subject: p.text(),
    reason: p.text(),
    before: p.json().$type<object>().columnType('json').nullable(),
    after: p.json().$type<object>().columnType('json').nullable(),
  },
});

/** What a member of staff has changed. Rows are added and never changed or removed: the database refuses it. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
