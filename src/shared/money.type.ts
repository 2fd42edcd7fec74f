import { Field, Int, ObjectType } from 'type-graphql';
import type { Money } from './money.js';

@ObjectType('Money', { description: 'An amount of money, exact.' })
export class MoneyType implements Money {
  @Field(() => Int, { description: "In the currency's minor unit: 850 is £8.50, and 500 in JPY is ¥500." })
  amountMinor!: number;

  @Field(() => String, { nullable: true, description: 'ISO 4217 code, as in GBP; null on a free offer whose publisher names none.' })
  currency!: string | null;

  @Field(() => String, { description: "As a plain decimal with the currency's digits, as in 8.50." })
  amount!: string;
}
