import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { badUserInput } from '../access/refusal.js';
import { requireAdapter } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { isUuid } from '../shared/ids.js';
import { payload } from '../shared/result.type.js';
import { claimDeliveries } from './claim-deliveries.js';
import { toEventView } from './event-view.js';
import { recordBodies, reportDeliveries } from './report-deliveries.js';
import {
  ClaimWebhookDeliveriesInput,
  ClaimWebhookDeliveriesResult,
  RecordWebhookBodiesInput,
  RecordWebhookBodiesResult,
  ReportWebhookAttemptsInput,
  ReportWebhookAttemptsResult,
} from './webhook-claim.type.js';

const MOST_AT_ONCE = 500;

@Resolver()
export class WebhookResolver {
  @Mutation(() => ClaimWebhookDeliveriesResult, { description: 'Gives due deliveries to one sender, each to one at a time. Every call gives others. For the adapter alone.' })
  async claimWebhookDeliveries(@Ctx() context: Context, @Arg('input', () => ClaimWebhookDeliveriesInput, { description: 'How many.' }) { limit }: ClaimWebhookDeliveriesInput) {
    requireAdapter(context);
    if (limit < 1 || limit > MOST_AT_ONCE) throw badUserInput(`"limit" is from 1 to ${MOST_AT_ONCE}.`);
    const claimed = await claimDeliveries(limit, context);
    return payload('ClaimWebhookDeliveriesPayload', { deliveries: claimed.map(({ event, ...delivery }) => ({ ...delivery, event: toEventView(event) })) });
  }

  @Mutation(() => RecordWebhookBodiesResult, { description: 'Keeps the bytes of deliveries before they are sent for the first time. A repeat gives what the first one wrote. For the adapter alone.' })
  async recordWebhookBodies(@Ctx() context: Context, @Arg('input', () => RecordWebhookBodiesInput, { description: 'The bytes.' }) { bodies }: RecordWebhookBodiesInput) {
    requireAdapter(context);
    requireDeliveries(bodies);
    return payload('RecordWebhookBodiesPayload', { bodies: await recordBodies(bodies, context) });
  }

  @Mutation(() => ReportWebhookAttemptsResult, { description: 'Says how attempts ended. A repeat changes nothing. For the adapter alone.' })
  async reportWebhookAttempts(@Ctx() context: Context, @Arg('input', () => ReportWebhookAttemptsInput, { description: 'How they ended.' }) { attempts }: ReportWebhookAttemptsInput) {
    requireAdapter(context);
    requireDeliveries(attempts);
    const reports = attempts.map(({ id, attempt, status = null, error = null, retryAfterSeconds = null }) => ({ id, attempt, status, error, retryAfterSeconds }));
    await reportDeliveries(reports, { ...context, random: Math.random });
    return payload('ReportWebhookAttemptsPayload', { count: reports.length });
  }
}

function requireDeliveries(named: readonly { readonly id: string }[]): void {
  if (named.length > MOST_AT_ONCE || !named.every(({ id }) => isUuid(id))) throw badUserInput(`At most ${MOST_AT_ONCE} deliveries, each by its id.`);
}
