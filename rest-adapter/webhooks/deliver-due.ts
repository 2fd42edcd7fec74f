import { Pipeline, type PipelineParts } from './pipeline.js';
import type { Claim } from './render.js';

/** As many as one claim may give. */
const MOST_CLAIMED = 500;

/** Takes what is due, at once or as soon as something is, at most so many seconds later. */
export async function claimDue({ sdk, callOf }: Pick<PipelineParts, 'sdk' | 'callOf'>, waitSeconds: number): Promise<Claim> {
  const { claimWebhookDeliveries } = await sdk.ClaimWebhookDeliveries({ input: { limit: MOST_CLAIMED, waitSeconds } }, { ...callOf(), bearsHoles: true });
  return claimWebhookDeliveries;
}

/**
 * Sends what is due, once, and says how much that was: claim, render, keep the bytes, send, report. Killed between any two
 * of these, the delivery is claimed again when the lease ends, and goes out with the same id and the same bytes.
 */
export async function deliverDue(parts: PipelineParts): Promise<number> {
  const pipeline = new Pipeline(parts);
  const claim = await claimDue(parts, 0);
  await pipeline.take(claim);
  await pipeline.idle();
  return claim.deliveries.length;
}
