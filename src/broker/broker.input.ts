import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { OrderDirection, PageArgs } from '../shared/connection.type.js';
import { enumType } from '../shared/enum.type.js';

@InputType({ description: 'Whose key is replaced.' })
export class RotateApiKeyInput {
  @Field(() => ID, { nullable: true, description: 'For staff: the broker. A broker itself leaves it out.' })
  brokerId?: string | null;

  @Field(() => String, { nullable: true, description: 'For staff: why. It goes to the audit log.' })
  reason?: string | null;
}

@InputType({ description: 'Which key to end.' })
export class RetireApiKeyInput {
  @Field(() => ID, { description: "The key's id, the part between its second and third underscore." })
  id!: string;
}

@InputType({ description: 'A broker to take in.' })
export class CreateBrokerInput {
  @Field(() => String, { description: 'The name that sellers and customers see.' })
  name!: string;

  @Field(() => String, { description: 'Its home page, http or https.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'Its colour on the pages that its sellers and customers see, as in #0b6e4f.' })
  accentColor?: string | null;

  @Field(() => [String], { nullable: true, description: 'The sites on which its publishable key may be used, as in https://app.example.' })
  origins?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Where it hears of orders. Without it, no authenticated checkout. (contract §5.4)' })
  successWebhook?: string | null;

  @Field(() => String, { nullable: true, description: "Where it hears of changes to its customers' details." })
  customerWebhook?: string | null;

  @Field(() => String, { nullable: true, description: 'What its webhooks carry in X-Api-Key, from 16 to 255 printable characters, and no API key. Left out, one is made up. (contract §5.3)' })
  webhookKey?: string | null;

  @Field(() => String, { description: 'Why it is taken in. It goes to the audit log.' })
  reason!: string;
}

@InputType({ description: 'Narrows a list of brokers.' })
export class BrokerFilter {
  @Field(() => String, { nullable: true, description: 'Only brokers with this in their name, in capitals or not.' })
  nameContains?: string | null;
}

type BrokerOrderField = 'CREATED_AT' | 'NAME';

const BrokerOrderFieldEnum = enumType<BrokerOrderField>('BrokerOrderField', 'What a list of brokers can be ordered by.', {
  CREATED_AT: 'Since when they are known here.',
  NAME: 'Their names.',
});

@ArgsType()
export class BrokersArgs extends PageArgs {
  @Field(() => BrokerFilter, { nullable: true, description: 'Which brokers; without it, all.' })
  filter?: BrokerFilter | null;

  @Field(() => BrokerOrderFieldEnum, { defaultValue: 'CREATED_AT', description: 'What to compare.' })
  orderBy!: BrokerOrderField;

  @Field(() => OrderDirection, { defaultValue: 'DESC', description: 'Which end comes first: DESC is the newest, or with NAME the last of the alphabet.' })
  direction!: 'ASC' | 'DESC';
}
