import { defineEntity, p } from '@mikro-orm/core';
import { OpportunityParent } from './opportunity-parent.entity.js';

export const OPPORTUNITY_TYPES = ['SCHEDULED_SESSION', 'SLOT'] as const;
export type OpportunityType = (typeof OPPORTUNITY_TYPES)[number];

export const EVENT_STATUSES = ['SCHEDULED', 'CANCELLED', 'POSTPONED'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

const OpportunitySchema = defineEntity({
  name: 'Opportunity',
  uniques: [{ properties: ['type', 'identifier'] }],
  indexes: [
    { properties: ['parent', 'startDate', 'id'] }, // whole: who deletes a parent asks it for children
    { name: 'opportunity_shown', properties: ['startDate', 'id'], where: 'withdrawn_at is null' },
    { name: 'opportunity_shown_type', properties: ['type', 'startDate', 'id'], where: 'withdrawn_at is null' },
    { name: 'opportunity_shown_free', properties: ['lowestPriceMinor', 'startDate', 'id'], where: 'withdrawn_at is null and lowest_price_minor = 0' },
    { name: 'opportunity_withdrawn', properties: ['withdrawnAt', 'id'], where: 'withdrawn_at is not null' },
    { properties: ['feedId', 'withdrawnAt'] },
  ],
  properties: {
    /** The `id` in open data. */
    id: p.text().primary(),
    /** The `.identifier` that an authenticated checkout names. */
    identifier: p.text(),
    type: p.enum(OPPORTUNITY_TYPES),
    parent: () => p.manyToOne(OpportunityParent).index(false), // the first of the indexes above will do
    startDate: p.datetime(3),
    endDate: p.datetime(3).nullable(),
    eventStatus: p.enum(EVENT_STATUSES),
    /** Places left by the feed's last word; null when the feed does not say, which is not zero. */
    remainingCapacity: p.integer().nullable(),
    /** Places that we have sold since that word. */
    bookedPlaces: p.integer().default(0),
    /** Places behind every row of its holds, run out or not: what one statement can compare when it takes the last place. */
    heldPlaces: p.integer().default(0),
    /** Which feed told of it; null in the demo world. */
    feedId: p.uuid().nullable(),
    /** The version of the publisher's word that `remainingCapacity` comes from. */
    figureModified: p.bigint().nullable(),
    /** Its cheapest ticket that can be named, in the minor unit of the currency: to search by. */
    lowestPriceMinor: p.integer().nullable(),
    lowestPriceCurrency: p.text().nullable(),
    /** Set once the publisher has taken it back: it is not shown any more, and stays for the orders that name it. */
    withdrawnAt: p.datetime(3).nullable(),
  },
});

/** What a customer books: one ScheduledSession or one Slot. (contract §1.3) */
export class Opportunity extends OpportunitySchema.class {}
OpportunitySchema.setClass(Opportunity);
