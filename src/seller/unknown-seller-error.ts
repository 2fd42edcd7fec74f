import { UserError } from '../shared/user-error.js';

/** The broker manages no such seller, or it is not onboarded. Another broker's seller reads the same. */
export class UnknownSellerError extends UserError {
  readonly __typename = 'UnknownSellerError';
  readonly code = 'UNKNOWN_SELLER';
  readonly message = 'You manage no onboarded seller with this sellerId.';

  constructor(readonly sellerId: string) {
    super();
  }
}
