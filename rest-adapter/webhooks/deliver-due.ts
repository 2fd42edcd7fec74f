import type { ClaimWebhookDeliveriesMutation } from '../generated/operations.js';
import type { CallOptions, GatewaySdk } from '../gateway-client.js';
import { writeEvent } from '../json-ld/write-event.js';
import { send } from './send.js';

interface Parts {
  readonly sdk: GatewaySdk;
  readonly call: CallOptions;
  readonly now: () => Date;
}

type Claimed = Extract<ClaimWebhookDeliveriesMutation['claimWebhookDeliveries'], { __typename: 'ClaimWebhookDeliveriesPayload' }>['deliveries'][number];

/** How many are under way at a time; each is over within 15 s, well before its lease. */
const AT_ONCE = 20;

/**
 * Sends what is due, once, and says how much that was: claim, render, keep the bytes, send, report. Killed between any two
 * of these, the delivery is claimed again when the lease ends, and goes out with the same id and the same bytes.
 */
export async function deliverDue({ sdk, call, now }: Parts): Promise<number> {
  const { claimWebhookDeliveries } = await sdk.ClaimWebhookDeliveries({ input: { limit: AT_ONCE } }, call);
  const { deliveries } = claimWebhookDeliveries;
  const bodies = await bodiesOf(deliveries, { sdk, call, now });
  await Promise.all(
    deliveries.map(async ({ id, url, webhookKey, signingSecrets, attempts }) => {
      const body = bodies.get(id);
      if (body === undefined) return; // it has gone since
      const attempt = await send({ id, url, webhookKey, signingSecrets, body }, now());
      await sdk.ReportWebhookAttempts({ input: { attempts: [{ id, attempt: attempts, ...attempt }] } }, call);
    }),
  );
  return deliveries.length;
}

async function bodiesOf(deliveries: readonly Claimed[], { sdk, call }: Parts): Promise<ReadonlyMap<string, string>> {
  const known = deliveries.flatMap(({ id, body }) => (body === null ? [] : { id, body }));
  const rendered = deliveries.flatMap(({ id, body, event }) => (body === null ? { id, body: JSON.stringify(writeEvent(event)) } : []));
  const kept = rendered.length === 0 ? [] : (await sdk.RecordWebhookBodies({ input: { bodies: rendered } }, call)).recordWebhookBodies.bodies;
  return new Map([...known, ...kept].map(({ id, body }) => [id, body]));
}
