import { defineEntity, p } from '@mikro-orm/core';
import { Seller } from '../seller/seller.entity.js';

export const PARENT_TYPES = ['SESSION_SERIES', 'FACILITY_USE'] as const;
export type ParentType = (typeof PARENT_TYPES)[number];

const OpportunityParentSchema = defineEntity({
  name: 'OpportunityParent',
  properties: {
    /** The `id` in open data. */
    id: p.text().primary(),
    type: p.enum(PARENT_TYPES),
    name: p.text(),
    description: p.text().nullable(),
    url: p.text().nullable(),
    /** The open data's `organizer` of a series, `provider` of a facility. */
    seller: () => p.manyToOne(Seller).index(),
    locationName: p.text(),
    locationAddress: p.text().nullable(),
    /** IANA name of the venue's time zone: calendar arithmetic happens there. */
    timeZone: p.text(),
  },
});

/** What an opportunity is an occurrence of: a SessionSeries or a FacilityUse. */
export class OpportunityParent extends OpportunityParentSchema.class {}
OpportunityParentSchema.setClass(OpportunityParent);
