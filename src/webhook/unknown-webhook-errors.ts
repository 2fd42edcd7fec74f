import { UserError } from '../shared/user-error.js';

/** There is no such endpoint within reach. */
export class UnknownWebhookEndpointError extends UserError {
  readonly __typename = 'UnknownWebhookEndpointError';
  readonly code = 'UNKNOWN_WEBHOOK_ENDPOINT';
  readonly message = 'There is no such endpoint.';
}

/** There is no such delivery within reach. */
export class UnknownWebhookDeliveryError extends UserError {
  readonly __typename = 'UnknownWebhookDeliveryError';
  readonly code = 'UNKNOWN_WEBHOOK_DELIVERY';
  readonly message = 'There is no such delivery.';
}
