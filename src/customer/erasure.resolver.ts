import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { StaffCaller, StaffRole } from '../access/caller.js';
import { badUserInput, forbidden } from '../access/refusal.js';
import { requireReach, requireStaff } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { customerUuidOf, orderIdOf } from '../shared/addresses.js';
import { payload } from '../shared/result.type.js';
import { JSONObject } from '../shared/scalars.type.js';
import { UserError } from '../shared/user-error.js';
import { eraseCustomer } from './erase-customer.js';
import { eraseGuest, type GuestSought } from './erase-guest.js';
import { EraseCustomerInput, EraseGuestInput, PersonalDataArgs } from './erasure.input.js';
import { EraseCustomerResult, EraseGuestResult } from './erasure.result.js';
import { exportCustomer, exportGuest } from './read-personal-data.js';
import { UnknownCustomerError } from './unknown-customer-error.js';

@Resolver()
export class ErasureResolver {
  @Mutation(() => EraseCustomerResult, {
    description: "Erases one of the calling broker's customers, for staff (operator, with a reason) any: what names the person is replaced everywhere, orders and money stay. A repeat changes nothing. Needs a secret key or a staff token.",
  })
  async eraseCustomer(@Ctx() context: Context, @Arg('input', () => EraseCustomerInput, { description: 'Who it is.' }) { id, reason }: EraseCustomerInput) {
    const reach = requireReach(context);
    const staff = staffWithReason(context, 'operator', reason);
    const uuid = customerUuidOf(context.addresses, id);
    const outcome = uuid === undefined ? new UnknownCustomerError() : await eraseCustomer({ id: uuid, reach, staff }, context);
    return outcome instanceof UserError ? outcome : payload('EraseCustomerPayload', outcome);
  }

  @Mutation(() => EraseGuestResult, { description: 'Erases somebody who has booked without being registered, through whichever broker. A repeat finds nobody. For staff (operator), with a reason.' })
  async eraseGuest(@Ctx() context: Context, @Arg('input', () => EraseGuestInput, { description: 'Who it is.' }) input: EraseGuestInput) {
    const caller = requireStaff(context, 'operator');
    const outcome = await eraseGuest(guestIn(input), { caller, reason: reasonIn(input.reason) }, context);
    return outcome instanceof UserError ? outcome : payload('EraseGuestPayload', outcome);
  }

  @Query(() => JSONObject, {
    nullable: true,
    description: "All that is held on one of the calling broker's customers, for staff, with a reason, on any or on a guest; null for one out of reach. What staff ask for goes on record. Needs a secret key or a staff token.",
  })
  async personalData(@Ctx() context: Context, @Args(() => PersonalDataArgs) { customerId, email, reason }: PersonalDataArgs) {
    const reach = requireReach(context);
    const staff = staffWithReason(context, 'support', reason);
    if (Boolean(customerId) === Boolean(email)) throw badUserInput('Ask for either customerId or email.');
    const uuid = customerUuidOf(context.addresses, customerId ?? '');
    if (!email) return uuid === undefined ? null : ((await exportCustomer(uuid, reach, staff, context)) ?? null);
    if (!staff) throw forbidden('Guests are looked up by staff.');
    return exportGuest(email, staff, context);
  }
}

/** Undefined for a broker, who need not say why. */
function staffWithReason(context: Context, role: StaffRole, reason: string | null | undefined): { readonly caller: StaffCaller; readonly reason: string } | undefined {
  return context.caller.kind === 'STAFF' ? { caller: requireStaff(context, role), reason: reasonIn(reason) } : undefined;
}

function reasonIn(reason: string | null | undefined): string {
  if (!reason || reason.trim() === '') throw badUserInput('Staff say why: reason.');
  return reason;
}

function guestIn({ email, orderId }: EraseGuestInput): GuestSought {
  if (Boolean(email) === Boolean(orderId)) throw badUserInput('A guest is named by either email or orderId.');
  if (email) return { email };
  return { orderId: orderIdOf(orderId ?? '') ?? NO_ORDER };
}

/** What no order has. */
const NO_ORDER = '00000000-0000-0000-0000-000000000000';
