import type { ClaimWebhookDeliveriesMutation } from '../generated/operations.js';
import { writeCustomerChange } from './write-customer-account.js';
import { writeOrder } from './write-order.js';

type Claimed = Extract<ClaimWebhookDeliveriesMutation['claimWebhookDeliveries'], { __typename: 'ClaimWebhookDeliveriesPayload' }>['deliveries'][number]['event'];

/** The body of an event, by its kind: the same facts make the same bytes for ever. */
export function writeEvent(event: Claimed): object {
  switch (event.__typename) {
    case 'OrderSuccess':
      return writeOrder(event);
    case 'CustomerChange':
      return writeCustomerChange(event);
    default:
      return event satisfies never;
  }
}
