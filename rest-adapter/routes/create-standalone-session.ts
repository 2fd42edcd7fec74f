import { failureAnswer } from '../http/failure-answer.js';
import { idempotencyKeyOf, replayHeader } from '../http/idempotency.js';
import { readStandaloneSession, standaloneWirePathOf } from '../json-ld/read-standalone-session.js';
import { writeStandaloneSession } from '../json-ld/write-standalone-session.js';
import { answerUnreadable, type Handler } from './exchange.js';

/**
 * Contract §4 row 7: a public book button, by POST and by PUT. Our choice: each call makes a new one, by PUT too, which
 * the contract's path without an identifier forces.
 */
export const createStandaloneSession: Handler = async (exchange) => {
  const input = readStandaloneSession(exchange.request.body);
  if (!('scheduledSessionId' in input)) return answerUnreadable(input, exchange, 'anybody');
  const idempotencyKey = idempotencyKeyOf(exchange.request);
  const { createStandaloneCheckoutSession: result } = await exchange.sdk.CreateStandaloneSession({ input: { ...input, idempotencyKey } }, exchange.call);
  if (result.__typename !== 'CreateStandaloneCheckoutSessionPayload') return failureAnswer(result, exchange.scope, standaloneWirePathOf);
  const { checkoutSession, isReplayed } = result;
  const headers = { location: `/checkout-sessions/${checkoutSession.identifier}`, ...replayHeader(isReplayed) };
  return { status: 201, headers, body: writeStandaloneSession(checkoutSession) };
};
