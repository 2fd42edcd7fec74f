import { DEMO } from '../../src/store/demo-data.js';
import { callRest, type RestAnswer, type RestRequest } from './rest.js';

/** The body of a standalone checkout session for a demo session. (contract §4 row 7) */
export function standaloneBody(url: string, identifier = 'demo-free') {
  return {
    '@context': ['https://openactive.io/', `${url}/ns`],
    type: 'platform:CheckoutSession',
    'platform:initialOrder': {
      type: 'OrderQuote',
      orderedItem: [{ type: 'OrderItem', orderedItem: { type: 'ScheduledSession', id: DEMO.scheduledSessionId(identifier) } }] as object[],
    },
  };
}

/** Makes a book button, as somebody without a key unless said otherwise. */
export async function createStandalone(url: string, request: RestRequest = {}): Promise<RestAnswer> {
  return callRest(`${url}/checkout-sessions`, { method: 'POST', apiKey: null, body: standaloneBody(url), ...request });
}
