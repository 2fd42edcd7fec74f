import { failureAnswer } from '../http/failure-answer.js';
import type { Handler } from './exchange.js';

/** Erases a registered customer. Once and again `202`. (our choice: contract §4 row 9 shows no such path) */
export const deleteCustomer: Handler = async ({ request, sdk, call, scope }) => {
  const { id } = request.params as { id: string }; // the path in routes.ts names it
  const { eraseCustomer: result } = await sdk.EraseCustomer({ input: { id } }, call);
  return result.__typename === 'EraseCustomerPayload' ? { status: 202 } : failureAnswer(result, scope);
};
