import { Field, ObjectType } from 'type-graphql';
import { PaymentProviderErrorType } from '../payment/payment-provider-error.type.js';
import { resultUnion, UserErrorType, ValidationErrorType } from '../shared/result.type.js';
import { ItemNotBookableErrorType } from '../checkout-session/checkout-session.result.js';
import type { CheckoutStep } from './checkout-step.js';
import { Checkout, CheckoutStepEnum, DryQuote } from './checkout.type.js';

@ObjectType({ description: 'The checkout is under way.' })
export class StartCheckoutPayload {
  @Field(() => String, { description: 'For this browser alone: send it as `Authorization: Checkout <token>`.' })
  token!: string;

  @Field(() => Checkout, { description: 'The checkout.' })
  checkout!: Checkout;
}

@ObjectType({ description: 'The ticket is chosen, or is to be chosen again.' })
export class ChooseTicketPayload {
  @Field(() => Checkout, { description: 'The checkout as it is now.' })
  checkout!: Checkout;
}

@ObjectType({ description: 'The details are kept, and the places are held.' })
export class SubmitDetailsPayload {
  @Field(() => Checkout, { description: 'The checkout as it is now.' })
  checkout!: Checkout;
}

@ObjectType({ description: 'The answer is kept.' })
export class ConfirmAgePayload {
  @Field(() => Checkout, { description: 'The checkout as it is now.' })
  checkout!: Checkout;
}

@ObjectType({ description: 'The prices of this moment are agreed to.' })
export class AcceptPricesPayload {
  @Field(() => Checkout, { description: 'The checkout as it is now.' })
  checkout!: Checkout;
}

@ObjectType({ description: 'The places are held for a full term again.' })
export class RenewHoldPayload {
  @Field(() => Checkout, { description: 'The checkout as it is now.' })
  checkout!: Checkout;
}

@ObjectType({ description: 'It is booked, now or by an earlier click.' })
export class BookCheckoutPayload {
  @Field(() => Checkout, { description: 'The checkout with its order.' })
  checkout!: Checkout;
}

@ObjectType({ description: 'The checkout is over, and its places are free.' })
export class CancelCheckoutPayload {
  @Field(() => Checkout, { description: 'The checkout as it is now.' })
  checkout!: Checkout;
}

@ObjectType({ description: 'Everything can be booked at this moment.' })
export class DryQuotePayload {
  @Field(() => DryQuote, { description: 'What it would cost.' })
  quote!: DryQuote;
}

@ObjectType('CheckoutStepError', { implements: UserErrorType, description: 'The checkout is at another step; nothing was changed.' })
export class CheckoutStepErrorType extends UserErrorType {
  @Field(() => CheckoutStepEnum, { description: 'The step that it is at.' })
  step!: CheckoutStep;
}

@ObjectType('UnknownCheckoutTargetError', { implements: UserErrorType, description: 'There is no such target or item.' })
export class UnknownCheckoutTargetErrorType extends UserErrorType {}

@ObjectType('CheckoutStartedElsewhereError', { implements: UserErrorType, description: "It is one customer's, and another browser has started it." })
export class CheckoutStartedElsewhereErrorType extends UserErrorType {}

@ObjectType('CheckoutSessionOverError', { implements: UserErrorType, description: 'The session came to its end: booked, cancelled, or out of time.' })
export class CheckoutSessionOverErrorType extends UserErrorType {}

@ObjectType('TooManyHoldsError', { implements: UserErrorType, description: 'Too many places of one item are being held from one address; nothing was held.' })
export class TooManyHoldsErrorType extends UserErrorType {}

@ObjectType('PaymentRequiredError', { implements: UserErrorType, description: 'The order costs something: it is paid for with payCheckout; nothing was booked.' })
export class PaymentRequiredErrorType extends UserErrorType {}

@ObjectType({ description: 'The payment provider waits for the customer.' })
export class PayCheckoutPayload {
  @Field(() => String, { description: 'Where the customer pays.' })
  url!: string;
}

@ObjectType({ description: 'The provider was asked, and the order has gone on as far as its answer leads.' })
export class RefreshPaymentPayload {
  @Field(() => Checkout, { description: 'The checkout as it is now.' })
  checkout!: Checkout;
}

export const StartCheckoutResult = resultUnion(
  'StartCheckoutResult',
  'How startCheckout ends.',
  () => [StartCheckoutPayload, UnknownCheckoutTargetErrorType, CheckoutStartedElsewhereErrorType, CheckoutSessionOverErrorType, ItemNotBookableErrorType] as const,
);
export const ChooseTicketResult = resultUnion('ChooseTicketResult', 'How chooseTicket ends.', () => [ChooseTicketPayload, CheckoutStepErrorType, ItemNotBookableErrorType] as const);
export const SubmitDetailsResult = resultUnion(
  'SubmitDetailsResult',
  'How submitDetails ends.',
  () => [SubmitDetailsPayload, CheckoutStepErrorType, ValidationErrorType, ItemNotBookableErrorType, TooManyHoldsErrorType] as const,
);
export const ConfirmAgeResult = resultUnion('ConfirmAgeResult', 'How confirmAge ends.', () => [ConfirmAgePayload, CheckoutStepErrorType] as const);
export const AcceptPricesResult = resultUnion('AcceptPricesResult', 'How acceptPrices ends.', () => [AcceptPricesPayload, CheckoutStepErrorType] as const);
export const RenewHoldResult = resultUnion('RenewHoldResult', 'How renewHold ends.', () => [RenewHoldPayload, CheckoutStepErrorType, ItemNotBookableErrorType, TooManyHoldsErrorType] as const);
export const BookCheckoutResult = resultUnion('BookCheckoutResult', 'How bookCheckout ends.', () => [BookCheckoutPayload, CheckoutStepErrorType, ItemNotBookableErrorType, PaymentRequiredErrorType] as const);
export const PayCheckoutResult = resultUnion('PayCheckoutResult', 'How payCheckout ends.', () => [PayCheckoutPayload, CheckoutStepErrorType, ItemNotBookableErrorType, PaymentProviderErrorType] as const);
export const RefreshPaymentResult = resultUnion('RefreshPaymentResult', 'How refreshPayment ends.', () => [RefreshPaymentPayload, CheckoutStepErrorType, PaymentProviderErrorType] as const);
export const CancelCheckoutResult = resultUnion('CancelCheckoutResult', 'How cancelCheckout ends.', () => [CancelCheckoutPayload, CheckoutStepErrorType] as const);
export const DryQuoteResult = resultUnion('DryQuoteResult', 'How dryQuote ends.', () => [DryQuotePayload, ValidationErrorType, ItemNotBookableErrorType] as const);
