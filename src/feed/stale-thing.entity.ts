import { defineEntity, p } from '@mikro-orm/core';

const StaleThingSchema = defineEntity({
  name: 'StaleThing',
  properties: {
    /** Its `@id`. */
    id: p.text().primary(),
  },
});

/** A thing whose catalogue entry has to be derived again: it has changed, or its parent, organiser or offer has. */
export class StaleThing extends StaleThingSchema.class {}
StaleThingSchema.setClass(StaleThing);
