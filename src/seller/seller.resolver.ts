import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireBroker } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { UserError } from '../shared/user-error.js';
import { issueSellerLink } from './issue-seller-link.js';
import { IssueOnboardTokenInput, SellersArgs } from './seller.input.js';
import { IssueOnboardTokenResult } from './seller.result.js';
import { listSellers, readSeller } from './seller.store.js';
import { Seller, SellerConnection } from './seller.type.js';

@Resolver()
export class SellerResolver {
  @Query(() => Seller, { nullable: true, description: 'A seller that the calling broker manages; null for any other. Needs a key.' })
  async seller(@Ctx() context: Context, @Arg('sellerId', () => String, { description: 'The sellerId, exactly as it was first named.' }) sellerId: string) {
    return (await readSeller(context.reads, requireBroker(context).brokerId, sellerId)) ?? null;
  }

  @Query(() => SellerConnection, { description: 'The sellers that the calling broker manages. Needs a key.' })
  async sellers(@Ctx() context: Context, @Args(() => SellersArgs) { filter, orderBy, first, after }: SellersArgs) {
    const { field, direction } = orderBy ?? { field: 'CREATED_AT', direction: 'DESC' };
    return listSellers(context.reads, requireBroker(context).brokerId, filter ?? {}, field, { first, after: after ?? null, direction });
  }

  @Mutation(() => IssueOnboardTokenResult, { description: 'Makes a link that opts a seller in. Every call makes another. Needs a key. (contract §4 row 1)' })
  async issueOnboardToken(@Ctx() context: Context, @Arg('input', () => IssueOnboardTokenInput, { description: 'For whom.' }) { sellerId, stripe }: IssueOnboardTokenInput) {
    const { brokerId } = requireBroker(context);
    const outcome = await issueSellerLink(brokerId, { purpose: 'ONBOARD', sellerId, stripe }, context);
    return outcome instanceof UserError ? outcome : payload('IssueOnboardTokenPayload', outcome);
  }
}
