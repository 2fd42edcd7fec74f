import { failureAnswer } from '../http/failure-answer.js';
import { idempotencyKeyOf, replayHeader } from '../http/idempotency.js';
import { readCheckoutSession, wirePathOf } from '../json-ld/read-checkout-session.js';
import { writeCheckoutSession } from '../json-ld/write-checkout-session.js';
import { answerUnreadable, type Handler } from './exchange.js';

/** Contract §4 row 5: a checkout for one customer. */
export const postCheckoutSession: Handler = async (exchange) => {
  const input = readCheckoutSession(exchange.request.body);
  if (!('initialOrder' in input)) return answerUnreadable(input, exchange);
  const idempotencyKey = idempotencyKeyOf(exchange.request);
  const { createCheckoutSession: result } = await exchange.sdk.CreateCheckoutSession({ input: { ...input, idempotencyKey } }, exchange.call);
  if (result.__typename !== 'CreateCheckoutSessionPayload') return failureAnswer(result, exchange.scope, wirePathOf);
  const { checkoutSession, isReplayed } = result;
  return { status: 201, headers: { location: checkoutSession.id, ...replayHeader(isReplayed) }, body: writeCheckoutSession(checkoutSession) };
};
