import type { CheckoutTargetInput } from '../generated/operations.js';
import { checkoutPageOf, EndedPage, StartPage, UnavailablePage, type Target } from './checkout-pages.js';
import { PAGE_NOT_FOUND, seeOther, type PageAnswer } from './page-answer.js';
import { CHECKOUT, heldTokens, isFromOurPage, isLookingAhead, journeyCookie, type PageExchange, type PageHandler } from './page-exchange.js';
import { FORM_REFUSED } from './submission.js';

/** How an address names what is booked. */
type ReadTarget = (parameters: Readonly<Record<string, string>>) => Pick<CheckoutTargetInput, 'secret' | 'item'>;

/** `/checkout/<secret>`: a session's target. */
export const bySecret: ReadTarget = ({ secret = '' }) => ({ secret });

/** What an expanded template of the catalogue names. (contract §1.3) */
export const bySessionIdentifier: ReadTarget = ({ identifier = '' }) => ({ item: { type: 'SCHEDULED_SESSION', identifier } });
export const bySlotIdentifier: ReadTarget = ({ identifier = '' }) => ({ item: { type: 'SLOT', identifier } });

/** Shows what is booked there; whoever is in the middle of it already goes on. Looking holds nothing. */
export function showStart(readTarget: ReadTarget): PageHandler {
  return async (exchange) => {
    const { request, sdk, call } = exchange;
    const { checkoutTarget: target } = await sdk.ReadCheckoutTarget({ target: targetOf(exchange, readTarget) }, call);
    return target ? pageOfTarget(target, pathOf(request.url)) : PAGE_NOT_FOUND;
  };
}

function pageOfTarget(target: Target, path: string): PageAnswer {
  const { heldCheckout, isForOneCustomer, isStartedElsewhere, state, obstacle, items } = target;
  if (heldCheckout && (heldCheckout.state === 'OPEN' || isForOneCustomer)) return seeOther(checkoutPageOf(heldCheckout, 'next'));
  if (state !== 'OPEN' && isForOneCustomer) return { status: 410, page: <EndedPage of={target} how={state} /> };
  if (isStartedElsewhere) return { status: 409, page: <EndedPage of={target} how="ELSEWHERE" /> };
  if (obstacle) return { status: 409, page: <UnavailablePage of={target} things={items.map(({ opportunity }) => opportunity)} again={path} /> };
  return { status: 200, page: <StartPage target={target} action={path} /> };
}

/** Starts this browser's own checkout there. Whatever stands in the way is what the page then shows. */
export function submitStart(readTarget: ReadTarget): PageHandler {
  return async (exchange) => {
    const { request, sdk, call } = exchange;
    if (!isFromOurPage(request)) return FORM_REFUSED;
    const { startCheckout: result } = await sdk.StartCheckout({ input: targetOf(exchange, readTarget) }, call);
    if (result.__typename !== 'StartCheckoutPayload') return seeOther(pathOf(request.url));
    return seeOther(checkoutPageOf(result.checkout, 'next'), { 'set-cookie': journeyCookie(result.token, CHECKOUT, request) });
  };
}

function targetOf({ request }: PageExchange, readTarget: ReadTarget): CheckoutTargetInput {
  return { ...readTarget(request.params as Record<string, string>), heldTokens: heldTokens(request, CHECKOUT) }; // the path in pages.ts names them
}

function pathOf(url: string): string {
  return url.split('?')[0] ?? url;
}

/** The personal link of a mail: the browser that opens it may see the booking from then on. */
export const openBooking: PageHandler = async ({ request, sdk, call }) => {
  const { token } = request.params as { token: string }; // the path in pages.ts names it
  const headers = { 'referrer-policy': 'no-referrer' };
  if (isLookingAhead(request)) return { status: 200, headers };
  const { checkout } = await sdk.ReadCheckout({}, { ...call, authorization: `Checkout ${token}` });
  return checkout ? seeOther(checkoutPageOf(checkout, 'next'), { ...headers, 'set-cookie': journeyCookie(token, CHECKOUT, request) }) : PAGE_NOT_FOUND;
};
