import { Field, ObjectType } from 'type-graphql';
import { UnknownBrokerErrorType } from '../broker/broker.result.js';
import { resultUnion, UserErrorType, ValidationErrorType } from '../shared/result.type.js';
import { DateTime } from '../shared/scalars.type.js';
import { WebhookDelivery } from './webhook-delivery.type.js';
import { WebhookEndpoint } from './webhook-endpoint.type.js';

@ObjectType({ description: 'The endpoint is registered and enabled, now or by an earlier call.' })
export class RegisterWebhookEndpointPayload {
  @Field(() => WebhookEndpoint, { description: 'The endpoint as it is now.' })
  endpoint!: WebhookEndpoint;
}

@ObjectType({ description: 'The endpoint is disabled, now or before; what is for it waits.' })
export class DisableWebhookEndpointPayload {
  @Field(() => WebhookEndpoint, { description: 'The endpoint as it is now.' })
  endpoint!: WebhookEndpoint;
}

@ObjectType({ description: 'The endpoint is enabled; what has waited for it goes out.' })
export class EnableWebhookEndpointPayload {
  @Field(() => WebhookEndpoint, { description: 'The endpoint as it is now.' })
  endpoint!: WebhookEndpoint;
}

@ObjectType({ description: 'A new webhook key and signing secret are live. They are shown this once.' })
export class RotateWebhookCredentialPayload {
  @Field(() => String, { description: 'What webhooks carry in X-Api-Key from `retiresAt` on; it cannot be read again. (contract §5.3)' })
  webhookKey!: string;

  @Field(() => String, { description: 'What webhooks are signed with from now on, by Standard Webhooks; it cannot be read again.' })
  signingSecret!: string;

  @Field(() => DateTime, { nullable: true, description: 'Until when webhooks carry the key before it, and are signed with both secrets; null when there was no pair before.' })
  retiresAt!: Date | null;
}

@ObjectType({ description: 'A test is on its way.' })
export class SendTestWebhookPayload {
  @Field(() => WebhookDelivery, { description: 'Its delivery: look it up again to see how it ended.' })
  delivery!: WebhookDelivery;
}

@ObjectType('UnknownWebhookEndpointError', { implements: UserErrorType, description: 'There is no such endpoint within reach.' })
export class UnknownWebhookEndpointErrorType extends UserErrorType {}

export const RegisterWebhookEndpointResult = resultUnion('RegisterWebhookEndpointResult', 'How registerWebhookEndpoint ends.', () => [RegisterWebhookEndpointPayload, ValidationErrorType, UnknownBrokerErrorType] as const);
export const DisableWebhookEndpointResult = resultUnion('DisableWebhookEndpointResult', 'How disableWebhookEndpoint ends.', () => [DisableWebhookEndpointPayload, UnknownWebhookEndpointErrorType] as const);
export const EnableWebhookEndpointResult = resultUnion('EnableWebhookEndpointResult', 'How enableWebhookEndpoint ends.', () => [EnableWebhookEndpointPayload, UnknownWebhookEndpointErrorType] as const);
export const RotateWebhookCredentialResult = resultUnion('RotateWebhookCredentialResult', 'How rotateWebhookCredential ends.', () => [RotateWebhookCredentialPayload, ValidationErrorType, UnknownBrokerErrorType] as const);
export const SendTestWebhookResult = resultUnion('SendTestWebhookResult', 'How sendTestWebhook ends.', () => [SendTestWebhookPayload, UnknownWebhookEndpointErrorType] as const);
