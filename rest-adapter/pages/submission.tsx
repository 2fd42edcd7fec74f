import { DeadEndPage } from './seller-pages.js';
import type { PageAnswer } from './page-answer.js';
import { fieldsOf, formTokenOf, isFromOurPage, isSameToken, journeyOf, type Journey, type PageExchange, type PageHandler } from './page-exchange.js';
import { TEXTS } from './texts.js';

/** A form of a journey, from one of our pages in this browser. */
export interface Submission extends PageExchange {
  readonly fields: Readonly<Record<string, string>>;
}

export const FORM_REFUSED: PageAnswer = { status: 403, headers: { 'referrer-policy': 'no-referrer' }, page: <DeadEndPage {...TEXTS.deadEnd.form} /> };

/** Takes a form of a journey, if one of our pages in this browser made it; `over` is for a browser that is not in it. */
export function submitter(journey: Journey, over: PageAnswer): (handle: (submission: Submission) => Promise<PageAnswer>) => PageHandler {
  return (handle) => async (exchange) => {
    const mine = journeyOf(exchange, journey);
    if (!mine) return over;
    const fields = fieldsOf(exchange.request);
    if (!isFromOurPage(exchange.request) || !isSameToken(fields['formToken'], formTokenOf(mine.token))) return FORM_REFUSED;
    return handle({ ...exchange, call: mine.call, fields });
  };
}
