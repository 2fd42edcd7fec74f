import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { OrderDirection, PageArgs } from '../shared/connection.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { OrderState } from './order.lifecycle.js';
import { OrderStateEnum } from './order.type.js';

@InputType({ description: 'Narrows a list of orders; every member given must hold.' })
export class OrderFilter {
  @Field(() => [OrderStateEnum], { nullable: true, description: 'Only orders in one of these states.' })
  state?: OrderState[] | null;

  @Field(() => DateTime, { nullable: true, description: 'Only orders created at this moment or later.' })
  createdFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only orders created before this moment.' })
  createdBefore?: Date | null;

  @Field(() => ID, { nullable: true, description: 'For staff: only orders of this broker. A broker sees its own in any case.' })
  brokerId?: string | null;
}

@ArgsType()
export class OrdersArgs extends PageArgs {
  @Field(() => OrderFilter, { nullable: true, description: "Which orders; without it, all of the broker's." })
  filter?: OrderFilter | null;

  @Field(() => OrderDirection, { defaultValue: 'DESC', description: 'By creation: DESC puts the newest first.' })
  direction!: 'ASC' | 'DESC';
}
