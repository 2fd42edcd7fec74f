import { ArgsType, Field, InputType } from 'type-graphql';
import { OrderDirection, PageArgs } from '../shared/connection.type.js';
import { DateTime } from '../shared/scalars.type.js';
import { OpportunityTypeEnum } from './opportunity.type.js';
import type { OpportunityType } from './opportunity.entity.js';

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
}

@ArgsType()
export class OpportunitiesArgs extends PageArgs {
  @Field(() => OpportunityFilter, { nullable: true, description: 'Which opportunities; without it, all.' })
  filter?: OpportunityFilter | null;

  @Field(() => OrderDirection, { defaultValue: 'ASC', description: 'By start: ASC puts the earliest first.' })
  direction!: 'ASC' | 'DESC';
}
