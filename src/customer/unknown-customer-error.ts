import { UserError } from '../shared/user-error.js';

/** There is no such customer within reach. */
export class UnknownCustomerError extends UserError {
  readonly __typename = 'UnknownCustomerError';
  readonly code = 'UNKNOWN_CUSTOMER';
  readonly message = 'There is no such customer.';
}
