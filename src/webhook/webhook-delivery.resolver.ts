import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Mutation, Query, Resolver } from 'type-graphql';
import { requireDoer, requireDoerFor } from '../access/on-behalf.js';
import { requireReach } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { selectedBy } from './selected-by.js';
import { UserError } from '../shared/user-error.js';
import { recoverWebhookDeliveries, retryWebhookDelivery } from './send-again.js';
import { RecoverWebhookDeliveriesInput, RetryWebhookDeliveryInput, WebhookDeliveriesArgs } from './webhook-delivery.input.js';
import { RecoverWebhookDeliveriesResult, RetryWebhookDeliveryResult } from './webhook-delivery.result.js';
import { listWebhookDeliveries, readWebhookDelivery } from './webhook-delivery.store.js';
import { WebhookDelivery, WebhookDeliveryConnection } from './webhook-delivery.type.js';

@Resolver()
export class WebhookDeliveryResolver {
  @Query(() => WebhookDelivery, { nullable: true, description: "One of the calling broker's deliveries, for staff any; null for any other. Needs a secret key or a staff token." })
  async webhookDelivery(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('id', () => ID, { description: 'Its webhook-id.' }) id: string) {
    return (await readWebhookDelivery(requireReach(context), id, { ...context, selected: selectedBy(context, info) })) ?? null;
  }

  @Query(() => WebhookDeliveryConnection, { description: "The calling broker's deliveries, for staff everybody's, by the time at which they were last put on their way. Needs a secret key or a staff token." })
  async webhookDeliveries(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => WebhookDeliveriesArgs) { filter, first, after, direction }: WebhookDeliveriesArgs) {
    const given = {
      brokerId: filter?.brokerId ?? undefined,
      endpointId: filter?.endpointId ?? undefined,
      kind: filter?.kind ?? undefined,
      states: filter?.states ?? undefined,
      subject: filter?.subject ?? undefined,
      queuedAfter: filter?.queuedAfter ?? undefined,
      queuedBefore: filter?.queuedBefore ?? undefined,
    };
    return listWebhookDeliveries(requireReach(context), given, { first, after: after ?? null, direction }, { ...context, selected: selectedBy(context, info) });
  }

  @Mutation(() => RetryWebhookDeliveryResult, {
    description: 'Sends a delivery again at once, wherever it stands, with the same webhook-id and bytes. Every call sends it again, but never beside an attempt that is under way. Needs a secret key, or a staff token with the role operator and a reason.',
  })
  async retryWebhookDelivery(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => RetryWebhookDeliveryInput, { description: 'Which one.' }) { id, reason }: RetryWebhookDeliveryInput) {
    const outcome = await retryWebhookDelivery(id, requireDoer(context, 'operator', { reason }), context);
    if (outcome instanceof UserError) return outcome;
    return payload('RetryWebhookDeliveryPayload', { delivery: await readWebhookDelivery('EVERYBODY', outcome, { ...context, selected: selectedBy(context, info) }) });
  }

  @Mutation(() => RecoverWebhookDeliveriesResult, {
    description: 'Sends all deliveries again that came to nothing and were created since a moment. A repeat finds only what has come to nothing again. Needs a secret key, or a staff token with the role operator and a reason.',
  })
  async recoverWebhookDeliveries(@Ctx() context: Context, @Arg('input', () => RecoverWebhookDeliveriesInput, { description: 'Which ones.' }) input: RecoverWebhookDeliveriesInput) {
    const endpointId = input.endpointId ?? null;
    const doer = endpointId === null ? requireDoerFor(context, 'operator', input) : requireDoer(context, 'operator', input);
    const outcome = await recoverWebhookDeliveries({ since: input.since, endpointId }, doer, context);
    return outcome instanceof UserError ? outcome : payload('RecoverWebhookDeliveriesPayload', { count: outcome });
  }
}
