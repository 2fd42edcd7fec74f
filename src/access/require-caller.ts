import type { BrokerCaller, Caller, CustomerCaller, SellerCaller, StaffCaller, StaffRole } from './caller.js';
import { STAFF_ROLES } from './caller.js';
import { forbidden, unauthenticated } from './refusal.js';

interface Asked {
  readonly caller: Caller;
}

/** Whose things an operation reaches: one broker's, or for staff everybody's. */
export type Reach = { readonly brokerId: string } | 'EVERYBODY';

/** The broker's server behind the request; throws for anybody else. */
export function requireBroker({ caller }: Asked): BrokerCaller {
  if (caller.kind === 'BROKER') return caller;
  throw caller.kind === 'ANONYMOUS' ? unauthenticated() : forbidden("This needs a broker's secret API key.");
}

/** What the request may read: a broker its own, staff everything; throws for anybody else. */
export function requireReach({ caller }: Asked): Reach {
  if (caller.kind === 'STAFF') return 'EVERYBODY';
  return { brokerId: requireBroker({ caller }).brokerId };
}

/** A member of staff with at least this role; throws for anybody else. */
export function requireStaff({ caller }: Asked, role: StaffRole): StaffCaller {
  if (caller.kind === 'ANONYMOUS') throw unauthenticated();
  if (caller.kind !== 'STAFF' || STAFF_ROLES.indexOf(caller.role) < STAFF_ROLES.indexOf(role)) throw forbidden(`This needs a staff token with the role ${role}.`);
  return caller;
}

/** The broker under whose name a public operation runs: that of the server's or the front-end's key, if one came along. */
export function brokerBehind({ caller }: Asked): string | undefined {
  return caller.kind === 'BROKER' || caller.kind === 'FRONT_END' ? caller.brokerId : undefined;
}

/** The seller in its flow; throws for anybody else. */
export function requireSeller({ caller }: Asked): SellerCaller {
  if (caller.kind === 'SELLER') return caller;
  throw unauthenticated();
}

/** Whoever is in a checkout; throws for anybody else. */
export function requireCustomer({ caller }: Asked): CustomerCaller {
  if (caller.kind === 'CUSTOMER') return caller;
  throw caller.kind === 'ANONYMOUS' ? unauthenticated() : forbidden('This needs the token of a checkout.');
}

/** Our own adapter; throws for anybody else. */
export function requireAdapter({ caller }: Asked): void {
  if (caller.kind !== 'ADAPTER') throw caller.kind === 'ANONYMOUS' ? unauthenticated() : forbidden('This is for the adapter alone.');
}

/** Whose idempotency keys a request uses: a broker's servers share theirs, apart from those of its pages' visitors; nobody else has any. */
export function keyHolder({ caller }: Asked): string | undefined {
  if (caller.kind === 'BROKER') return `broker:${caller.brokerId}`;
  return caller.kind === 'FRONT_END' ? `front-end:${caller.brokerId}` : undefined;
}
