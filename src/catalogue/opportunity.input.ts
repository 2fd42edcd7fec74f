import { ArgsType, Field, Float, InputType, Int } from 'type-graphql';
import { OrderDirection, PageArgs } from '../shared/connection.type.js';
import { DateTime } from '../shared/scalars.type.js';
import { OpportunityTypeEnum } from './opportunity.type.js';
import type { OpportunityType } from './opportunity.entity.js';

@InputType({ description: 'A circle on the map.' })
class NearInput {
  @Field(() => Float, { description: 'Degrees north, WGS 84, from -90 to 90.' })
  latitude!: number;

  @Field(() => Float, { description: 'Degrees east, WGS 84, from -180 to 180.' })
  longitude!: number;

  @Field(() => Int, { description: 'How far from there, in metres as the crow flies, from 1 to 100000.' })
  withinMetres!: number;
}

@InputType({ description: 'The most that a ticket may cost: either amountMinor or amount.' })
class PriceLimitInput {
  @Field(() => Int, { nullable: true, description: "In the currency's minor unit: 850 is £8.50." })
  amountMinor?: number | null;

  @Field(() => String, { nullable: true, description: 'As a plain decimal, as in 8.50.' })
  amount?: string | null;

  @Field(() => String, { description: 'ISO 4217 code, as in GBP.' })
  currency!: string;
}

@InputType({ description: 'Narrows a list of opportunities; every member given must hold.' })
export class OpportunityFilter {
  @Field(() => OpportunityTypeEnum, { nullable: true, description: 'Only this kind.' })
  type?: OpportunityType | null;

  @Field(() => DateTime, { nullable: true, description: 'Only what starts at this moment or later.' })
  startsFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only what starts before this moment.' })
  startsBefore?: Date | null;

  @Field(() => String, { nullable: true, description: 'Only what this seller runs, by sellerId.' })
  sellerId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only what this can be done at: the address of a concept of the activity list or facility types, or a label, in capitals or not.' })
  activity?: string | null;

  @Field(() => NearInput, { nullable: true, description: 'Only what takes place near here.' })
  near?: NearInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its cheapest ticket costs nothing; what has no ticket with a price is neither.' })
  isFree?: boolean | null;

  @Field(() => PriceLimitInput, { nullable: true, description: 'Only what has a ticket in this currency at this price or less, or a free one.' })
  priceUpTo?: PriceLimitInput | null;

  @Field(() => Int, { nullable: true, description: 'Only where so many places are left, from 1 to 1000; where nobody says how many, there may be.' })
  placesLeft?: number | null;
}

@ArgsType()
export class OpportunitiesArgs extends PageArgs {
  @Field(() => OpportunityFilter, { nullable: true, description: 'Which opportunities; without it, all.' })
  filter?: OpportunityFilter | null;

  @Field(() => OrderDirection, { defaultValue: 'ASC', description: 'By start: ASC puts the earliest first.' })
  direction!: 'ASC' | 'DESC';
}
