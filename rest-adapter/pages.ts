import { showDemoAccount, submitDemoOutcome } from './pages/demo-provider.js';
import type { PageHandler } from './pages/page-exchange.js';
import { openLink, returnFromProvider, showNext, showPage, submitCheck, submitMove, submitPayments, submitRefunds, submitTerms } from './pages/seller-journey.js';

export interface PageRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What lets a browser in: the link, the cookie of a flow, or nothing. */
  readonly caller: 'link' | 'flow' | 'anybody';
  readonly handler: PageHandler;
}

/** Every page that sellers see. */
export const PAGE_ROUTES: readonly PageRoute[] = [
  { method: 'GET', path: '/onboard', caller: 'link', handler: openLink('ONBOARD') },
  { method: 'GET', path: '/update', caller: 'link', handler: openLink('UPDATE') },
  { method: 'GET', path: '/view', caller: 'link', handler: openLink('VIEW') },
  { method: 'GET', path: '/seller-flows/:flow/next', caller: 'flow', handler: showNext },
  { method: 'GET', path: '/seller-flows/:flow/terms', caller: 'flow', handler: showPage('terms') },
  { method: 'POST', path: '/seller-flows/:flow/terms', caller: 'flow', handler: submitTerms },
  { method: 'GET', path: '/seller-flows/:flow/payments', caller: 'flow', handler: showPage('payments') },
  { method: 'POST', path: '/seller-flows/:flow/payments', caller: 'flow', handler: submitPayments },
  { method: 'GET', path: '/seller-flows/:flow/payments/return', caller: 'flow', handler: returnFromProvider },
  { method: 'GET', path: '/seller-flows/:flow/refunds', caller: 'flow', handler: showPage('refunds') },
  { method: 'POST', path: '/seller-flows/:flow/refunds', caller: 'flow', handler: submitRefunds },
  { method: 'GET', path: '/seller-flows/:flow/check', caller: 'flow', handler: showPage('check') },
  { method: 'POST', path: '/seller-flows/:flow/check', caller: 'flow', handler: submitCheck },
  { method: 'GET', path: '/seller-flows/:flow/done', caller: 'flow', handler: showPage('done') },
  { method: 'GET', path: '/seller-flows/:flow/view', caller: 'flow', handler: showPage('view') },
  { method: 'GET', path: '/seller-flows/:flow/represented', caller: 'flow', handler: showPage('represented') },
  { method: 'POST', path: '/seller-flows/:flow/represented', caller: 'flow', handler: submitMove },
  { method: 'GET', path: '/seller-flows/:flow/not-onboarded', caller: 'flow', handler: showPage('not-onboarded') },
  { method: 'GET', path: '/demo-provider/accounts/:account', caller: 'anybody', handler: showDemoAccount },
  { method: 'POST', path: '/demo-provider/accounts/:account', caller: 'anybody', handler: submitDemoOutcome },
];
