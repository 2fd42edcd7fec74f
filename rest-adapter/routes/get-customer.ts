import { NOT_FOUND, problemAnswer } from '../http/problem.js';
import { customerAnswer } from './customer-answer.js';
import type { Handler } from './exchange.js';

/** Get Customer Account, at either address. (contract §4 row 9) */
export const getCustomer: Handler = async ({ request, sdk, call, scope }) => {
  const { id } = request.params as { id: string }; // the path in routes.ts names it
  const { customer } = await sdk.ReadCustomer({ id }, call);
  return customer ? customerAnswer(customer, scope) : problemAnswer(NOT_FOUND, scope);
};
