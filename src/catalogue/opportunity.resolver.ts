import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { OpportunitiesArgs } from './opportunity.input.js';
import type { OpportunityType } from './opportunity.entity.js';
import { readOpportunity } from './opportunity.store.js';
import { listOpportunities } from './search.store.js';
import { Opportunity, OpportunityConnection, OpportunityTypeEnum, ScheduledSession, Slot } from './opportunity.type.js';

@Resolver()
export class OpportunityResolver {
  @Query(() => Opportunity, { nullable: true, description: 'One opportunity by its identifier; null when there is none. Open to everybody.' })
  async opportunity(
    @Ctx() context: Context,
    @Arg('identifier', () => String, { description: 'Its identifier.' }) identifier: string,
    @Arg('type', () => OpportunityTypeEnum, { nullable: true, description: 'Which kind it is, where a ScheduledSession and a Slot share an identifier; without it, the ScheduledSession.' }) type?: OpportunityType | null,
  ) {
    return (await readOpportunity(context, type ?? undefined, identifier)) ?? null;
  }

  @Query(() => OpportunityConnection, { description: 'Opportunities in the order of their start. Open to everybody.' })
  async opportunities(@Ctx() context: Context, @Args(() => OpportunitiesArgs) { filter, first, after, direction }: OpportunitiesArgs) {
    return listOpportunities(context, filter ?? {}, { first, after: after ?? null, direction });
  }
}

/** The kinds behind the interface: no field names them, so the schema is told of them here. */
export const OPPORTUNITY_KINDS = [ScheduledSession, Slot];
