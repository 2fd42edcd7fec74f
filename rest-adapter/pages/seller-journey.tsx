import type { SellerLinkPurpose } from '../generated/operations.js';
import { TEXTS } from './texts.js';
import { attendeesFile } from './attendees.js';
import type { FieldError } from './layout.js';
import { goOnTo } from './leaving.js';
import { seeOther, type PageAnswer } from './page-answer.js';
import { formTokenOf, heldTokens, isLookingAhead, journeyCookie, journeyOf, SELLER_FLOW, type PageExchange, type PageHandler } from './page-exchange.js';
import { submitter } from './submission.js';
import { CheckPage, DeadEndPage, DonePage, NotOnboardedPage, pageOf, PaymentsPage, RefundsPage, RepresentedPage, StartPage, TermsPage, ViewPage, type Flow, type FlowPageProps } from './seller-pages.js';

/** A link is for a browser's first GET. HEAD and whatever looks ahead use nothing up. (our choice) */
export function openLink(purpose: SellerLinkPurpose): PageHandler {
  return async ({ request, sdk, call }) => {
    const { jwt } = request.query as { jwt?: unknown };
    if (isLookingAhead(request)) return { status: 200, headers: { 'referrer-policy': 'no-referrer' } };
    if (typeof jwt !== 'string') return deadEnd(400, TEXTS.deadEnd.SellerLinkForgedError);
    const { openSellerLink: result } = await sdk.OpenSellerLink({ input: { jwt, purpose, heldTokens: heldTokens(request, SELLER_FLOW) } }, call);
    if (result.__typename === 'SellerLinkForgedError') return deadEnd(400, TEXTS.deadEnd.SellerLinkForgedError);
    if (result.__typename !== 'OpenSellerLinkPayload') {
      return deadEnd(410, TEXTS.deadEnd[result.__typename], { name: result.brokerName, url: result.brokerUrl });
    }
    const headers = { 'set-cookie': journeyCookie(result.token, SELLER_FLOW, request), 'referrer-policy': 'no-referrer' };
    const Component = isUnderWay(result.flow) ? StartPage : PAGES[PAGE_OF_STEP[result.flow.step]].component;
    return { status: 200, headers, page: <Component flow={result.flow} formToken={formTokenOf(result.token)} /> };
  };
}

function deadEnd(status: number, { title, lead }: { readonly title: string; readonly lead: string }, broker?: { readonly name: string; readonly url: string }): PageAnswer {
  return { status, headers: { 'referrer-policy': 'no-referrer' }, page: <DeadEndPage title={title} lead={lead} {...(broker && { broker })} /> };
}

const OVER = deadEnd(410, TEXTS.deadEnd.over);

type Component = (props: FlowPageProps) => ReturnType<typeof TermsPage>;

interface FlowPage {
  readonly component: Component;
  /** Whether the page can be looked at when the flow is at this step; else the browser is sent to the one that can. */
  readonly isOpen: (flow: Flow) => boolean;
}

const isUnderWay = ({ step }: Flow) => step === 'TERMS' || step === 'CONNECT_PAYMENTS' || step === 'DISCONNECT_PAYMENTS' || step === 'CHECK';

/** The pages of a flow by the last part of their address. */
const PAGES = {
  terms: { component: TermsPage, isOpen: isUnderWay },
  payments: { component: PaymentsPage, isOpen: ({ step }) => step === 'CONNECT_PAYMENTS' },
  refunds: { component: RefundsPage, isOpen: (flow) => flow.step === 'DISCONNECT_PAYMENTS' || (flow.step === 'CHECK' && flow.refundChoice !== null) },
  check: { component: CheckPage, isOpen: ({ step }) => step === 'CHECK' },
  done: { component: DonePage, isOpen: ({ step }) => step === 'DONE' },
  view: { component: ViewPage, isOpen: ({ step }) => step === 'VIEW' },
  represented: { component: RepresentedPage, isOpen: ({ step }) => step === 'REPRESENTED' },
  'not-onboarded': { component: NotOnboardedPage, isOpen: ({ step }) => step === 'NOT_ONBOARDED' },
} as const satisfies Record<string, FlowPage>;

export type FlowPageName = keyof typeof PAGES;

const PAGE_OF_STEP = {
  TERMS: 'terms',
  CONNECT_PAYMENTS: 'payments',
  DISCONNECT_PAYMENTS: 'refunds',
  CHECK: 'check',
  DONE: 'done',
  VIEW: 'view',
  REPRESENTED: 'represented',
  NOT_ONBOARDED: 'not-onboarded',
} as const satisfies Record<Flow['step'], FlowPageName>;

function nextPage(flow: Flow): PageAnswer {
  return seeOther(pageOf(flow, PAGE_OF_STEP[flow.step]));
}

