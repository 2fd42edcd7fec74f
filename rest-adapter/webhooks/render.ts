import type { ClaimWebhookDeliveriesMutation } from '../generated/operations.js';
import type { CallOptions, GatewaySdk } from '../gateway-client.js';
import { writeEvent } from '../json-ld/write-event.js';

/** What a claim gives. */
export type Claim = Extract<ClaimWebhookDeliveriesMutation['claimWebhookDeliveries'], { __typename: 'ClaimWebhookDeliveriesPayload' }>;
export type Claimed = Claim['deliveries'][number];

/** So much of bodies goes to the gateway at once, in characters: it reads up to 4 MiB. */
const MOST_AT_ONCE = 500_000;

/** The bytes of each delivery, as the first who rendered them wrote them, which are kept before the first send. One that cannot be written, or has gone meanwhile, has none. */
export async function bodiesOf(deliveries: readonly Claimed[], { sdk, callOf }: { readonly sdk: GatewaySdk; readonly callOf: () => CallOptions }): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map(deliveries.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const])));
  const rendered = deliveries.flatMap((delivery) => {
    const body = delivery.body === null ? write(delivery) : undefined;
    return body === undefined ? [] : [{ id: delivery.id, body }];
  });
  for (const some of chunksOf(rendered)) {
    const { recordWebhookBodies } = await sdk.RecordWebhookBodies({ input: { bodies: some } }, callOf());
    for (const { id, body } of recordWebhookBodies.bodies) bodies.set(id, body);
  }
  return bodies;
}

/** Undefined for an event that nobody can write: it must not keep the others from going out. */
export function write({ event }: Pick<Claimed, 'event'>): string | undefined {
  if (event === null) return undefined;
  try {
    return JSON.stringify(writeEvent(event));
  } catch {
    return undefined;
  }
}

function chunksOf<T extends { readonly body: string }>(rendered: readonly T[]): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  let size = Infinity;
  for (const one of rendered) {
    size += one.body.length;
    if (size > MOST_AT_ONCE) {
      chunks.push([]);
      size = one.body.length;
    }
    chunks.at(-1)?.push(one);
  }
  return chunks;
}
