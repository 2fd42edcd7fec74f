import { NOT_FOUND, problemAnswer } from '../http/problem.js';
import { writeCheckoutSession } from '../json-ld/write-checkout-session.js';
import type { Handler } from './exchange.js';

/** Contract §4 row 6: the same JSON as the 201, byte for byte. */
export const getCheckoutSession: Handler = async ({ request, sdk, call, scope }) => {
  const { identifier } = request.params as { identifier: string }; // the path in routes.ts names it
  const { checkoutSession } = await sdk.ReadCheckoutSession({ identifier }, call);
  return checkoutSession ? { status: 200, body: writeCheckoutSession(checkoutSession) } : problemAnswer(NOT_FOUND, scope);
};
