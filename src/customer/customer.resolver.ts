import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { personFor } from '../access/personal-data.js';
import { badUserInput } from '../access/refusal.js';
import { keyHolder, requireBroker, requireReach, requireStaff } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { OrderConnection } from '../order/order.type.js';
import { customerUuidOf } from '../shared/addresses.js';
import { PageArgs } from '../shared/connection.type.js';
import { eachNode } from '../shared/each-node.js';
import { payload } from '../shared/result.type.js';
import { selectedFields } from '../shared/selected-fields.js';
import { UserError } from '../shared/user-error.js';
import { changeCustomer, type ChangedBy } from './change-customer.js';
import { ordersOf, upcomingItemsOf } from './customer-bookings.store.js';
import { ChangeCustomerInput, CustomersArgs, RegisterCustomerInput } from './customer.input.js';
import { ChangeCustomerResult, RegisterCustomerResult } from './customer.result.js';
import { listCustomers, readCustomer, type CustomerView } from './customer.store.js';
import { Customer, CustomerConnection, UpcomingItemConnection } from './customer.type.js';
import { registerCustomer } from './register-customer.js';
import { UnknownCustomerError } from './unknown-customer-error.js';

@Resolver(() => Customer)
export class CustomerResolver {
  @Query(() => Customer, { nullable: true, description: "One of the calling broker's registered customers, for staff anybody's; null for any other. Needs a secret key or a staff token. (contract §4 row 9)" })
  async customer(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('id', () => ID, { description: 'Their id, or either of their addresses.' }) named: string) {
    const reach = requireReach(context);
    const id = customerUuidOf(context.addresses, named);
    const customer = id === undefined ? undefined : await readCustomer(reach, id, { ...context, selected: selectedFields(info) });
    return customer ? personFor(context, customer) : null;
  }

  @Query(() => CustomerConnection, { description: "The calling broker's registered customers, for staff everybody's, erased ones included. Needs a secret key or a staff token." })
  async customers(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => CustomersArgs) { filter, first, after, direction }: CustomersArgs) {
    const page = await listCustomers(requireReach(context), filter ?? {}, { first, after: after ?? null, direction }, { ...context, selected: selectedFields(info) });
    return eachNode(page, (customer) => personFor(context, customer));
  }

  @FieldResolver(() => OrderConnection, { description: 'What was booked in checkouts that named them by address, the newest first.' })
  async orders(@Root() customer: CustomerView, @Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => PageArgs) { first, after }: PageArgs) {
    const page = await ordersOf(customer, { first, after: after ?? null }, { ...context, selected: selectedFields(info) });
    return eachNode(page, (order) => ({ ...order, customer: personFor(context, order.customer) }));
  }

  @FieldResolver(() => UpcomingItemConnection, { description: 'The places of those orders that are booked and not over, the next first.' })
  async upcomingItems(@Root() customer: CustomerView, @Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => PageArgs) { first, after }: PageArgs) {
    return upcomingItemsOf(customer, { first, after: after ?? null }, { ...context, selected: selectedFields(info) });
  }

  @Mutation(() => RegisterCustomerResult, { description: 'Registers a customer of the calling broker. Every call registers another, unless it repeats an idempotency key. Needs a secret key.' })
  async registerCustomer(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => RegisterCustomerInput, { description: 'Who it is.' }) { idempotencyKey, ...person }: RegisterCustomerInput) {
    const broker = requireBroker(context);
    const outcome = await registerCustomer(broker.brokerId, person, { holder: keyHolder(context), key: idempotencyKey }, context);
    if (outcome instanceof UserError) return outcome;
    const customer = await readCustomer(broker, outcome.reference, { ...context, selected: selectedFields(info) });
    return payload('RegisterCustomerPayload', { customer, isReplayed: outcome.isReplayed });
  }

  @Mutation(() => ChangeCustomerResult, {
    description: 'Changes details of a customer: a broker its own, staff (operator) anybody’s, with a reason, and then the broker is told. A repeat changes nothing. Needs a secret key or a staff token.',
  })
  async changeCustomer(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => ChangeCustomerInput, { description: 'What is to be different.' }) { id: named, reason, ...change }: ChangeCustomerInput) {
    const by = whoChanges(context, reason ?? '');
    const id = customerUuidOf(context.addresses, named);
    const refused = id === undefined ? new UnknownCustomerError() : await changeCustomer(id, change, by, context);
    return refused ?? payload('ChangeCustomerPayload', { customer: id && (await readCustomer(requireReach(context), id, { ...context, selected: selectedFields(info) })) });
  }
}

function whoChanges(context: Context, reason: string): ChangedBy {
  if (context.caller.kind !== 'STAFF') return { brokerId: requireBroker(context).brokerId };
  const staff = requireStaff(context, 'operator');
  if (reason.trim() === '') throw badUserInput('Staff say why: input.reason.');
  return { staff, reason };
}
