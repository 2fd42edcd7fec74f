import { defineEntity, p } from '@mikro-orm/core';
import type { FeedState } from './feed.lifecycle.js';

const FeedSchema = defineEntity({
  name: 'Feed',
  indexes: [{ properties: ['state', 'dueAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** Its first page. */
    url: p.text().unique(),
    /** Whom its data is attributed to, as in "Source: Better". */
    publisher: p.text(),
    /** The licence that its pages name, an address; null while none has. */
    licence: p.text().nullable(),
    /** IANA name of the zone in which its times without an offset are read, and its venues lie unless they say otherwise. */
    timeZone: p.text(),
    state: p.text().$type<FeedState>(),
    /** Why it is not asked any more; null while it is. */
    stateReason: p.text().nullable(),
    /** The page to ask for: stored with every page, never started over. (RPDE) */
    nextUrl: p.text(),
    addedAt: p.datetime(3),
    /** When to ask. */
    dueAt: p.datetime(3),
    /** Until when one harvester has it to itself. */
    leasedUntil: p.datetime(3).nullable(),
    /** How many times in a row it could not be asked. */
    failures: p.integer().default(0),
    lastFailure: p.text().nullable(),
    /** When its last page came. */
    polledAt: p.datetime(3).nullable(),
    /** When it last had nothing more to tell. */
    caughtUpAt: p.datetime(3).nullable(),
    /** When it last had something to tell. */
    changedAt: p.datetime(3).nullable(),
    pagesRead: p.integer().default(0),
    itemsRead: p.integer().default(0),
  },
});

/** A feed of open data that is harvested page by page. (RPDE 1.0) */
export class Feed extends FeedSchema.class {}
FeedSchema.setClass(Feed);
