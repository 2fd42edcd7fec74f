import { defineEntity, p } from '@mikro-orm/core';
import type { ThingKind } from './thing.facts.js';

const FeedThingSchema = defineEntity({
  name: 'FeedThing',
  indexes: [{ properties: ['feedId', 'itemId'] }, { properties: ['parentId'] }],
  properties: {
    /** Its `@id`. */
    id: p.text().primary(),
    feedId: p.uuid().primary(),
    /** The item that it lives and goes with; empty for what many items tell of, as their parent or organiser. */
    itemId: p.text().primary(),
    kind: p.text().$type<ThingKind>(),
    modified: p.bigint(),
    /** When its publisher can have said so at the earliest: what we have sold since is not in its figures. */
    saidAt: p.datetime(3),
    parentId: p.text().nullable(),
    /** `ThingFacts` as JSON. */
    facts: p.text(),
  },
});

/** A published thing as one feed tells of it. What several feeds or items tell of, the nearest and latest word decides. */
export class FeedThing extends FeedThingSchema.class {}
FeedThingSchema.setClass(FeedThing);
