import { Field, Float, ID, ObjectType } from 'type-graphql';
import { Offer } from './offer.type.js';
import { Organization } from './organization.type.js';

@ObjectType({ description: 'Where something takes place.' })
class Place {
  @Field(() => String, { description: 'The name of the venue.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Its postal address on one line.' })
  address!: string | null;

  @Field(() => Float, { nullable: true, description: 'Degrees north, WGS 84; null when the publisher does not say.' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Degrees east, WGS 84; null when the publisher does not say.' })
  longitude!: number | null;
}

@ObjectType({ description: 'Something that people can do there: a concept of the OpenActive activity list or facility types, or a word of the publisher’s own.' })
class Activity {
  @Field(() => ID, { nullable: true, description: 'The address of the concept; null for a word of the publisher’s own.' })
  id!: string | null;

  @Field(() => String, { description: 'What it is called, as in Badminton.' })
  label!: string;
}

@ObjectType({ description: 'A session that happens again and again; its occurrences are ScheduledSessions.' })
export class SessionSeries {
  @Field(() => ID, { description: 'Its id in open data.' })
  id!: string;

  @Field(() => String, { description: 'What customers know it as.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What it is about, as plain text.' })
  description!: string | null;

  @Field(() => String, { nullable: true, description: "The organiser's own page about it." })
  url!: string | null;

  @Field(() => Organization, { description: 'Who runs it.' })
  organizer!: Organization;

  @Field(() => Place, { description: 'Where it takes place.' })
  location!: Place;

  @Field(() => [Activity], { description: 'What people do there; empty when the publisher does not say.' })
  activities!: Activity[];

  @Field(() => [Offer], { description: 'The tickets of every occurrence that has none of its own with the same id.' })
  offers!: Offer[];
}

@ObjectType({ description: 'A way of using a facility, as in a badminton court; the times it can be had are Slots.' })
export class FacilityUse {
  @Field(() => ID, { description: 'Its id in open data.' })
  id!: string;

  @Field(() => String, { description: 'What customers know it as.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What it is about, as plain text.' })
  description!: string | null;

  @Field(() => String, { nullable: true, description: "The provider's own page about it." })
  url!: string | null;

  @Field(() => Organization, { description: 'Who provides it.' })
  provider!: Organization;

  @Field(() => Place, { description: 'Where it is.' })
  location!: Place;

  @Field(() => [Activity], { description: 'What it is used for; empty when the publisher does not say.' })
  activities!: Activity[];

  @Field(() => [Offer], { description: 'The tickets of every slot that has none of its own with the same id.' })
  offers!: Offer[];
}
