import { failureAnswer } from '../http/failure-answer.js';
import { idempotencyKeyOf, replayHeader } from '../http/idempotency.js';
import { personPathOf, readPerson } from '../json-ld/read-person.js';
import { customerAnswer } from './customer-answer.js';
import { answerUnreadable, type Handler } from './exchange.js';

/** Registers a customer, by a Person. (contract §4 row 9 names customers; how they are registered is our choice) */
export const postCustomer: Handler = async (exchange) => {
  const { request, sdk, call, scope } = exchange;
  const read = readPerson(request.body);
  if ('problems' in read) return answerUnreadable(read.problems, exchange);
  const { registerCustomer: result } = await sdk.RegisterCustomer({ input: { ...read.input, idempotencyKey: idempotencyKeyOf(request) } }, call);
  if (result.__typename !== 'RegisterCustomerPayload') return failureAnswer(result, scope, personPathOf);
  return customerAnswer(result.customer, scope, { status: 201, headers: { location: result.customer.url, ...replayHeader(result.isReplayed) } });
};
