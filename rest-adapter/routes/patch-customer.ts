import { failureAnswer } from '../http/failure-answer.js';
import { personPathOf, readPersonPatch } from '../json-ld/read-person.js';
import { customerAnswer } from './customer-answer.js';
import { answerUnreadable, type Handler } from './exchange.js';

/** Changes a customer by a merge patch of the Person; a repeat changes nothing. (our choice) */
export const patchCustomer: Handler = async (exchange) => {
  const { request, sdk, call, scope } = exchange;
  const { id } = request.params as { id: string }; // the path in routes.ts names it
  const read = readPersonPatch(request.body);
  if ('problems' in read) return answerUnreadable(read.problems, exchange);
  const { changeCustomer: result } = await sdk.ChangeCustomer({ input: { id, ...read.input } }, call);
  return result.__typename === 'ChangeCustomerPayload' ? customerAnswer(result.customer, scope) : failureAnswer(result, scope, personPathOf);
};
