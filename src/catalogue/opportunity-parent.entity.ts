import { defineEntity, p } from '@mikro-orm/core';
import { Seller } from '../seller/seller.entity.js';

export const PARENT_TYPES = ['SESSION_SERIES', 'FACILITY_USE'] as const;
export type ParentType = (typeof PARENT_TYPES)[number];

/** A concept of the activity list or the facility types; free text has no id. */
export interface Activity {
  readonly id: string | null;
  readonly label: string;
}

const OpportunityParentSchema = defineEntity({
  name: 'OpportunityParent',
  indexes: [{ properties: ['latitude', 'longitude'] }],
  properties: {
    /** The `id` in open data. */
    id: p.text().primary(),
    /** Set where an occurrence says things of its own, as another place: then this is its own copy of the parent, which has this id. */
    publishedId: p.text().nullable(),
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
    /** Degrees, WGS 84; null when the publisher does not say. */
    latitude: p.double().nullable(),
    longitude: p.double().nullable(),
    /** What can be done there. */
    activities: p.json().$type<readonly Activity[]>().columnType('json').nullable(),
    /** Which feed told of it; null in the demo world. */
    feedId: p.uuid().nullable(),
  },
});

/** What an opportunity is an occurrence of: a SessionSeries or a FacilityUse. */
export class OpportunityParent extends OpportunityParentSchema.class {}
OpportunityParentSchema.setClass(OpportunityParent);
