import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql';
import { requireStaff } from '../access/require-caller.js';
import { requireReason } from '../access/on-behalf.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { selectedFields } from '../shared/selected-fields.js';
import { UserError } from '../shared/user-error.js';
import { decideSellerMove } from './decide-seller-move.js';
import { listSellerMoveRequests } from './seller-move-request.store.js';
import { DecideSellerMoveInput, DecideSellerMoveResult, SellerMoveRequestConnection, SellerMoveRequestsArgs } from './seller-move-request.type.js';
import { readSeller } from './seller.store.js';

@Resolver()
export class SellerMoveRequestResolver {
  @Query(() => SellerMoveRequestConnection, { description: 'Sellers that ask to be managed by another broker, undecided ones only. Needs a staff token.' })
  async sellerMoveRequests(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => SellerMoveRequestsArgs) { filter, first, after, direction }: SellerMoveRequestsArgs) {
    requireStaff(context, 'support');
    return listSellerMoveRequests(filter ?? {}, { first, after: after ?? null, direction }, { ...context, selected: selectedFields(info) });
  }

  @Mutation(() => DecideSellerMoveResult, {
    description: 'Moves a seller to the broker that it asked for, with its payment account, or refuses; its orders stay where they are. A repeat finds no request. Needs a staff token with the role operator.',
  })
  async decideSellerMove(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => DecideSellerMoveInput, { description: 'Which request, what, and why.' }) { requestId, decision, reason }: DecideSellerMoveInput) {
    const staff = requireStaff(context, 'operator');
    const outcome = await decideSellerMove({ requestId, decision, reason: requireReason(reason) }, { ...context, staff });
    if (outcome instanceof UserError) return outcome;
    return payload('DecideSellerMovePayload', { seller: await readSeller('EVERYBODY', outcome, { ...context, selected: selectedFields(info) }) });
  }
}
