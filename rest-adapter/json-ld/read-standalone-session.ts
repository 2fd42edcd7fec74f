import { z } from 'zod';
import type { CreateStandaloneCheckoutSessionInput } from '../generated/operations.js';
import { problemsOf, type WireProblem } from './problems.js';
import { CHECKOUT_SESSION, INITIAL_ORDER } from './vocabulary.js';
import { ContextPair, wireUrl } from './wire-rules.js';

export const StandaloneOrderItem = z.looseObject({
  type: z.literal('OrderItem'),
  orderedItem: z.looseObject({ type: z.literal('ScheduledSession'), id: wireUrl }),
});

/** Contract §4 row 7: the body of a standalone checkout session. */
export const StandaloneSessionBody = z.looseObject({
  '@context': ContextPair,
  type: z.literal(CHECKOUT_SESSION),
  [INITIAL_ORDER]: z.looseObject({ type: z.literal('OrderQuote'), orderedItem: z.tuple([StandaloneOrderItem], 'must have one item') }),
});

/** The body as the gateway's input, or every problem that it has. */
export function readStandaloneSession(body: unknown): CreateStandaloneCheckoutSessionInput | readonly WireProblem[] {
  const parsed = StandaloneSessionBody.safeParse(body, { reportInput: true });
  if (!parsed.success) return problemsOf(parsed.error);
  const [{ orderedItem }] = parsed.data[INITIAL_ORDER].orderedItem;
  return { scheduledSessionId: orderedItem.id };
}

/** Where a member of the gateway's input stands on the wire. */
export function standaloneWirePathOf(path: readonly string[]): readonly string[] {
  return path[0] === 'scheduledSessionId' ? [INITIAL_ORDER, 'orderedItem', '0', 'orderedItem', 'id'] : path;
}
