import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql';
import { badUserInput } from '../access/refusal.js';
import { brokerBehind, requireCustomer } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { selectedFields } from '../shared/selected-fields.js';
import { UserError } from '../shared/user-error.js';
import { bookCheckout } from './book-checkout.js';
import { AcceptPricesInput, CheckoutTargetInput, ChooseTicketInput, ConfirmAgeInput, DryQuoteInput, StartCheckoutInput, SubmitDetailsInput } from './checkout.input.js';
import { AcceptPricesResult, BookCheckoutResult, CancelCheckoutResult, ChooseTicketResult, ConfirmAgeResult, DryQuoteResult, PayCheckoutResult, RefreshPaymentResult, RenewHoldResult, StartCheckoutResult, SubmitDetailsResult } from './checkout.result.js';
import { readCheckout } from './checkout.store.js';
import { readCheckoutTarget } from './checkout-target.store.js';
import { Checkout, CheckoutTarget } from './checkout.type.js';
import { acceptPrices, cancelCheckout, chooseTicket, confirmAge, renewHold, reopenTicketChoice, submitDetails } from './continue-checkout.js';
import { dryQuote } from './dry-quote.js';
import { payCheckout, refreshPayment } from './pay-checkout.js';
import { startCheckout } from './start-checkout.js';

const MAX_HELD_TOKENS = 20;

@Resolver()
export class CheckoutResolver {
  @Query(() => CheckoutTarget, { nullable: true, description: 'What can be booked at an address; null when it leads nowhere. It holds nothing. Open to everybody.' })
  async checkoutTarget(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('target', () => CheckoutTargetInput, { description: 'The address.' }) target: CheckoutTargetInput) {
    requireOneTarget(target);
    return (await readCheckoutTarget(target, brokerBehind(context), { ...context, selected: selectedFields(info) })) ?? null;
  }

  @Query(() => Checkout, { nullable: true, description: 'The checkout that the token opens. Needs a checkout token.' })
  async checkout(@Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    return (await readCheckout(requireCustomer(context).checkoutId, { ...context, selected: selectedFields(info) })) ?? null;
  }

  @Query(() => DryQuoteResult, { description: 'What an order would cost, and whether it can be booked. It stores and holds nothing. Open to everybody.' })
  async dryQuote(@Ctx() context: Context, @Arg('input', () => DryQuoteInput, { description: 'The places.' }) { orderedItem }: DryQuoteInput) {
    const outcome = await dryQuote(orderedItem, context);
    return outcome instanceof UserError ? outcome : payload('DryQuotePayload', { quote: outcome });
  }

