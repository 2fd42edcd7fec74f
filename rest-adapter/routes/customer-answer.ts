import type { CustomerFactsFragment } from '../generated/operations.js';
import type { Answer } from '../http/answer.js';
import { failureAnswer } from '../http/failure-answer.js';
import type { ProblemScope } from '../http/problem.js';
import { writeCustomerAccount } from '../json-ld/write-customer-account.js';

/** The CustomerAccount as it is now, or `410` for good once the customer is erased. Nobody on the way keeps it. (our choice) */
export function customerAnswer(customer: CustomerFactsFragment, scope: ProblemScope, created: Pick<Answer, 'status' | 'headers'> = { status: 200 }): Answer {
  if (customer.isErased) return failureAnswer({ __typename: 'CustomerErasedError', message: 'This customer has been erased.' }, scope);
  return { status: created.status, headers: { 'cache-control': 'no-store', ...created.headers }, body: writeCustomerAccount(customer, scope.vocabulary) };
}
