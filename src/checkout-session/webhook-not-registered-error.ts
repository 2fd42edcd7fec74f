import { UserError } from '../shared/user-error.js';

/** The authenticated checkout needs a success webhook, and the broker has registered none. (contract §5.4) */
export class WebhookNotRegisteredError extends UserError {
  readonly __typename = 'WebhookNotRegisteredError';
  readonly code = 'WEBHOOK_NOT_REGISTERED';
  readonly message = 'Register a success webhook before you create authenticated checkout sessions.';
}
