import { UserError } from '../shared/user-error.js';

/** The customer was erased: nothing here names the person any more, and nothing will again. */
export class CustomerErasedError extends UserError {
  readonly __typename = 'CustomerErasedError';
  readonly code = 'CUSTOMER_ERASED';
  readonly message = 'This customer has been erased.';
}
