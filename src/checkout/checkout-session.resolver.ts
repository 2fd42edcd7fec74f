import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql';
import { requireBroker } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { selectedFields } from '../shared/selected-fields.js';
import { UserError } from '../shared/user-error.js';
import { CheckoutSessionsArgs, CreateCheckoutSessionInput } from './checkout-session.input.js';
import { CreateCheckoutSessionResult } from './checkout-session.result.js';
import { listCheckoutSessions, readCheckoutSession } from './checkout-session.store.js';
import { CheckoutSession, CheckoutSessionConnection } from './checkout-session.type.js';
import { createCheckoutSession } from './create-checkout-session.js';

@Resolver()
export class CheckoutSessionResolver {
  @Query(() => CheckoutSession, { nullable: true, description: "One of the calling broker's checkout sessions; null for any other. Needs a key. (contract §4 row 6)" })
  async checkoutSession(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('identifier', () => String, { description: 'Its short identifier.' }) identifier: string) {
    const { brokerId } = requireBroker(context);
    return (await readCheckoutSession(brokerId, identifier, { ...context, selected: selectedFields(info) })) ?? null;
  }

  @Query(() => CheckoutSessionConnection, { description: "The calling broker's checkout sessions. Needs a key." })
  async checkoutSessions(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => CheckoutSessionsArgs) { filter, first, after, direction }: CheckoutSessionsArgs) {
    const { brokerId } = requireBroker(context);
    return listCheckoutSessions(brokerId, filter ?? {}, { first, after: after ?? null, direction }, { ...context, selected: selectedFields(info) });
  }

  @Mutation(() => CreateCheckoutSessionResult, { description: 'Opens a checkout for one customer. It takes no places yet. Every call opens another. Needs a key. (contract §4 row 5)' })
  async createCheckoutSession(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('input', () => CreateCheckoutSessionInput, { description: 'Who books what, and for which app.' }) input: CreateCheckoutSessionInput,
  ) {
    const { brokerId } = requireBroker(context);
    const outcome = await createCheckoutSession(brokerId, input, context);
    if (outcome instanceof UserError) return outcome;
    const checkoutSession = await readCheckoutSession(brokerId, outcome.identifier, { ...context, selected: selectedFields(info) });
    return payload('CreateCheckoutSessionPayload', { checkoutSession });
  }
}
