import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { OrderDirection, PageArgs } from '../shared/connection.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { WebhookDeliveryState } from './webhook-delivery.lifecycle.js';
import { WebhookDeliveryStateEnum, WebhookEventKindEnum } from './webhook-delivery.type.js';
import type { WebhookEventKind } from './webhook-kinds.js';

@InputType({ description: 'Narrows a list of deliveries; every member given must hold.' })
export class WebhookDeliveryFilter {
  @Field(() => ID, { nullable: true, description: 'Only those of this broker, for staff; a broker sees its own in any case.' })
  brokerId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only those to this endpoint.' })
  endpointId?: string | null;

  @Field(() => WebhookEventKindEnum, { nullable: true, description: 'Only those that tell this.' })
  kind?: WebhookEventKind | null;

  @Field(() => [WebhookDeliveryStateEnum], { nullable: true, description: 'Only those in one of these states.' })
  states?: WebhookDeliveryState[] | null;

  @Field(() => String, { nullable: true, description: 'Only those about this, by id, as in `subject`.' })
  subject?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Only those put on their way after this, for the first time or again.' })
  queuedAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only those put on their way before this, for the first time or again.' })
  queuedBefore?: Date | null;
}

@ArgsType()
export class WebhookDeliveriesArgs extends PageArgs {
  @Field(() => WebhookDeliveryFilter, { nullable: true, description: "Which deliveries; without it, all of the broker's." })
  filter?: WebhookDeliveryFilter | null;

  @Field(() => OrderDirection, { defaultValue: 'DESC', description: 'By queuedAt: DESC puts those at the top that were put on their way last.' })
  direction!: 'ASC' | 'DESC';
}

@InputType({ description: 'Which delivery is sent again.' })
export class RetryWebhookDeliveryInput {
  @Field(() => ID, { description: "The delivery's id, which is its webhook-id." })
  id!: string;

  @Field(() => String, { nullable: true, description: 'For staff: why. It goes to the audit log.' })
  reason?: string | null;
}

@InputType({ description: 'Which deliveries that came to nothing are sent again.' })
export class RecoverWebhookDeliveriesInput {
  @Field(() => DateTime, { description: 'Those created at this moment or later.' })
  since!: Date;

  @Field(() => ID, { nullable: true, description: 'Only those to this endpoint.' })
  endpointId?: string | null;

  @Field(() => ID, { nullable: true, description: 'For staff who name no endpoint: the broker. A broker itself leaves it out.' })
  brokerId?: string | null;

  @Field(() => String, { nullable: true, description: 'For staff: why. It goes to the audit log.' })
  reason?: string | null;
}
