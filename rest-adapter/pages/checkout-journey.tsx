import { AgePage, CancelPage, checkoutPageOf, CheckPage, DetailsPage, EndedPage, FailedPage, OutagePage, PayingPage, PricePage, TicketPage, UnavailablePage, type Checkout, type CheckoutPageProps } from './checkout-pages.js';
import { alternativeAddress } from './checkout-parts.js';
import { CHECKOUT_TEXTS } from './checkout-texts.js';
import { CancelBookingPage, ConfirmationPage } from './confirmation-page.js';
import type { FieldError } from './layout.js';
import { goOnTo } from './leaving.js';
import { seeOther, type PageAnswer } from './page-answer.js';
import { CHECKOUT, formTokenOf, journeyOf, type PageExchange, type PageHandler } from './page-exchange.js';
import { DeadEndPage } from './seller-pages.js';
import { submitter, type Submission } from './submission.js';
import { TEXTS } from './texts.js';

const OVER: PageAnswer = { status: 410, page: <DeadEndPage {...CHECKOUT_TEXTS.over} /> };

interface CheckoutPage {
  readonly component: (props: CheckoutPageProps) => ReturnType<typeof CheckPage>;
  /** Whether the page can be looked at when the checkout is at this step; else the browser is sent to the one that can. */
  readonly isOpen: (checkout: Checkout) => boolean;
}

const isUnderWay = ({ step }: Checkout) => step === 'DETAILS' || step === 'AGE' || step === 'PRICE_CHANGED' || step === 'CHECK';

/** The pages of a checkout by the last part of their address. */
const PAGES = {
  ticket: { component: TicketPage, isOpen: ({ step }) => step === 'TICKET' },
  details: { component: DetailsPage, isOpen: isUnderWay },
  age: { component: AgePage, isOpen: ({ step }) => step === 'AGE' },
  price: { component: PricePage, isOpen: ({ step }) => step === 'PRICE_CHANGED' },
  check: { component: CheckPage, isOpen: ({ step }) => step === 'CHECK' },
  paying: { component: PayingPage, isOpen: ({ step }) => step === 'PAYING' },
  outage: { component: OutagePage, isOpen: ({ step }) => step === 'PAYING' },
  failed: { component: FailedPage, isOpen: ({ step }) => step === 'FAILED' },
  'cancel-booking': { component: CancelBookingPage, isOpen: ({ step }) => step === 'DONE' },
  cancel: { component: CancelPage, isOpen: ({ state }) => state === 'OPEN' },
  confirmation: { component: ConfirmationPage, isOpen: ({ step }) => step === 'DONE' },
  unavailable: { component: NotBookable, isOpen: ({ step }) => step === 'NOT_BOOKABLE' },
  ended: { component: Ended, isOpen: ({ step }) => step === 'CANCELLED' || step === 'EXPIRED' || step === 'UNDER_13' },
} as const satisfies Record<string, CheckoutPage>;

export type CheckoutPageName = keyof typeof PAGES;

const PAGE_OF_STEP = {
  TICKET: 'ticket',
  DETAILS: 'details',
  AGE: 'age',
  PRICE_CHANGED: 'price',
  CHECK: 'check',
  PAYING: 'paying',
  FAILED: 'failed',
  DONE: 'confirmation',
  NOT_BOOKABLE: 'unavailable',
  UNDER_13: 'ended',
  CANCELLED: 'ended',
  EXPIRED: 'ended',
} as const satisfies Record<Checkout['step'], CheckoutPageName>;

function NotBookable({ checkout }: CheckoutPageProps) {
  const things = checkout.items.length > 0 ? checkout.items.flatMap(({ opportunity }) => opportunity ?? []) : checkout.opportunity ? [checkout.opportunity] : [];
  return <UnavailablePage of={checkout} things={things} again={checkoutPageOf(checkout, 'next')} />;
}

