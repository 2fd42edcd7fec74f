import type { BrokerCaller, Caller } from './caller.js';
import { unauthenticated } from './refusal.js';

/** The broker behind the request; throws `UNAUTHENTICATED` for anybody else. */
export function requireBroker({ caller }: { readonly caller: Caller }): BrokerCaller {
  if (caller.kind === 'BROKER') return caller;
  throw unauthenticated();
}
