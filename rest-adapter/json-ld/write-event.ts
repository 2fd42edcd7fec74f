import type { ClaimWebhookDeliveriesMutation } from '../generated/operations.js';
import { writeCustomerChange } from './write-customer-account.js';
import { writeOrder } from './write-order.js';
import { writeSellerChange } from './write-seller-change.js';
import { writeTestEvent } from './write-test-event.js';

type Claimed = NonNullable<Extract<ClaimWebhookDeliveriesMutation['claimWebhookDeliveries'], { __typename: 'ClaimWebhookDeliveriesPayload' }>['deliveries'][number]['event']>;

/** The body of an event, by its kind: the same facts make the same bytes for ever. */
export function writeEvent(event: Claimed): object {
  switch (event.__typename) {
    case 'OrderSuccess':
    case 'OrderChange':
      return writeOrder(event);
    case 'SellerChange':
      return writeSellerChange(event);
    case 'TestEvent':
      return writeTestEvent(event);
    case 'CustomerChange':
      return writeCustomerChange(event);
    default:
      return event satisfies never;
  }
}
