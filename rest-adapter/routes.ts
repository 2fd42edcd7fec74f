import type { Handler } from './routes/exchange.js';
import { getCheckoutSession } from './routes/get-checkout-session.js';
import { postCheckoutSession } from './routes/post-checkout-session.js';
import { postOnboardToken } from './routes/post-onboard-token.js';

export interface Route {
  /** The row of the contract's §4. */
  readonly row: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Whether the body is read as JSON, or of no interest whatever it is. */
  readonly body: 'json' | 'ignored';
  readonly handler: Handler;
}

/** Every path of the contract. Read this file first. */
export const ROUTES: readonly Route[] = [
  { row: 'contract §4 row 1', method: 'POST', path: '/api/onboard-token', body: 'ignored', handler: postOnboardToken },
  { row: 'contract §4 row 5', method: 'POST', path: '/api/checkout-sessions', body: 'json', handler: postCheckoutSession },
  { row: 'contract §4 row 6', method: 'GET', path: '/api/checkout-sessions/:identifier', body: 'ignored', handler: getCheckoutSession },
];
