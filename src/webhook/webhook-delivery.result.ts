import { Field, Int, ObjectType } from 'type-graphql';
import { UnknownBrokerErrorType } from '../broker/broker.result.js';
import { resultUnion, UserErrorType } from '../shared/result.type.js';
import { WebhookDelivery } from './webhook-delivery.type.js';
import { UnknownWebhookEndpointErrorType } from './webhook-endpoint.result.js';

@ObjectType({ description: 'The delivery goes out again at once, or as soon as its endpoint is enabled.' })
export class RetryWebhookDeliveryPayload {
  @Field(() => WebhookDelivery, { description: 'The delivery as it is now.' })
  delivery!: WebhookDelivery;
}

@ObjectType({ description: 'All deliveries that came to nothing go out again.' })
export class RecoverWebhookDeliveriesPayload {
  @Field(() => Int, { description: 'How many there were; those of which nothing is kept do not count.' })
  count!: number;
}

@ObjectType('UnknownWebhookDeliveryError', { implements: UserErrorType, description: 'There is no such delivery within reach.' })
export class UnknownWebhookDeliveryErrorType extends UserErrorType {}

@ObjectType('WebhookDeliveryNotKeptError', { implements: UserErrorType, description: 'What the delivery told is not kept any more, so that it cannot be sent again.' })
export class WebhookDeliveryNotKeptErrorType extends UserErrorType {}

export const RetryWebhookDeliveryResult = resultUnion('RetryWebhookDeliveryResult', 'How retryWebhookDelivery ends.', () => [RetryWebhookDeliveryPayload, UnknownWebhookDeliveryErrorType, WebhookDeliveryNotKeptErrorType] as const);
export const RecoverWebhookDeliveriesResult = resultUnion('RecoverWebhookDeliveriesResult', 'How recoverWebhookDeliveries ends.', () => [RecoverWebhookDeliveriesPayload, UnknownWebhookEndpointErrorType, UnknownBrokerErrorType] as const);
