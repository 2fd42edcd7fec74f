import type { ClaimWebhookDeliveriesMutation } from '../generated/operations.js';
import { writeOrder } from './write-order.js';

type Claimed = NonNullable<Extract<ClaimWebhookDeliveriesMutation['claimWebhookDeliveries'], { __typename: 'ClaimWebhookDeliveriesPayload' }>['deliveries'][number]['event']>;

/** The body of each kind of event: the same facts make the same bytes for ever. */
export const WRITERS: { readonly [T in Claimed['__typename']]: (event: Extract<Claimed, { __typename: T }>) => object } = { OrderSuccess: writeOrder };
