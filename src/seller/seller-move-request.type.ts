import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { Broker } from '../broker/broker.type.js';
import { connectionOf, OrderDirection, PageArgs } from '../shared/connection.type.js';
import { enumType } from '../shared/enum.type.js';
import { NodeType } from '../shared/node.type.js';
import { resultUnion, UserErrorType } from '../shared/result.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { SellerMoveDecision } from './decide-seller-move.js';
import { Seller } from './seller.type.js';

const SellerMoveDecisionEnum = enumType<SellerMoveDecision>('SellerMoveDecision', 'What becomes of a seller’s wish to move.', {
  ACCEPT: 'The broker that it asked for manages it from now on.',
  REFUSE: 'It stays where it is.',
});

@ObjectType({ implements: NodeType, description: 'A seller’s wish to be managed by another broker, which staff decide.' })
export class SellerMoveRequest {
  @Field(() => ID, { description: 'Our id for it, a UUID.' })
  id!: string;

  @Field(() => String, { description: 'The seller, by its sellerId.' })
  sellerId!: string;

  @Field(() => String, { description: 'The name of the seller, as customers see it.' })
  sellerName!: string;

  @Field(() => Broker, { nullable: true, description: 'Who manages it now; null when nobody does.' })
  from!: Broker | null;

  @Field(() => Broker, { description: 'Who would manage it.' })
  to!: Broker;

  @Field(() => DateTime, { description: 'When the seller asked first.' })
  requestedAt!: Date;
}

export const SellerMoveRequestConnection = connectionOf('SellerMoveRequest', 'requests to move', () => SellerMoveRequest);

@InputType({ description: 'Narrows a list of requests to move; every member given must hold.' })
export class SellerMoveRequestFilter {
  @Field(() => ID, { nullable: true, description: 'Only requests that would take a seller from this broker or bring one to it.' })
  brokerId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only requests of this seller, by sellerId.' })
  sellerId?: string | null;
}

@ArgsType()
export class SellerMoveRequestsArgs extends PageArgs {
  @Field(() => SellerMoveRequestFilter, { nullable: true, description: 'Which requests; without it, all that are undecided.' })
  filter?: SellerMoveRequestFilter | null;

  @Field(() => OrderDirection, { defaultValue: 'ASC', description: 'By time: ASC puts at the top who has waited longest.' })
  direction!: 'ASC' | 'DESC';
}

@InputType({ description: 'Which request, and what becomes of it.' })
export class DecideSellerMoveInput {
  @Field(() => ID, { description: "The request's id." })
  requestId!: string;

  @Field(() => SellerMoveDecisionEnum, { description: 'Whether the seller moves.' })
  decision!: SellerMoveDecision;

  @Field(() => String, { description: 'Why; it goes to the audit log.' })
  reason!: string;
}

@ObjectType({ description: 'The request is decided.' })
export class DecideSellerMovePayload {
  @Field(() => Seller, { description: 'The seller as it is now.' })
  seller!: Seller;
}

@ObjectType('UnknownSellerMoveRequestError', { implements: UserErrorType, description: 'Nobody asks for this, or it has been decided.' })
export class UnknownSellerMoveRequestErrorType extends UserErrorType {}

export const DecideSellerMoveResult = resultUnion('DecideSellerMoveResult', 'How decideSellerMove ends.', () => [DecideSellerMovePayload, UnknownSellerMoveRequestErrorType] as const);
