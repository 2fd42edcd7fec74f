import { getCalendar, showCheckoutPage, showNextOfCheckout, showPaying, submitAge, submitBooking, submitCancel, submitCancelBooking, submitPay, submitCheckoutDetails, submitHold, submitPrice, submitTicket } from './pages/checkout-journey.js';
import { bySecret, bySessionIdentifier, bySlotIdentifier, openBooking, showStart, submitStart } from './pages/checkout-start.js';
import { showDemoBroker, showDemoMailbox } from './pages/demo-inbox.js';
import { showDemoPayment, submitDemoPayment } from './pages/demo-payment.js';
import { showDemoAccount, submitDemoOutcome } from './pages/demo-provider.js';
import type { PageHandler } from './pages/page-exchange.js';
import { showPrivacy } from './pages/privacy-page.js';
import { getAttendees, openLink, returnFromProvider, showNext, showPage, submitCheck, submitMove, submitPayments, submitRefunds, submitTerms } from './pages/seller-journey.js';

export interface PageRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What lets a browser in: the link, the cookie of a flow or of a checkout, or nothing. */
  readonly caller: 'link' | 'flow' | 'checkout' | 'anybody';
  readonly handler: PageHandler;
}

/** Every page that sellers see. */
const SELLER_PAGES: readonly PageRoute[] = [
  { method: 'GET', path: '/onboard', caller: 'link', handler: openLink('ONBOARD') },
  { method: 'GET', path: '/update', caller: 'link', handler: openLink('UPDATE') },
  { method: 'GET', path: '/view', caller: 'link', handler: openLink('VIEW') },
  { method: 'GET', path: '/seller-flows/:id/next', caller: 'flow', handler: showNext },
  { method: 'GET', path: '/seller-flows/:id/terms', caller: 'flow', handler: showPage('terms') },
  { method: 'POST', path: '/seller-flows/:id/terms', caller: 'flow', handler: submitTerms },
  { method: 'GET', path: '/seller-flows/:id/payments', caller: 'flow', handler: showPage('payments') },
  { method: 'POST', path: '/seller-flows/:id/payments', caller: 'flow', handler: submitPayments },
  { method: 'GET', path: '/seller-flows/:id/payments/return', caller: 'flow', handler: returnFromProvider },
  { method: 'GET', path: '/seller-flows/:id/refunds', caller: 'flow', handler: showPage('refunds') },
  { method: 'POST', path: '/seller-flows/:id/refunds', caller: 'flow', handler: submitRefunds },
  { method: 'GET', path: '/seller-flows/:id/check', caller: 'flow', handler: showPage('check') },
  { method: 'POST', path: '/seller-flows/:id/check', caller: 'flow', handler: submitCheck },
  { method: 'GET', path: '/seller-flows/:id/done', caller: 'flow', handler: showPage('done') },
  { method: 'GET', path: '/seller-flows/:id/view', caller: 'flow', handler: showPage('view') },
  { method: 'GET', path: '/seller-flows/:id/attendees.csv', caller: 'flow', handler: getAttendees },
  { method: 'GET', path: '/seller-flows/:id/represented', caller: 'flow', handler: showPage('represented') },
  { method: 'POST', path: '/seller-flows/:id/represented', caller: 'flow', handler: submitMove },
  { method: 'GET', path: '/seller-flows/:id/not-onboarded', caller: 'flow', handler: showPage('not-onboarded') },
];

