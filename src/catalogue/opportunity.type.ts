import { Field, ID, Int, InterfaceType, ObjectType } from 'type-graphql';
import { connectionOf } from '../shared/connection.type.js';
import { enumType } from '../shared/enum.type.js';
import { NodeType } from '../shared/node.type.js';
import { nameOf } from '../shared/result.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { BookabilityReason } from './bookability.js';
import { Offer } from './offer.type.js';
import type { EventStatus, OpportunityType } from './opportunity.entity.js';
import { FacilityUse, SessionSeries } from './opportunity-parent.type.js';
import { Organization } from './organization.type.js';

export const OpportunityTypeEnum = enumType<OpportunityType>('OpportunityType', 'The two kinds of thing that can be booked. (contract §2 OrderItem)', {
  SCHEDULED_SESSION: 'One occurrence of a session that people attend together.',
  SLOT: 'A stretch of time in which a facility can be used.',
});

const EventStatusEnum = enumType<EventStatus>('EventStatus', 'What the publisher says about the occurrence.', {
  SCHEDULED: 'It takes place as announced.',
  CANCELLED: 'It does not take place.',
  POSTPONED: 'It takes place at another time that is not known yet.',
});

export const BookabilityReasonEnum = enumType<BookabilityReason>('BookabilityReason', 'One thing that stands in the way of booking.', {
  UNKNOWN_ITEM: 'Nothing here has this kind and identifier.',
  UNKNOWN_OFFER: 'Neither the item nor its parent offers this ticket.',
  SELLER_NOT_ONBOARDED: 'The seller has not opted in to being bookable here.',
  SELLER_OPTED_OUT: 'The seller has opted out.',
  CANCELLED: 'The occurrence does not take place.',
  POSTPONED: 'The occurrence waits for a new time.',
  PAST: 'It is over.',
  FULL: 'Not enough places are left.',
  NO_OFFER: 'Nobody offers a ticket for it.',
  OFFER_WITHOUT_ID: 'The ticket has no id, so that an order cannot name it.',
  OFFER_UNUSABLE: "The ticket's price or booking window cannot be read.",
  SELLER_IS_FREE: 'The ticket costs money and the seller has onboarded as a Free Seller.',
  SELLER_CANNOT_TAKE_PAYMENTS: "The ticket costs money and the Paid Seller's payment account takes no charges at the moment.",
  ADVANCE_BOOKING_UNAVAILABLE: 'The ticket is sold on the spot only.',
  NOT_YET_OPEN: 'Booking opens later: see opensAt.',
  CLOSED: 'Booking has closed.',
});

@ObjectType({ description: 'Whether an opportunity can be booked at this moment; worked out for every answer and never stored.' })
class Bookability {
  @Field(() => Boolean, { description: 'Whether at least one of its offers can be booked now.' })
  isBookable!: boolean;

  @Field(() => [BookabilityReasonEnum], { description: 'Everything that stands in the way; empty when it is bookable.' })
  reasons!: BookabilityReason[];

  @Field(() => DateTime, { nullable: true, description: 'When it becomes bookable by waiting alone; null when it is bookable or when waiting does not help.' })
  opensAt!: Date | null;
}

@ObjectType({ description: 'Whose open data this is: show it beside the data where its licence asks for that, as CC BY 4.0 does.' })
class Attribution {
  @Field(() => String, { description: 'Who publishes it.' })
  publisher!: string;

  @Field(() => String, { nullable: true, description: 'The address of the licence; null when the feed names none.' })
  licence!: string | null;

  @Field(() => String, { description: 'The address of the feed that it comes from.' })
  url!: string;
}

@InterfaceType({ implements: NodeType, description: 'Something with a time that a customer can book: a ScheduledSession or a Slot.', resolveType: nameOf })
export abstract class Opportunity {
  @Field(() => ID, { description: 'Its id in open data, an absolute URL.' })
  id!: string;

  @Field(() => String, { description: 'The identifier that an authenticated checkout names. (contract §2 OrderItem)' })
  identifier!: string;

  @Field(() => DateTime, { description: 'When it starts.' })
  startDate!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it ends; null when the publisher does not say.' })
  endDate!: Date | null;

  @Field(() => String, { description: "IANA name of the venue's time zone, as in Europe/London: show its times there." })
  timeZone!: string;

  @Field(() => EventStatusEnum, { description: 'Whether it takes place.' })
  eventStatus!: EventStatus;

  @Field(() => [Offer], { description: "Its tickets: its own, then its parent's with other ids." })
  offers!: Offer[];

  @Field(() => Bookability, { description: 'Whether it can be booked at this moment, and if not, why.' })
  bookability!: Bookability;

  @Field(() => String, {
    nullable: true,
    description: 'Where a book button leads once {checkoutBaseUrl} is replaced by the address of the checkout; null unless it can be booked now. (contract §1.3)',
  })
  checkoutUrlTemplate!: string | null;

  @Field(() => Organization, { description: 'Who runs it, and so sells it.' })
  organizer!: Organization;

  @Field(() => Attribution, { nullable: true, description: 'Whose open data this is; null when it comes from no feed.' })
  attribution!: Attribution | null;
}

@ObjectType({ implements: [NodeType, Opportunity], description: 'One occurrence of a SessionSeries.' })
export class ScheduledSession extends Opportunity {
  @Field(() => SessionSeries, { description: 'The series that it is an occurrence of.' })
  superEvent!: SessionSeries;

  @Field(() => Int, { nullable: true, description: 'Places left: by the publisher’s last word, less what was booked and is held here since; null when it does not say, which is not zero.' })
  remainingAttendeeCapacity!: number | null;
}

@ObjectType({ implements: [NodeType, Opportunity], description: 'One stretch of time of a FacilityUse.' })
export class Slot extends Opportunity {
  @Field(() => FacilityUse, { description: 'The facility that can be used.' })
  facilityUse!: FacilityUse;

  @Field(() => Int, { nullable: true, description: 'Uses left: by the publisher’s last word, less what was booked and is held here since; null when it does not say, which is not zero.' })
  remainingUses!: number | null;
}

export const OpportunityConnection = connectionOf('Opportunity', 'opportunities', () => Opportunity);
