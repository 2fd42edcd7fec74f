import { UserError } from '../shared/user-error.js';

/** The key was used for another input. Nothing was stored. */
export class IdempotencyKeyReusedError extends UserError {
  readonly __typename = 'IdempotencyKeyReusedError';
  readonly code = 'IDEMPOTENCY_KEY_REUSED';
  readonly message = 'This idempotency key was used for a different request. Use a new key for a new request.';
}

/** The first request with this key is still running. */
export class IdempotencyKeyInUseError extends UserError {
  readonly __typename = 'IdempotencyKeyInUseError';
  readonly code = 'IDEMPOTENCY_KEY_IN_USE';
  readonly message = 'The first request with this idempotency key is still running. Repeat it in a moment.';
  readonly retryAfterSeconds = 1;
}
