import { defineEntity, p } from '@mikro-orm/core';
import { OpportunityParent } from './opportunity-parent.entity.js';
import { Opportunity } from './opportunity.entity.js';

const OfferSchema = defineEntity({
  name: 'Offer',
  properties: {
    key: p.uuid().primary(),
    /** The Offer's `id` in open data. An offer without one cannot be named, so it cannot be booked. */
    id: p.text().nullable(),
    /** Exactly one of the two owns the offer. */
    opportunity: () => p.manyToOne(Opportunity).nullable().index().deleteRule('cascade'),
    parent: () => p.manyToOne(OpportunityParent).nullable().index().deleteRule('cascade'),
    name: p.text(),
    /** In the minor unit of the currency; null when the feed's price cannot be represented exactly. */
    priceMinor: p.integer().nullable(),
    /** ISO 4217; may be null on a free offer. */
    currency: p.text().nullable(),
    /** ISO 8601 durations before the start: booking opens, booking closes. */
    validFromBeforeStartDate: p.text().nullable(),
    validThroughBeforeStartDate: p.text().nullable(),
    isAdvanceBookingUnavailable: p.boolean(),
    /** ISO 8601 before the start; until then a customer gets the money back. Null: until the start. */
    latestCancellationBeforeStartDate: p.text().nullable(),
    /** Whether customers may cancel and get their money back at all. (OpenActive) */
    allowCustomerCancellationFullRefund: p.boolean().default(false),
  },
});

/** A ticket type: what a place costs and when it can be booked. (contract §2 OrderItem `acceptedOffer`) */
export class Offer extends OfferSchema.class {}
OfferSchema.setClass(Offer);