/** Whoever came through a broker goes back there; anybody else can start again here, unless they may not book at all. */
function Ended({ checkout }: CheckoutPageProps) {
  const { step, opportunity, broker } = checkout;
  if (step === 'UNDER_13') return <EndedPage of={checkout} how="UNDER_13" />;
  const again = opportunity && broker.name === TEXTS.service ? alternativeAddress(opportunity) : undefined;
  return <EndedPage of={checkout} how={step === 'EXPIRED' ? 'EXPIRED' : 'CANCELLED'} again={again} />;
}

function nextPage(checkout: Pick<Checkout, 'id' | 'step'>): PageAnswer {
  return seeOther(checkoutPageOf(checkout, PAGE_OF_STEP[checkout.step]));
}

/** Sends a browser to whatever its checkout needs next. */
export const showNextOfCheckout: PageHandler = async (exchange) => {
  const mine = journeyOf(exchange, CHECKOUT);
  const checkout = mine && (await exchange.sdk.ReadCheckout({}, mine.call)).checkout;
  return checkout ? nextPage(checkout) : OVER;
};

/** Shows one page of a checkout, or sends the browser to the one it is at. */
export function showCheckoutPage(name: CheckoutPageName): PageHandler {
  return (exchange) => render(exchange, name, []);
}

async function render(exchange: PageExchange, name: CheckoutPageName, errors: readonly FieldError[], typed: Readonly<Record<string, string>> = {}): Promise<PageAnswer> {
  const mine = journeyOf(exchange, CHECKOUT);
  const checkout = mine && (await exchange.sdk.ReadCheckout({}, mine.call)).checkout;
  if (!mine || !checkout) return OVER;
  const { component: Component, isOpen }: CheckoutPage = PAGES[name];
  if (!isOpen(checkout)) return nextPage(checkout);
  return { status: errors.length > 0 ? 400 : 200, page: <Component checkout={checkout} formToken={formTokenOf(mine.token)} errors={errors} typed={typed} /> };
}

/** The booking for a calendar. */
export const getCalendar: PageHandler = async (exchange) => {
  const mine = journeyOf(exchange, CHECKOUT);
  const checkout = mine && (await exchange.sdk.ReadCalendar({}, mine.call)).checkout;
  if (!checkout?.order) return OVER;
  return { status: 200, file: { name: 'courtside.ics', type: 'text/calendar; charset=utf-8', content: checkout.order.calendar } };
};

const submit = submitter(CHECKOUT, OVER);

export const submitTicket = submit(async (submission) => {
  if (submission.fields['again'] === 'yes') return goOn(submission, (await submission.sdk.ChooseTicket({ input: { offerId: null } }, submission.call)).chooseTicket);
  const offerId = submission.fields['offer'];
  if (!offerId) return render(submission, 'ticket', [{ field: 'offer', message: CHECKOUT_TEXTS.ticket.missing }]);
  const { chooseTicket: result } = await submission.sdk.ChooseTicket({ input: { offerId } }, submission.call);
  return goOn(submission, result);
});

export const submitCheckoutDetails = submit(async (submission) => {
  const { fields, sdk, call } = submission;
  const typed = { givenName: fields['givenName'] ?? '', familyName: fields['familyName'] ?? '', email: fields['email'] ?? '' };
  const customer = { givenName: typed.givenName.trim(), familyName: typed.familyName.trim(), email: typed.email.trim() };
  const { submitDetails: result } = await sdk.SubmitDetails({ input: { customer } }, call);
  if (result.__typename === 'ValidationError') {
    const wrong = new Set(result.problems.map(({ path }) => path[0]));
    const { errors } = CHECKOUT_TEXTS.details;
    return render(submission, 'details', FIELDS.flatMap((field) => (wrong.has(field) ? { field, message: errors[field] } : [])), typed);
  }
  if (result.__typename === 'TooManyHoldsError') return render(submission, 'details', [{ field: 'continue', message: CHECKOUT_TEXTS.tooManyHolds }], typed);
  return goOn(submission, result);
});

const FIELDS = ['givenName', 'familyName', 'email'] as const;

