import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql';
import { requireBroker, requireReach } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { selectedFields } from '../shared/selected-fields.js';
import { UserError } from '../shared/user-error.js';
import { issueSellerLink } from './issue-seller-link.js';
import { optOutSeller } from './opt-out-seller.js';
import { IssueOnboardTokenInput, IssueUpdateTokenInput, IssueViewTokenInput, OptOutSellerInput, SellersArgs } from './seller.input.js';
import { IssueOnboardTokenResult, IssueUpdateTokenResult, IssueViewTokenResult, OptOutSellerResult } from './seller.result.js';
import { listSellers, readSeller } from './seller.store.js';
import { Seller, SellerConnection } from './seller.type.js';

@Resolver()
export class SellerResolver {
  @Query(() => Seller, { nullable: true, description: 'A seller that the calling broker manages, for staff any seller; null for any other. Needs a secret key or a staff token.' })
  async seller(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('sellerId', () => String, { description: 'The sellerId, exactly as it was first named.' }) sellerId: string) {
    return (await readSeller(requireReach(context), sellerId, { ...context, selected: selectedFields(info) })) ?? null;
  }

  @Query(() => SellerConnection, { description: 'The sellers that the calling broker manages, for staff all sellers. Needs a secret key or a staff token.' })
  async sellers(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => SellersArgs) { filter, orderBy, first, after }: SellersArgs) {
    const { field, direction } = orderBy ?? { field: 'CREATED_AT', direction: 'DESC' };
    return listSellers(requireReach(context), filter ?? {}, field, { first, after: after ?? null, direction }, { ...context, selected: selectedFields(info) });
  }

  @Mutation(() => IssueOnboardTokenResult, { description: 'Makes a link that opts a seller in. Every call makes another. Needs a secret key. (contract §4 row 1)' })
  async issueOnboardToken(@Ctx() context: Context, @Arg('input', () => IssueOnboardTokenInput, { description: 'For whom.' }) { sellerId, stripe }: IssueOnboardTokenInput) {
    const { brokerId } = requireBroker(context);
    const outcome = await issueSellerLink(brokerId, { purpose: 'ONBOARD', sellerId, stripe }, context);
    return outcome instanceof UserError ? outcome : payload('IssueOnboardTokenPayload', outcome);
  }

  @Mutation(() => IssueUpdateTokenResult, { description: "Makes a link that changes a seller's plan. Every call makes another. Needs a secret key. (contract §4 row 2)" })
  async issueUpdateToken(@Ctx() context: Context, @Arg('input', () => IssueUpdateTokenInput, { description: 'For whom.' }) { sellerId, stripe }: IssueUpdateTokenInput) {
    const { brokerId } = requireBroker(context);
    const outcome = await issueSellerLink(brokerId, { purpose: 'UPDATE', sellerId, stripe }, context);
    return outcome instanceof UserError ? outcome : payload('IssueUpdateTokenPayload', outcome);
  }

  @Mutation(() => IssueViewTokenResult, { description: 'Makes a link that shows a seller its details. Every call makes another. Needs a secret key. (contract §4 row 3)' })
  async issueViewToken(@Ctx() context: Context, @Arg('input', () => IssueViewTokenInput, { description: 'For whom.' }) { sellerId }: IssueViewTokenInput) {
    const { brokerId } = requireBroker(context);
    const outcome = await issueSellerLink(brokerId, { purpose: 'VIEW', sellerId, stripe: null }, context);
    return outcome instanceof UserError ? outcome : payload('IssueViewTokenPayload', outcome);
  }

  @Mutation(() => OptOutSellerResult, { description: 'Opts a seller out of being bookable. A repeat changes nothing. Needs a secret key. (contract §4 row 4)' })
  async optOutSeller(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => OptOutSellerInput, { description: 'Which seller.' }) { sellerId }: OptOutSellerInput) {
    const broker = requireBroker(context);
    const failure = await optOutSeller(broker, sellerId, context);
    if (failure) return failure;
    return payload('OptOutSellerPayload', { seller: await readSeller(broker, sellerId, { ...context, selected: selectedFields(info) }) });
  }
}
