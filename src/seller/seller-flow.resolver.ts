import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { badUserInput } from '../access/refusal.js';
import { requireSeller } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { UserError } from '../shared/user-error.js';
import { completeSellerFlow } from './complete-seller-flow.js';
import { connectSellerPayments, refreshSellerPayments } from './connect-seller-payments.js';
import { acceptSellerTerms, chooseRefunds } from './continue-seller-flow.js';
import { LinkSigningKey } from './link-signing-key.type.js';
import { openSellerLink } from './open-seller-link.js';
import { requestSellerMove } from './request-seller-move.js';
import { AcceptSellerTermsInput, ChooseRefundsInput, OpenSellerLinkInput } from './seller-flow.input.js';
import { AcceptSellerTermsResult, ChooseRefundsResult, CompleteSellerFlowResult, ConnectPaymentAccountResult, OpenSellerLinkResult, RefreshPaymentAccountResult, RequestSellerMoveResult } from './seller-flow.result.js';
import { readSellerFlow } from './seller-flow.store.js';
import { SellerFlow } from './seller-flow.type.js';

const MAX_HELD_TOKENS = 20;

@Resolver()
export class SellerFlowResolver {
  @Query(() => SellerFlow, { nullable: true, description: 'The flow that the token opens. Needs a flow token.' })
  async sellerFlow(@Ctx() context: Context) {
    return (await readSellerFlow(context.reads, requireSeller(context).flowId, context.now)) ?? null;
  }

  @Query(() => [LinkSigningKey], { description: 'The public halves of the keys that sign seller links, the signing one first. Open to everybody.' })
  linkSigningKeys(@Ctx() { linkKeys }: Context) {
    return linkKeys.all.map(({ publicJwk }) => publicJwk);
  }

  @Mutation(() => OpenSellerLinkResult, { description: 'Uses a link up and begins its flow; a repeat by the same browser is let in again. Open to whoever holds the link. (contract §5.2)' })
  async openSellerLink(@Ctx() context: Context, @Arg('input', () => OpenSellerLinkInput, { description: 'The link.' }) { jwt, purpose, heldTokens }: OpenSellerLinkInput) {
    if (heldTokens.length > MAX_HELD_TOKENS) throw badUserInput(`"heldTokens" may have at most ${MAX_HELD_TOKENS} items.`);
    const outcome = await openSellerLink(jwt, purpose, heldTokens, context);
    if (outcome instanceof UserError) return outcome;
    return payload('OpenSellerLinkPayload', { token: outcome.token, flow: await readSellerFlow(context.reads, outcome.flowId, context.now) });
  }

  @Mutation(() => AcceptSellerTermsResult, { description: 'Accepts the terms. A repeat keeps nothing new. Needs a flow token.' })
  async acceptSellerTerms(@Ctx() context: Context, @Arg('input', () => AcceptSellerTermsInput, { description: 'Which terms.' }) { version }: AcceptSellerTermsInput) {
    const { flowId } = requireSeller(context);
    return (await acceptSellerTerms(flowId, version, context)) ?? payload('AcceptSellerTermsPayload', await flowOf(flowId, context));
  }

  @Mutation(() => ChooseRefundsResult, { description: 'Says who refunds when a seller leaves the paid plan. A repeat chooses again. Needs a flow token.' })
  async chooseRefunds(@Ctx() context: Context, @Arg('input', () => ChooseRefundsInput, { description: 'Who refunds.' }) { choice }: ChooseRefundsInput) {
    const { flowId } = requireSeller(context);
    return (await chooseRefunds(flowId, choice, context)) ?? payload('ChooseRefundsPayload', await flowOf(flowId, context));
  }

  @Mutation(() => ConnectPaymentAccountResult, { description: 'Says where the seller connects a payment account. A repeat gives a new address for the same account. Needs a flow token.' })
  async connectPaymentAccount(@Ctx() context: Context) {
    const outcome = await connectSellerPayments(requireSeller(context).flowId, context);
    return outcome instanceof UserError ? outcome : payload('ConnectPaymentAccountPayload', outcome);
  }

  @Mutation(() => RefreshPaymentAccountResult, { description: 'Asks the payment provider how the account stands. A repeat asks again. Needs a flow token.' })
  async refreshPaymentAccount(@Ctx() context: Context) {
    const { flowId } = requireSeller(context);
    return (await refreshSellerPayments(flowId, context)) ?? payload('RefreshPaymentAccountPayload', await flowOf(flowId, context));
  }

  @Mutation(() => CompleteSellerFlowResult, { description: 'Moves the seller. A repeat changes nothing. Needs a flow token. (contract §3)' })
  async completeSellerFlow(@Ctx() context: Context) {
    const { flowId } = requireSeller(context);
    return (await completeSellerFlow(flowId, context)) ?? payload('CompleteSellerFlowPayload', await flowOf(flowId, context));
  }

  @Mutation(() => RequestSellerMoveResult, { description: 'Asks staff to let the broker of this link manage the seller. A repeat keeps nothing new. Needs a flow token.' })
  async requestSellerMove(@Ctx() context: Context) {
    const { flowId } = requireSeller(context);
    return (await requestSellerMove(flowId, context)) ?? payload('RequestSellerMovePayload', await flowOf(flowId, context));
  }
}

async function flowOf(flowId: string, { reads, now }: Context) {
  return { flow: await readSellerFlow(reads, flowId, now) };
}
