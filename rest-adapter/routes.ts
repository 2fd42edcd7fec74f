import { createStandaloneSession } from './routes/create-standalone-session.js';
import { deleteCustomer } from './routes/delete-customer.js';
import { deleteSeller } from './routes/delete-seller.js';
import type { Handler } from './routes/exchange.js';
import { getCheckoutSession } from './routes/get-checkout-session.js';
import { getCustomer } from './routes/get-customer.js';
import { getOpportunity } from './routes/get-opportunity.js';
import { getStandaloneSession } from './routes/get-standalone-session.js';
import { listOpportunities } from './routes/list-opportunities.js';
import { patchCustomer } from './routes/patch-customer.js';
import { postCheckoutSession } from './routes/post-checkout-session.js';
import { postCustomer } from './routes/post-customer.js';
import { postOnboardToken } from './routes/post-onboard-token.js';
import { postUpdateToken } from './routes/post-update-token.js';
import { postViewToken } from './routes/post-view-token.js';

export interface Route {
  /** Where the contract has it. */
  readonly row: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Who may ask: a broker's server with its secret key, or anybody. The gateway decides; the tests read it here. */
  readonly caller: 'broker' | 'anybody';
  /** Whether the body is read as JSON, or of no interest whatever it is. */
  readonly body: 'json' | 'ignored';
  /** Whether who asks for a page is sent to one; elsewhere the answer is JSON or 406. */
  readonly sendsBrowsersOn?: true;
  readonly handler: Handler;
}

/** Every path of the contract. Read this file first. */
export const ROUTES: readonly Route[] = [
  { row: 'contract §4 row 1', method: 'POST', path: '/api/onboard-token', caller: 'broker', body: 'ignored', handler: postOnboardToken },
  { row: 'contract §4 row 2', method: 'POST', path: '/api/update-token', caller: 'broker', body: 'ignored', handler: postUpdateToken },
  { row: 'contract §4 row 3', method: 'POST', path: '/api/view-token', caller: 'broker', body: 'ignored', handler: postViewToken },
  { row: 'contract §4 row 4', method: 'DELETE', path: '/api/sellers/*', caller: 'broker', body: 'ignored', handler: deleteSeller },
  { row: 'contract §4 row 5', method: 'POST', path: '/api/checkout-sessions', caller: 'broker', body: 'json', handler: postCheckoutSession },
  { row: 'contract §4 row 6', method: 'GET', path: '/api/checkout-sessions/:identifier', caller: 'broker', body: 'ignored', handler: getCheckoutSession },
  { row: 'contract §4 row 7', method: 'POST', path: '/checkout-sessions', caller: 'anybody', body: 'json', handler: createStandaloneSession },
  { row: 'contract §4 row 7', method: 'PUT', path: '/checkout-sessions', caller: 'anybody', body: 'json', handler: createStandaloneSession },
  { row: 'contract §4 row 7', method: 'GET', path: '/checkout-sessions/:identifier', caller: 'anybody', body: 'ignored', sendsBrowsersOn: true, handler: getStandaloneSession },
  { row: 'contract §4 row 9', method: 'POST', path: '/api/v2/customers', caller: 'broker', body: 'json', handler: postCustomer },
  { row: 'contract §4 row 9', method: 'GET', path: '/api/v2/customers/:id', caller: 'broker', body: 'ignored', handler: getCustomer },
  { row: 'contract §4 row 9', method: 'PATCH', path: '/api/v2/customers/:id', caller: 'broker', body: 'json', handler: patchCustomer },
  { row: 'contract §4 row 9', method: 'GET', path: '/api/v2/customer-accounts/:id', caller: 'broker', body: 'ignored', handler: getCustomer },
  { row: 'contract §4 row 9', method: 'DELETE', path: '/api/v2/customers/:id', caller: 'broker', body: 'ignored', handler: deleteCustomer },
  { row: 'contract §1.3', method: 'GET', path: '/api/v2/opportunities', caller: 'anybody', body: 'ignored', handler: listOpportunities },
  { row: 'contract §1.3', method: 'GET', path: '/api/v2/opportunities/:identifier', caller: 'anybody', body: 'ignored', handler: getOpportunity },
];
