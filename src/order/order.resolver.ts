import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Mutation, Query, Resolver } from 'type-graphql';
import type { StaffCaller } from '../access/caller.js';
import { personFor } from '../access/personal-data.js';
import { badUserInput } from '../access/refusal.js';
import { requireReach, requireStaff } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { orderIdOf } from '../shared/addresses.js';
import { eachNode } from '../shared/each-node.js';
import { payload } from '../shared/result.type.js';
import { selectedFields } from '../shared/selected-fields.js';
import { cancelOrderItems, UnknownOrderError, type CancelledBy } from './cancel-order-items.js';
import { CancelOrderItemsInput, CancelOrderItemsResult } from './order.result.js';
import { OrdersArgs } from './order.input.js';
import { listOrders, readOrder, type OrderView } from './order.store.js';
import { Order, OrderConnection } from './order.type.js';

@Resolver()
export class OrderResolver {
  @Query(() => Order, { nullable: true, description: "One of the calling broker's orders, for staff any order; null for any other. Needs a secret key or a staff token." })
  async order(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('id', () => ID, { description: 'Its id, an absolute URL, or the UUID at its end.' }) id: string) {
    const reach = requireReach(context);
    const uuid = orderIdOf(id);
    const order = uuid === undefined ? undefined : await readOrder(reach, uuid, { ...context, selected: selectedFields(info) });
    return order ? asSeenBy(context, order) : null;
  }

  @Query(() => OrderConnection, { description: "The calling broker's orders, for staff all orders. Needs a secret key or a staff token." })
  async orders(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => OrdersArgs) { filter, first, after, direction }: OrdersArgs) {
    const page = await listOrders(requireReach(context), filter ?? {}, { first, after: after ?? null, direction }, { ...context, selected: selectedFields(info) });
    return eachNode(page, (order) => asSeenBy(context, order));
  }

  @Mutation(() => CancelOrderItemsResult, {
    description: 'Cancels places of an order: a customer within the ticket’s terms, a broker for its customer, staff (operator) for the seller, with a reason. What was paid goes back. A repeat changes nothing. Needs a checkout token, a secret key or a staff token.',
  })
  async cancelOrderItems(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => CancelOrderItemsInput, { description: 'Which places.' }) { orderId, positions, reason }: CancelOrderItemsInput) {
    const asked = await whoCancels(context, orderId ?? undefined, reason ?? undefined);
    if (!asked) return new UnknownOrderError();
    const { id, by, staff } = asked;
    const refused = await cancelOrderItems({ orderId: id, positions: positions ?? null, by, staff }, context.em, context.now);
    if (refused) return refused;
    const order = await readOrder('EVERYBODY', id, { ...context, selected: selectedFields(info) });
    return payload('CancelOrderItemsPayload', { order: order && asSeenBy(context, order) });
  }
}

/** Staff see nobody's name. */
function asSeenBy(context: Context, order: OrderView): OrderView {
  return { ...order, customer: personFor(context, order.customer) };
}

interface Canceller {
  readonly id: string;
  readonly by: CancelledBy;
  readonly staff?: { readonly caller: StaffCaller; readonly reason: string };
}

/** Whose order it is to whoever asks, and in whose name it is cancelled; undefined when it is not within reach. */
async function whoCancels(context: Context, orderId: string | undefined, reason: string | undefined): Promise<Canceller | undefined> {
  if (context.caller.kind === 'CUSTOMER') {
    const { quote_id: id } = await context.reads.selectFrom('checkout').where('id', '=', context.caller.checkoutId).select('quote_id').executeTakeFirstOrThrow();
    return orderId === undefined || orderIdOf(orderId) === id ? { id, by: 'CUSTOMER' } : undefined;
  }
  const reach = requireReach(context);
  const id = orderId === undefined ? undefined : orderIdOf(orderId);
  if (context.caller.kind === 'STAFF') requireStaff(context, 'operator');
  if (context.caller.kind === 'STAFF' && (reason === undefined || reason.trim() === '')) throw badUserInput('Staff say why: input.reason.');
  if (id === undefined || !(await readOrder(reach, id, { ...context, selected: new Set() }))) return undefined;
  return context.caller.kind === 'STAFF' ? { id, by: 'SELLER', staff: { caller: context.caller, reason: reason ?? '' } } : { id, by: 'BROKER' };
}
