import { defineEntity, p } from '@mikro-orm/core';

const OrphanThingSchema = defineEntity({
  name: 'OrphanThing',
  indexes: [{ properties: ['feedId', 'id'] }],
  properties: {
    /** Its `@id`. */
    id: p.text().primary(),
    /** The feed that tells of it. */
    feedId: p.uuid(),
    /** The `@id` of whom it waits for: its parent, or its parent's. */
    parentId: p.text(),
  },
});

/** A thing that nothing is derived from yet, because nobody has told of what it inherits from. It goes once that has come. */
export class OrphanThing extends OrphanThingSchema.class {}
OrphanThingSchema.setClass(OrphanThing);
