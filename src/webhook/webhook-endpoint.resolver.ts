import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql';
import { requireDoer, requireDoerFor } from '../access/on-behalf.js';
import { badUserInput } from '../access/refusal.js';
import { requireReach } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { isUuid } from '../shared/ids.js';
import { payload } from '../shared/result.type.js';
import { selectedFields } from '../shared/selected-fields.js';
import { UserError } from '../shared/user-error.js';
import { registerWebhookEndpoint } from './register-webhook-endpoint.js';
import { rotateWebhookCredential } from './rotate-webhook-credential.js';
import { selectedBy } from './selected-by.js';
import { sendTestWebhook } from './send-test-webhook.js';
import { disableWebhookEndpoint, enableWebhookEndpoint } from './switch-webhook-endpoint.js';
import { readWebhookDelivery } from './webhook-delivery.store.js';
import { DisableWebhookEndpointInput, EnableWebhookEndpointInput, RegisterWebhookEndpointInput, RotateWebhookCredentialInput, SendTestWebhookInput, WebhookEndpointsArgs } from './webhook-endpoint.input.js';
import { DisableWebhookEndpointResult, EnableWebhookEndpointResult, RegisterWebhookEndpointResult, RotateWebhookCredentialResult, SendTestWebhookResult } from './webhook-endpoint.result.js';
import { readWebhookEndpoints } from './webhook-endpoint.store.js';
import { WebhookEndpoint } from './webhook-endpoint.type.js';

@Resolver()
export class WebhookEndpointResolver {
  @Query(() => [WebhookEndpoint], { description: "The calling broker's endpoints, at most one of each kind; staff name the broker. Needs a secret key or a staff token." })
  async webhookEndpoints(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => WebhookEndpointsArgs) { brokerId }: WebhookEndpointsArgs) {
    const reach = requireReach(context);
    const named = brokerId?.toLowerCase() ?? (reach === 'EVERYBODY' ? undefined : reach.brokerId);
    if (named === undefined) throw badUserInput('Staff name the broker: brokerId.');
    if (!isUuid(named) || (reach !== 'EVERYBODY' && named !== reach.brokerId)) return [];
    return readWebhookEndpoints({ brokerId: named }, undefined, { ...context, selected: selectedFields(info) });
  }

  @Mutation(() => RegisterWebhookEndpointResult, {
    description: 'Registers where a broker hears of one kind of event, or changes the address that there is, and enables it. A repeat changes nothing. Needs a secret key, or a staff token with the role operator and a reason.',
  })
  async registerWebhookEndpoint(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => RegisterWebhookEndpointInput, { description: 'What to hear of, and where.' }) input: RegisterWebhookEndpointInput) {
    const outcome = await registerWebhookEndpoint(input, requireDoerFor(context, 'operator', input), context);
    return outcome instanceof UserError ? outcome : payload('RegisterWebhookEndpointPayload', { endpoint: await endpointOf(outcome, context, info) });
  }

  @Mutation(() => DisableWebhookEndpointResult, {
    description: 'Sends nothing to an endpoint until it is enabled; what is for it waits, and it still counts as registered. A repeat changes nothing. Needs a secret key, or a staff token with the role operator and a reason.',
  })
  async disableWebhookEndpoint(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => DisableWebhookEndpointInput, { description: 'Which one.' }) { id, reason }: DisableWebhookEndpointInput) {
    const outcome = await disableWebhookEndpoint(id, requireDoer(context, 'operator', { reason }), context);
    return outcome instanceof UserError ? outcome : payload('DisableWebhookEndpointPayload', { endpoint: await endpointOf(outcome, context, info) });
  }

  @Mutation(() => EnableWebhookEndpointResult, {
    description: 'Sends to an endpoint again, at once what has waited for it. A repeat changes nothing. Needs a secret key, or a staff token with the role operator and a reason.',
  })
  async enableWebhookEndpoint(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => EnableWebhookEndpointInput, { description: 'Which one.' }) { id, reason }: EnableWebhookEndpointInput) {
    const outcome = await enableWebhookEndpoint(id, requireDoer(context, 'operator', { reason }), context);
    return outcome instanceof UserError ? outcome : payload('EnableWebhookEndpointPayload', { endpoint: await endpointOf(outcome, context, info) });
  }

  @Mutation(() => RotateWebhookCredentialResult, {
    description: 'Gives a broker a new webhook key and signing secret beside the pair that stays valid for a while; a pair older than that ends at once. Every call makes another. Needs a secret key, or a staff token with the role admin and a reason.',
  })
  async rotateWebhookCredential(@Ctx() context: Context, @Arg('input', () => RotateWebhookCredentialInput, { description: 'Whose, and how soon.' }) input: RotateWebhookCredentialInput) {
    const rotation = { webhookKey: input.webhookKey ?? null, overlapSeconds: input.overlapSeconds };
    const outcome = await rotateWebhookCredential(rotation, requireDoerFor(context, 'admin', input), context);
    return outcome instanceof UserError ? outcome : payload('RotateWebhookCredentialPayload', outcome);
  }

  @Mutation(() => SendTestWebhookResult, {
    description: 'Sends a test to an endpoint, as any event is sent; a disabled one’s waits. Every call sends another. Needs a secret key, or a staff token with the role operator and a reason.',
  })
  async sendTestWebhook(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => SendTestWebhookInput, { description: 'Which endpoint.' }) { endpointId, reason }: SendTestWebhookInput) {
    const outcome = await sendTestWebhook(endpointId, requireDoer(context, 'operator', { reason }), context);
    if (outcome instanceof UserError) return outcome;
    return payload('SendTestWebhookPayload', { delivery: await readWebhookDelivery('EVERYBODY', outcome, { ...context, selected: selectedBy(context, info) }) });
  }
}

async function endpointOf(id: string, context: Context, info: GraphQLResolveInfo) {
  return (await readWebhookEndpoints('EVERYBODY', [id], { ...context, selected: selectedFields(info) }))[0];
}
