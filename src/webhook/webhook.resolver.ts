import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { badUserInput } from '../access/refusal.js';
import { requireAdapter } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { isUuid } from '../shared/ids.js';
import { payload } from '../shared/result.type.js';
import { awaitDeliveries } from './await-deliveries.js';
import { DELIVERY_LEASE_SECONDS, type ClaimedDelivery } from './claim-deliveries.js';
import { toEventView } from './event-view.js';
import { recordBodies } from './record-bodies.js';
import { releaseDeliveries } from './release-deliveries.js';
import { reportDeliveries } from './report-deliveries.js';
import {
  ClaimWebhookDeliveriesInput,
  ClaimWebhookDeliveriesResult,
  RecordWebhookBodiesInput,
  RecordWebhookBodiesResult,
  ReleaseWebhookDeliveriesInput,
  ReleaseWebhookDeliveriesResult,
  ReportWebhookAttemptsInput,
  ReportWebhookAttemptsResult,
} from './webhook-claim.type.js';

const MOST_AT_ONCE = 500;
/** Below what proxies between an adapter and its gateway commonly cut off. */
const LONGEST_WAIT_SECONDS = 25;

@Resolver()
export class WebhookResolver {
  @Mutation(() => ClaimWebhookDeliveriesResult, { description: 'Gives due deliveries to one sender, each to one at a time, or waits until there are some. Every call gives others. For the adapter alone.' })
  async claimWebhookDeliveries(@Ctx() context: Context, @Arg('input', () => ClaimWebhookDeliveriesInput, { description: 'How many, and how long to wait.' }) { limit, waitSeconds }: ClaimWebhookDeliveriesInput) {
    requireAdapter(context);
    if (limit < 1 || limit > MOST_AT_ONCE) throw badUserInput(`"limit" is from 1 to ${MOST_AT_ONCE}.`);
    if (waitSeconds < 0 || waitSeconds > LONGEST_WAIT_SECONDS) throw badUserInput(`"waitSeconds" is from 0 to ${LONGEST_WAIT_SECONDS}.`);
    const claimed = await awaitDeliveries(limit, waitSeconds, { ...context, random: Math.random });
    return payload('ClaimWebhookDeliveriesPayload', { deliveries: claimed.map((one) => ({ ...one, event: eventOf(one) })), leasedUntil: claimed[0]?.leasedUntil ?? null, leaseSeconds: DELIVERY_LEASE_SECONDS });
  }

  @Mutation(() => RecordWebhookBodiesResult, { description: 'Keeps the bytes of deliveries before they are sent for the first time. A repeat gives what the first one wrote. For the adapter alone.' })
  async recordWebhookBodies(@Ctx() context: Context, @Arg('input', () => RecordWebhookBodiesInput, { description: 'The bytes.' }) { bodies }: RecordWebhookBodiesInput) {
    requireAdapter(context);
    requireDeliveries(bodies.map(({ id }) => id));
    return payload('RecordWebhookBodiesPayload', { bodies: await recordBodies(bodies, context) });
  }

  @Mutation(() => ReportWebhookAttemptsResult, { description: 'Says how attempts ended. A repeat changes nothing. For the adapter alone.' })
  async reportWebhookAttempts(@Ctx() context: Context, @Arg('input', () => ReportWebhookAttemptsInput, { description: 'How they ended.' }) { attempts }: ReportWebhookAttemptsInput) {
    requireAdapter(context);
    requireDeliveries(attempts.map(({ id }) => id));
    const reports = attempts.map(({ startedAt, durationMs, status = null, error = null, answer = null, retryAfterSeconds = null, ...one }) => ({ ...one, startedAt: startedAt ?? context.now, durationMs: Math.max(0, durationMs), status, error, answer, retryAfterSeconds }));
    const counted = await reportDeliveries(reports, { ...context, random: Math.random });
    context.metrics.countAttempts(counted);
    return payload('ReportWebhookAttemptsPayload', { count: reports.length });
  }

  @Mutation(() => ReleaseWebhookDeliveriesResult, { description: 'Hands back deliveries that were claimed and not begun, as if they had never been claimed. A repeat changes nothing. For the adapter alone.' })
  async releaseWebhookDeliveries(@Ctx() context: Context, @Arg('input', () => ReleaseWebhookDeliveriesInput, { description: 'Which, and of which claim.' }) { ids, leasedUntil }: ReleaseWebhookDeliveriesInput) {
    requireAdapter(context);
    requireDeliveries(ids);
    return payload('ReleaseWebhookDeliveriesPayload', { count: await releaseDeliveries(ids, leasedUntil, context.em) });
  }
}

/** Null for facts that cannot be read: one such row must not keep the others from being sent. */
function eventOf({ event }: ClaimedDelivery): ReturnType<typeof toEventView> | null {
  try {
    return event && toEventView(event);
  } catch {
    return null; // its sender reports that it cannot be written
  }
}

function requireDeliveries(ids: readonly string[]): void {
  if (ids.length > MOST_AT_ONCE || !ids.every(isUuid)) throw badUserInput(`At most ${MOST_AT_ONCE} deliveries, each by its id.`);
}