  @Mutation(() => StartCheckoutResult, { description: "Starts this browser's own checkout, or lets it back into the one that it has under way. It holds no places yet. Open to everybody." })
  async startCheckout(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => StartCheckoutInput, { description: 'Where it starts.' }) target: StartCheckoutInput) {
    requireOneTarget(target);
    const outcome = await startCheckout(target, brokerBehind(context), context);
    if (outcome instanceof UserError) return outcome;
    const checkout = await readCheckout(outcome.id, { ...context, selected: selectedFields(info) });
    return payload('StartCheckoutPayload', { token: outcome.token, checkout });
  }

  @Mutation(() => ChooseTicketResult, { description: 'Chooses a ticket at the price that is shown, or opens the choice again before the details are given. Needs a checkout token.' })
  async chooseTicket(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => ChooseTicketInput, { description: 'Which ticket.' }) { offerId }: ChooseTicketInput) {
    const { checkoutId } = requireCustomer(context);
    const refused = offerId === null || offerId === undefined ? await reopenTicketChoice(checkoutId, context) : await chooseTicket(checkoutId, offerId, context);
    return refused ?? payload('ChooseTicketPayload', await checkoutOf(checkoutId, context, info));
  }

  @Mutation(() => SubmitDetailsResult, { description: 'Takes the details and holds the places. A repeat replaces the details and keeps the places. Needs a checkout token.' })
  async submitDetails(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => SubmitDetailsInput, { description: 'Who is booking.' }) { customer }: SubmitDetailsInput) {
    const { checkoutId } = requireCustomer(context);
    return (await submitDetails(checkoutId, customer ?? undefined, context)) ?? payload('SubmitDetailsPayload', await checkoutOf(checkoutId, context, info));
  }

  @Mutation(() => ConfirmAgeResult, { description: 'Says whether the customer is 13 or over; a no ends the checkout and forgets what was typed. Needs a checkout token. (contract §2 Person)' })
  async confirmAge(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => ConfirmAgeInput, { description: 'The answer.' }) { is13OrOver }: ConfirmAgeInput) {
    const { checkoutId } = requireCustomer(context);
    return (await confirmAge(checkoutId, is13OrOver, context)) ?? payload('ConfirmAgePayload', await checkoutOf(checkoutId, context, info));
  }

  @Mutation(() => AcceptPricesResult, { description: 'Agrees to the prices of this moment. A repeat changes nothing. Needs a checkout token.' })
  async acceptPrices(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => AcceptPricesInput, { description: 'At which total.' }) { totalMinor }: AcceptPricesInput) {
    const { checkoutId } = requireCustomer(context);
    return (await acceptPrices(checkoutId, totalMinor, context)) ?? payload('AcceptPricesPayload', await checkoutOf(checkoutId, context, info));
  }

  @Mutation(() => RenewHoldResult, { description: 'Holds the places for a full term again. Needs a checkout token.' })
  async renewHold(@Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    const { checkoutId } = requireCustomer(context);
    return (await renewHold(checkoutId, context)) ?? payload('RenewHoldPayload', await checkoutOf(checkoutId, context, info));
  }

  @Mutation(() => BookCheckoutResult, { description: 'Books it. A repeat finds the first order and changes nothing. Needs a checkout token. (contract §6)' })
  async bookCheckout(@Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    const { checkoutId } = requireCustomer(context);
    return (await bookCheckout(checkoutId, context)) ?? payload('BookCheckoutPayload', await checkoutOf(checkoutId, context, info));
  }

  @Mutation(() => PayCheckoutResult, { description: 'Sends the customer to pay for what is not free, with the places held meanwhile. A repeat leads to the same payment while it is open, after a decline to another attempt. Needs a checkout token.' })
  async payCheckout(@Ctx() context: Context) {
    const outcome = await payCheckout(requireCustomer(context).checkoutId, context);
    return outcome instanceof UserError ? outcome : payload('PayCheckoutPayload', outcome);
  }

  @Mutation(() => RefreshPaymentResult, { description: 'Asks the payment provider how the payment stands, and books when the money is there. A repeat asks again. Needs a checkout token.' })
  async refreshPayment(@Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    const { checkoutId } = requireCustomer(context);
    return (await refreshPayment(checkoutId, context)) ?? payload('RefreshPaymentPayload', await checkoutOf(checkoutId, context, info));
  }

  @Mutation(() => CancelCheckoutResult, { description: 'Gives the checkout up: its places are free at once, and what was typed is forgotten. A repeat changes nothing. Needs a checkout token.' })
  async cancelCheckout(@Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    const { checkoutId } = requireCustomer(context);
    return (await cancelCheckout(checkoutId, context)) ?? payload('CancelCheckoutPayload', await checkoutOf(checkoutId, context, info));
  }
}

function requireOneTarget({ secret, item, heldTokens }: CheckoutTargetInput): void {
  if (Boolean(secret) === Boolean(item)) throw badUserInput('A target is either a secret or an item.');
  if (heldTokens.length > MAX_HELD_TOKENS) throw badUserInput(`"heldTokens" may have at most ${MAX_HELD_TOKENS} items.`);
}

async function checkoutOf(id: string, context: Context, info: GraphQLResolveInfo) {
  return { checkout: await readCheckout(id, { ...context, selected: selectedFields(info) }) };
}
