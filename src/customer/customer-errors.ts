import { UserError } from '../shared/user-error.js';

/** There is no such customer within reach: another broker's reads the same. */
export class UnknownCustomerError extends UserError {
  readonly __typename = 'UnknownCustomerError';
  readonly code = 'UNKNOWN_CUSTOMER';
  readonly message = 'There is no such customer.';
}

/** The customer was erased: nothing here names the person any more, and nothing will again. */
export class CustomerErasedError extends UserError {
  readonly __typename = 'CustomerErasedError';
  readonly code = 'CUSTOMER_ERASED';
  readonly message = 'This customer has been erased.';
}
