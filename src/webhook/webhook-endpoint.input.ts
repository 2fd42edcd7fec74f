import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { WebhookKindEnum } from './webhook-kind.type.js';
import type { WebhookKind } from './webhook-kinds.js';

/** A day. */
const DEFAULT_OVERLAP_SECONDS = 86_400;
const WHOSE = 'For staff: the broker. A broker itself leaves it out.';
const WHY = 'For staff: why. It goes to the audit log.';

@ArgsType()
export class WebhookEndpointsArgs {
  @Field(() => ID, { nullable: true, description: 'Only those of this broker, for staff; a broker sees its own in any case.' })
  brokerId?: string | null;
}

@InputType({ description: 'Where a broker wants to hear of one kind of event.' })
export class RegisterWebhookEndpointInput {
  @Field(() => WebhookKindEnum, { description: 'What it wants to hear of.' })
  kind!: WebhookKind;

  @Field(() => String, { description: 'An absolute URL of at most 2,048 characters: https, and outside production also http.' })
  url!: string;

  @Field(() => ID, { nullable: true, description: WHOSE })
  brokerId?: string | null;

  @Field(() => String, { nullable: true, description: WHY })
  reason?: string | null;
}

@InputType({ description: 'Which endpoint is sent nothing any more.' })
export class DisableWebhookEndpointInput {
  @Field(() => ID, { description: "The endpoint's id." })
  id!: string;

  @Field(() => String, { nullable: true, description: WHY })
  reason?: string | null;
}

@InputType({ description: 'Which endpoint is sent to again.' })
export class EnableWebhookEndpointInput {
  @Field(() => ID, { description: "The endpoint's id." })
  id!: string;

  @Field(() => String, { nullable: true, description: WHY })
  reason?: string | null;
}

@InputType({ description: 'Whose webhook key and signing secret are replaced, and how soon.' })
export class RotateWebhookCredentialInput {
  @Field(() => String, { nullable: true, description: 'What webhooks carry in X-Api-Key, from 16 to 255 printable characters, and no API key. Left out, one is made up. (contract §5.3)' })
  webhookKey?: string | null;

  @Field(() => Int, { defaultValue: DEFAULT_OVERLAP_SECONDS, description: 'How long the pair before it stays valid, from 0, which switches at once, to 2592000, which is 30 days.' })
  overlapSeconds!: number;

  @Field(() => ID, { nullable: true, description: WHOSE })
  brokerId?: string | null;

  @Field(() => String, { nullable: true, description: WHY })
  reason?: string | null;
}

@InputType({ description: 'Which endpoint is tried.' })
export class SendTestWebhookInput {
  @Field(() => ID, { description: "The endpoint's id." })
  endpointId!: string;

  @Field(() => String, { nullable: true, description: WHY })
  reason?: string | null;
}
