import { Field, ObjectType } from 'type-graphql';
import { PaymentProviderErrorType } from '../payment/payment-provider-error.type.js';
import { resultUnion, UserErrorType } from '../shared/result.type.js';
import { SellerFlow, SellerFlowStepEnum } from './seller-flow.type.js';
import type { SellerFlowStep } from './seller-flow-step.js';

@ObjectType({ description: 'The link is used up and its flow has begun, or this browser is back in it.' })
export class OpenSellerLinkPayload {
  @Field(() => String, { description: 'For this browser alone: send it as `Authorization: SellerFlow <token>`.' })
  token!: string;

  @Field(() => SellerFlow, { description: 'The flow.' })
  flow!: SellerFlow;
}

@ObjectType({ description: 'The terms are accepted, and kept with version, time and link.' })
export class AcceptSellerTermsPayload {
  @Field(() => SellerFlow, { description: 'The flow as it is now.' })
  flow!: SellerFlow;
}

@ObjectType({ description: 'The choice is kept; it takes effect when the flow is completed.' })
export class ChooseRefundsPayload {
  @Field(() => SellerFlow, { description: 'The flow as it is now.' })
  flow!: SellerFlow;
}

@ObjectType({ description: 'The provider waits for the seller.' })
export class ConnectPaymentAccountPayload {
  @Field(() => String, { description: 'Where the seller gives the provider its details; it works once, and soon.' })
  url!: string;
}

@ObjectType({ description: 'The provider was asked how the account stands.' })
export class RefreshPaymentAccountPayload {
  @Field(() => SellerFlow, { description: 'The flow as it is now.' })
  flow!: SellerFlow;
}

@ObjectType({ description: 'The seller has moved, or had already.' })
export class CompleteSellerFlowPayload {
  @Field(() => SellerFlow, { description: 'The flow, complete.' })
  flow!: SellerFlow;
}

@ObjectType({ description: 'The wish to be moved is kept; staff decide.' })
export class RequestSellerMovePayload {
  @Field(() => SellerFlow, { description: 'The flow as it is now.' })
  flow!: SellerFlow;
}

@ObjectType('SellerLinkForgedError', { implements: UserErrorType, description: 'Not a link that we made for this page, or changed since.' })
export class SellerLinkForgedErrorType extends UserErrorType {}

@ObjectType('SellerLinkExpiredError', { implements: UserErrorType, description: 'A link of ours whose time is over.' })
export class SellerLinkExpiredErrorType extends UserErrorType {
  @Field(() => String, { description: 'The broker to ask for a new one.' })
  brokerName!: string;

  @Field(() => String, { description: "The broker's home page." })
  brokerUrl!: string;
}

@ObjectType('SellerLinkUsedError', { implements: UserErrorType, description: 'A link of ours that another browser has opened.' })
export class SellerLinkUsedErrorType extends UserErrorType {
  @Field(() => String, { description: 'The broker to ask for a new one.' })
  brokerName!: string;

  @Field(() => String, { description: "The broker's home page." })
  brokerUrl!: string;
}

@ObjectType('SellerFlowStepError', { implements: UserErrorType, description: 'The flow is at another step; nothing was changed.' })
export class SellerFlowStepErrorType extends UserErrorType {
  @Field(() => SellerFlowStepEnum, { description: 'The step that it is at.' })
  step!: SellerFlowStep;
}

@ObjectType('TermsOutdatedError', { implements: UserErrorType, description: 'The terms have changed since they were shown; nothing was kept.' })
export class TermsOutdatedErrorType extends UserErrorType {
  @Field(() => String, { description: 'The version to read and accept.' })
  currentVersion!: string;
}

@ObjectType('SellerChangedError', { implements: UserErrorType, description: 'Somebody else has changed the seller since this flow began; nothing was changed.' })
export class SellerChangedErrorType extends UserErrorType {}

export const OpenSellerLinkResult = resultUnion('OpenSellerLinkResult', 'How openSellerLink ends.', () => [OpenSellerLinkPayload, SellerLinkForgedErrorType, SellerLinkExpiredErrorType, SellerLinkUsedErrorType] as const);
export const AcceptSellerTermsResult = resultUnion('AcceptSellerTermsResult', 'How acceptSellerTerms ends.', () => [AcceptSellerTermsPayload, SellerFlowStepErrorType, TermsOutdatedErrorType] as const);
export const ChooseRefundsResult = resultUnion('ChooseRefundsResult', 'How chooseRefunds ends.', () => [ChooseRefundsPayload, SellerFlowStepErrorType] as const);
export const ConnectPaymentAccountResult = resultUnion('ConnectPaymentAccountResult', 'How connectPaymentAccount ends.', () => [ConnectPaymentAccountPayload, SellerFlowStepErrorType, PaymentProviderErrorType] as const);
export const RefreshPaymentAccountResult = resultUnion('RefreshPaymentAccountResult', 'How refreshPaymentAccount ends.', () => [RefreshPaymentAccountPayload, SellerFlowStepErrorType, PaymentProviderErrorType] as const);
export const CompleteSellerFlowResult = resultUnion('CompleteSellerFlowResult', 'How completeSellerFlow ends.', () => [CompleteSellerFlowPayload, SellerFlowStepErrorType, SellerChangedErrorType] as const);
export const RequestSellerMoveResult = resultUnion('RequestSellerMoveResult', 'How requestSellerMove ends.', () => [RequestSellerMovePayload, SellerFlowStepErrorType] as const);
