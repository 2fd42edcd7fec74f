import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql';
import { gone } from '../access/refusal.js';
import { brokerBehind, keyHolder, requireBroker, requireReach } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { eachNode } from '../shared/each-node.js';
import { payload } from '../shared/result.type.js';
import { selectedFields } from '../shared/selected-fields.js';
import { UserError } from '../shared/user-error.js';
import { CheckoutSessionsArgs, CreateCheckoutSessionInput, CreateStandaloneCheckoutSessionInput } from './checkout-session.input.js';
import { CreateCheckoutSessionResult, CreateStandaloneCheckoutSessionResult } from './checkout-session.result.js';
import { isErasedSession, listCheckoutSessions, readCheckoutSession, viewNewSession } from './checkout-session.store.js';
import { CheckoutSession, CheckoutSessionConnection } from './checkout-session.type.js';
import { createCheckoutSession } from './create-checkout-session.js';
import { createStandaloneSession } from './create-standalone-session.js';
import { hidePersonIn } from './hide-person.js';
import { readStandaloneSession } from './standalone-session.store.js';
import { StandaloneCheckoutSession } from './standalone-session.type.js';

@Resolver()
export class CheckoutSessionResolver {
  @Query(() => CheckoutSession, { nullable: true, description: "One of the calling broker's checkout sessions, for staff any; null for any other; one whose person is erased answers GONE. Needs a secret key or a staff token. (contract §4 row 6)" })
  async checkoutSession(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('identifier', () => String, { description: 'Its short identifier.' }) identifier: string) {
    const reach = requireReach(context);
    const session = await readCheckoutSession(reach, identifier, readParts(context, info));
    if (!session && (await isErasedSession(reach, identifier, context.reads))) throw gone('The person in this session is erased, so it cannot be shown again.');
    return session ? hidePersonIn(session, context) : null;
  }

  @Query(() => CheckoutSessionConnection, { description: "The calling broker's checkout sessions, for staff all. Needs a secret key or a staff token." })
  async checkoutSessions(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => CheckoutSessionsArgs) { filter, first, after, direction }: CheckoutSessionsArgs) {
    const page = { first, after: after ?? null, direction };
    const sessions = await listCheckoutSessions(requireReach(context), filter ?? {}, page, readParts(context, info));
    return eachNode(sessions, (session) => hidePersonIn(session, context));
  }

  @Query(() => StandaloneCheckoutSession, { nullable: true, description: 'A standalone checkout session. Open to everybody who knows its identifier. (contract §4 row 7)' })
  async standaloneCheckoutSession(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('identifier', () => String, { description: 'Its short identifier.' }) identifier: string) {
    return (await readStandaloneSession(identifier, { ...context, selected: selectedFields(info) })) ?? null;
  }

  @Mutation(() => CreateCheckoutSessionResult, {
    description: 'Opens a checkout for one customer. It takes no places yet. Every call opens another, unless it repeats an idempotency key. Needs a secret key. (contract §4 row 5)',
  })
  async createCheckoutSession(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('input', () => CreateCheckoutSessionInput, { description: 'Who books what, and for which app.' }) { idempotencyKey, ...request }: CreateCheckoutSessionInput,
  ) {
    const broker = requireBroker(context);
    const outcome = await createCheckoutSession(broker.brokerId, request, { holder: keyHolder(context), key: idempotencyKey }, context);
    if (outcome instanceof UserError) return outcome;
    const parts = readParts(context, info);
    const checkoutSession = await (outcome.session ? viewNewSession(outcome.session, parts) : readCheckoutSession(broker, outcome.reference, parts));
    return payload('CreateCheckoutSessionPayload', { checkoutSession, isReplayed: outcome.isReplayed });
  }

  @Mutation(() => CreateStandaloneCheckoutSessionResult, {
    description: 'Makes a public book button for a ScheduledSession. Every call makes another, unless it repeats an idempotency key. Open to everybody; a key puts its broker’s name on it. (contract §4 row 7)',
  })
  async createStandaloneCheckoutSession(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('input', () => CreateStandaloneCheckoutSessionInput, { description: 'For what.' }) { scheduledSessionId, idempotencyKey }: CreateStandaloneCheckoutSessionInput,
  ) {
    const outcome = await createStandaloneSession(brokerBehind(context), scheduledSessionId, { holder: keyHolder(context), key: idempotencyKey }, context);
    if (outcome instanceof UserError) return outcome;
    const checkoutSession = await readStandaloneSession(outcome.reference, { ...context, selected: selectedFields(info) });
    return payload('CreateStandaloneCheckoutSessionPayload', { checkoutSession, isReplayed: outcome.isReplayed });
  }
}

/** What a read needs, and no unit of work, which a copy of the whole context would open. */
function readParts({ reads, now, linkKeys }: Context, info: GraphQLResolveInfo) {
  return { reads, now, linkKeys, selected: selectedFields(info) };
}
