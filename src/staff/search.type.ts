import { Field, ID, ObjectType } from 'type-graphql';
import { CheckoutSession } from '../checkout-session/checkout-session.type.js';
import { StandaloneCheckoutSession } from '../checkout-session/standalone-session.type.js';
import { Customer } from '../customer/customer.type.js';
import { Order } from '../order/order.type.js';
import { Seller } from '../seller/seller.type.js';
import { enumType } from '../shared/enum.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { SearchKind } from './search.store.js';

const SearchKindEnum = enumType<SearchKind>('SearchKind', 'What a search has found.', {
  BROKER: 'A third-party app.',
  SELLER: 'An organisation that offers sessions or slots.',
  CHECKOUT_SESSION: 'An authenticated checkout session.',
  ORDER: 'An order, confirmed or not.',
  CUSTOMER: 'A person whom a broker has registered.',
});

@ObjectType({ description: 'Something that a search has found, with what leads further.' })
export class SearchHit {
  @Field(() => SearchKindEnum, { description: 'What it is.' })
  kind!: SearchKind;

  @Field(() => ID, { description: 'Our id for it.' })
  id!: string;

  @Field(() => String, { description: 'A name, a reference or an identifier; of a customer only whose they are.' })
  label!: string;

  @Field(() => String, { description: 'Its address, for lookUp, node and revealPersonalData; of a broker its home page.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'Where it stands, as its own type names it; null for what has no state.' })
  state!: string | null;

  @Field(() => ID, { nullable: true, description: 'Whose it is; null when it is no broker’s.' })
  brokerId!: string | null;

  @Field(() => DateTime, { description: 'Since when it is known here.' })
  createdAt!: Date;
}

@ObjectType({ description: 'What an address of the contract leads to: one member is set, the others are null.' })
export class LookUp {
  @Field(() => Order, { nullable: true, description: 'The order, or what of the quote was set out to book.' })
  order!: Order | null;

  @Field(() => CheckoutSession, { nullable: true, description: 'The authenticated checkout session.' })
  checkoutSession!: CheckoutSession | null;

  @Field(() => StandaloneCheckoutSession, { nullable: true, description: 'The standalone checkout session.' })
  standaloneCheckoutSession!: StandaloneCheckoutSession | null;

  @Field(() => Customer, { nullable: true, description: 'The registered customer.' })
  customer!: Customer | null;

  @Field(() => Seller, { nullable: true, description: 'The seller whose sellerId it is.' })
  seller!: Seller | null;
}