export const submitAge = submit(async (submission) => {
  const answer = submission.fields['is13OrOver'];
  if (answer !== 'yes' && answer !== 'no') return render(submission, 'age', [{ field: 'is13OrOver', message: CHECKOUT_TEXTS.age.missing }]);
  const { confirmAge: result } = await submission.sdk.ConfirmAge({ input: { is13OrOver: answer === 'yes' } }, submission.call);
  return goOn(submission, result);
});

export const submitPrice = submit(async (submission) => {
  const totalMinor = Number.parseInt(submission.fields['totalMinor'] ?? '', 10);
  const { acceptPrices: result } = await submission.sdk.AcceptPrices({ input: { totalMinor: Number.isSafeInteger(totalMinor) ? totalMinor : -1 } }, submission.call);
  return goOn(submission, result);
});

export const submitHold = submit(async (submission) => goOn(submission, (await submission.sdk.RenewHold({}, submission.call)).renewHold));

export const submitCancel = submit(async (submission) => goOn(submission, (await submission.sdk.CancelCheckout({}, submission.call)).cancelCheckout));

/** Books what is free; what is not leads to the payment, and a second click to the same one. */
export const submitBooking = submit(async (submission) => {
  const { bookCheckout: result } = await submission.sdk.BookCheckout({}, submission.call);
  const isToPay = result.__typename === 'PaymentRequiredError' || (result.__typename === 'CheckoutStepError' && result.step === 'PAYING');
  return isToPay ? pay(submission) : goOn(submission, result);
});

export const submitPay = submit(pay);

async function pay(submission: Submission): Promise<PageAnswer> {
  const { payCheckout: result } = await submission.sdk.PayCheckout({}, submission.call);
  if (result.__typename === 'PayCheckoutPayload') return goOnTo(result.url, submission.request);
  return result.__typename === 'PaymentProviderError' ? tellOutage(submission) : goOn(submission, result);
}

/** The places stay kept meanwhile, and the same button is there to be pressed again. */
async function tellOutage(submission: Submission): Promise<PageAnswer> {
  const answer = await render(submission, 'outage', []);
  return answer.page ? { ...answer, status: 503, headers: { 'retry-after': '60' } } : answer;
}

const LOOK_AGAIN_SECONDS = 4;

/** Back from the provider, which proves nothing: the provider is asked. While it does not know, the browser asks again. */
export const showPaying: PageHandler = async (exchange) => {
  const mine = journeyOf(exchange, CHECKOUT);
  if (!mine) return OVER;
  const { refreshPayment: result } = await exchange.sdk.RefreshPayment({}, mine.call);
  if (result.__typename === 'RefreshPaymentPayload' && result.checkout.step !== 'PAYING') return nextPage(result.checkout);
  const answer = await render(exchange, 'paying', []);
  return answer.page ? { ...answer, headers: { refresh: String(LOOK_AGAIN_SECONDS) } } : answer;
};

/** Cancels the places that are ticked. */
export const submitCancelBooking = submit(async (submission) => {
  const { fields, sdk, call } = submission;
  const positions = Object.entries(fields).flatMap(([name, value]) => (/^place-\d{1,2}$/.test(name) && value === 'yes' ? Number(name.slice('place-'.length)) : []));
  if (positions.length === 0) return render(submission, 'cancel-booking', [{ field: 'place', message: CHECKOUT_TEXTS.cancellation.missing }]);
  const { cancelOrderItems: result } = await sdk.CancelOrderItems({ input: { positions } }, call);
  if (result.__typename === 'CancellationNotPermittedError') return render(submission, 'cancel-booking', [{ field: 'place', message: result.message }]);
  return showNextOfCheckout(submission);
});

type Outcome = { readonly __typename: string } | { readonly __typename: string; readonly checkout: Pick<Checkout, 'id' | 'step'> };

/** On to the page of the step that the checkout is at now; what was refused is told there. */
function goOn(submission: Submission, outcome: Outcome): Promise<PageAnswer> | PageAnswer {
  return 'checkout' in outcome ? nextPage(outcome.checkout) : showNextOfCheckout(submission);
}