/** Every page that customers see. (contract §1.3) */
const CHECKOUT_PAGES: readonly PageRoute[] = [
  { method: 'GET', path: '/checkout/:secret', caller: 'anybody', handler: showStart(bySecret) },
  { method: 'POST', path: '/checkout/:secret', caller: 'anybody', handler: submitStart(bySecret) },
  { method: 'GET', path: '/checkout/scheduled-sessions/:identifier', caller: 'anybody', handler: showStart(bySessionIdentifier) },
  { method: 'POST', path: '/checkout/scheduled-sessions/:identifier', caller: 'anybody', handler: submitStart(bySessionIdentifier) },
  { method: 'GET', path: '/checkout/slots/:identifier', caller: 'anybody', handler: showStart(bySlotIdentifier) },
  { method: 'POST', path: '/checkout/slots/:identifier', caller: 'anybody', handler: submitStart(bySlotIdentifier) },
  { method: 'GET', path: '/bookings/:token', caller: 'link', handler: openBooking },
  { method: 'GET', path: '/checkouts/:id/next', caller: 'checkout', handler: showNextOfCheckout },
  { method: 'GET', path: '/checkouts/:id/ticket', caller: 'checkout', handler: showCheckoutPage('ticket') },
  { method: 'POST', path: '/checkouts/:id/ticket', caller: 'checkout', handler: submitTicket },
  { method: 'GET', path: '/checkouts/:id/details', caller: 'checkout', handler: showCheckoutPage('details') },
  { method: 'POST', path: '/checkouts/:id/details', caller: 'checkout', handler: submitCheckoutDetails },
  { method: 'GET', path: '/checkouts/:id/age', caller: 'checkout', handler: showCheckoutPage('age') },
  { method: 'POST', path: '/checkouts/:id/age', caller: 'checkout', handler: submitAge },
  { method: 'GET', path: '/checkouts/:id/price', caller: 'checkout', handler: showCheckoutPage('price') },
  { method: 'POST', path: '/checkouts/:id/price', caller: 'checkout', handler: submitPrice },
  { method: 'GET', path: '/checkouts/:id/check', caller: 'checkout', handler: showCheckoutPage('check') },
  { method: 'POST', path: '/checkouts/:id/check', caller: 'checkout', handler: submitBooking },
  { method: 'POST', path: '/checkouts/:id/pay', caller: 'checkout', handler: submitPay },
  { method: 'GET', path: '/checkouts/:id/paying', caller: 'checkout', handler: showPaying },
  { method: 'GET', path: '/checkouts/:id/failed', caller: 'checkout', handler: showCheckoutPage('failed') },
  { method: 'GET', path: '/checkouts/:id/cancel-booking', caller: 'checkout', handler: showCheckoutPage('cancel-booking') },
  { method: 'POST', path: '/checkouts/:id/cancel-booking', caller: 'checkout', handler: submitCancelBooking },
  { method: 'GET', path: '/checkouts/:id/cancel', caller: 'checkout', handler: showCheckoutPage('cancel') },
  { method: 'POST', path: '/checkouts/:id/cancel', caller: 'checkout', handler: submitCancel },
  { method: 'POST', path: '/checkouts/:id/hold', caller: 'checkout', handler: submitHold },
  { method: 'GET', path: '/checkouts/:id/confirmation', caller: 'checkout', handler: showCheckoutPage('confirmation') },
  { method: 'GET', path: '/checkouts/:id/courtside.ics', caller: 'checkout', handler: getCalendar },
  { method: 'GET', path: '/checkouts/:id/unavailable', caller: 'checkout', handler: showCheckoutPage('unavailable') },
  { method: 'GET', path: '/checkouts/:id/ended', caller: 'checkout', handler: showCheckoutPage('ended') },
];

/** What stands for the outside world in demo. */
const DEMO_PAGES: readonly PageRoute[] = [
  { method: 'GET', path: '/demo-provider/accounts/:account', caller: 'anybody', handler: showDemoAccount },
  { method: 'POST', path: '/demo-provider/accounts/:account', caller: 'anybody', handler: submitDemoOutcome },
  { method: 'GET', path: '/demo-provider/payments/:payment', caller: 'anybody', handler: showDemoPayment },
  { method: 'POST', path: '/demo-provider/payments/:payment', caller: 'anybody', handler: submitDemoPayment },
  { method: 'GET', path: '/demo-mailbox', caller: 'anybody', handler: showDemoMailbox },
  { method: 'GET', path: '/demo-broker', caller: 'anybody', handler: showDemoBroker },
];

/** What is the same for everybody. */
const GENERAL_PAGES: readonly PageRoute[] = [{ method: 'GET', path: '/privacy', caller: 'anybody', handler: showPrivacy }];

/** Every page. */
export const PAGE_ROUTES: readonly PageRoute[] = [...SELLER_PAGES, ...CHECKOUT_PAGES, ...DEMO_PAGES, ...GENERAL_PAGES];
