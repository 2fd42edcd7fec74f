import type { Caller, StaffCaller, StaffRole } from './caller.js';
import { badUserInput } from './refusal.js';
import { requireBroker, requireStaff, type Reach } from './require-caller.js';

/** Who changes something of a broker's: the broker itself, or staff on its behalf, who say why. */
export interface Doer {
  /** Whose things are found; anybody else's are as unknown. */
  readonly reach: Reach;
  /** Undefined when the broker does it itself. */
  readonly staff?: { readonly caller: StaffCaller; readonly reason: string };
}

/** The same when it has to be said whose. */
export interface DoerFor extends Doer {
  readonly reach: { readonly brokerId: string };
}

/** What an input says about it: staff name the broker and the reason, a broker leaves both out. */
interface Said {
  readonly brokerId?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

/** The broker's server, or staff from a role on; throws for anybody else, and for staff who do not say why. */
export function requireDoer({ caller }: { readonly caller: Caller }, role: StaffRole, { brokerId, reason }: Said): Doer {
  if (caller.kind === 'STAFF') {
    const staff = requireStaff({ caller }, role);
    return { reach: typeof brokerId === 'string' ? { brokerId: brokerId.toLowerCase() } : 'EVERYBODY', staff: { caller: staff, reason: requireReason(reason) } };
  }
  const own = requireBroker({ caller }).brokerId;
  if (typeof brokerId === 'string' && brokerId.toLowerCase() !== own) throw badUserInput('A broker changes its own only: leave out input.brokerId.');
  return { reach: { brokerId: own } };
}

/** The same where nothing else in the input says whose it is. */
export function requireDoerFor(asked: { readonly caller: Caller }, role: StaffRole, said: Said): DoerFor {
  const { reach, ...doer } = requireDoer(asked, role, said);
  if (reach === 'EVERYBODY') throw badUserInput('Staff name the broker: input.brokerId.');
  return { reach, ...doer };
}

/** Why staff do something; throws when they do not say. */
export function requireReason(reason: string | null | undefined): string {
  if (typeof reason !== 'string' || reason.trim() === '') throw badUserInput('Staff say why: input.reason.');
  return reason;
}