/** Sends a browser to whatever its flow needs next. */
export const showNext: PageHandler = async (exchange) => {
  const mine = journeyOf(exchange, SELLER_FLOW);
  const flow = mine && (await exchange.sdk.ReadSellerFlow({}, mine.call)).sellerFlow;
  return flow ? nextPage(flow) : OVER;
};

/** Shows one page of a flow, or sends the browser to the one it is at. */
export function showPage(name: FlowPageName): PageHandler {
  return (exchange) => render(exchange, name, []);
}

async function render(exchange: PageExchange, name: FlowPageName, errors: readonly FieldError[]): Promise<PageAnswer> {
  const mine = journeyOf(exchange, SELLER_FLOW);
  const flow = mine && (await exchange.sdk.ReadSellerFlow({}, mine.call)).sellerFlow;
  if (!mine || !flow) return OVER;
  const { component, isOpen }: FlowPage = PAGES[name];
  if (!isOpen(flow)) return nextPage(flow);
  const Component = component;
  return { status: errors.length > 0 ? 400 : 200, page: <Component flow={flow} formToken={formTokenOf(mine.token)} errors={errors} /> };
}

const submit = submitter(SELLER_FLOW, OVER);

export const submitTerms = submit(async (submission) => {
  const { sdk, call, fields } = submission;
  if (fields['accepted'] !== 'yes') return render(submission, 'terms', [{ field: 'accepted', message: TEXTS.terms.missing }]);
  const { acceptSellerTerms: result } = await sdk.AcceptSellerTerms({ input: { version: fields['version'] ?? '' } }, call);
  if (result.__typename === 'AcceptSellerTermsPayload') return nextPage(result.flow);
  if (result.__typename === 'TermsOutdatedError') return render(submission, 'terms', [{ field: 'accepted', message: TEXTS.terms.outdated }]);
  return showNext(submission);
});

export const submitPayments = submit(async (submission) => {
  const { connectPaymentAccount: result } = await submission.sdk.ConnectPaymentAccount({}, submission.call);
  if (result.__typename === 'ConnectPaymentAccountPayload') return goOnTo(result.url, submission.request);
  if (result.__typename === 'PaymentProviderError') return render(submission, 'payments', [{ field: 'provider', message: TEXTS.payments.outage }]);
  return showNext(submission);
});

/** Who is coming, for a spreadsheet. */
export const getAttendees: PageHandler = async (exchange) => {
  const mine = journeyOf(exchange, SELLER_FLOW);
  const flow = mine && (await exchange.sdk.ReadUpcomingBookings({}, mine.call)).sellerFlow;
  return flow ? { status: 200, file: { name: 'attendees.csv', type: 'text/csv; charset=utf-8', content: attendeesFile(flow.upcomingBookings) } } : OVER;
};

/** Back from the provider, which proves nothing: the provider is asked. */
export const returnFromProvider: PageHandler = async (exchange) => {
  const mine = journeyOf(exchange, SELLER_FLOW);
  if (!mine) return OVER;
  const { refreshPaymentAccount: result } = await exchange.sdk.RefreshPaymentAccount({}, mine.call);
  if (result.__typename === 'RefreshPaymentAccountPayload') return nextPage(result.flow);
  if (result.__typename === 'PaymentProviderError') return render(exchange, 'payments', [{ field: 'provider', message: TEXTS.payments.outage }]);
  return showNext(exchange);
};

export const submitRefunds = submit(async (submission) => {
  const choice = submission.fields['choice'];
  if (choice !== 'REFUND_NOW' && choice !== 'REFUND_MYSELF') return render(submission, 'refunds', [{ field: 'choice', message: TEXTS.refunds.missing }]);
  const { chooseRefunds: result } = await submission.sdk.ChooseRefunds({ input: { choice } }, submission.call);
  return result.__typename === 'ChooseRefundsPayload' ? nextPage(result.flow) : showNext(submission);
});

export const submitCheck = submit(async (submission) => {
  const { completeSellerFlow: result } = await submission.sdk.CompleteSellerFlow({}, submission.call);
  if (result.__typename === 'CompleteSellerFlowPayload') return nextPage(result.flow);
  if (result.__typename !== 'SellerChangedError') return showNext(submission);
  const { sellerFlow } = await submission.sdk.ReadSellerFlow({}, submission.call);
  return deadEnd(409, TEXTS.deadEnd.changed, sellerFlow?.broker);
});

export const submitMove = submit(async ({ sdk, call }) => {
  const { requestSellerMove: result } = await sdk.RequestSellerMove({}, call);
  if (result.__typename !== 'RequestSellerMovePayload') return OVER;
  return { status: 200, page: <RepresentedPage flow={result.flow} formToken="" isAsked /> };
});
