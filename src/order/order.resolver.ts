import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import { requireReach } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { orderIdOf } from '../shared/addresses.js';
import { selectedFields } from '../shared/selected-fields.js';
import { OrdersArgs } from './order.input.js';
import { listOrders, readOrder } from './order.store.js';
import { Order, OrderConnection } from './order.type.js';

@Resolver()
export class OrderResolver {
  @Query(() => Order, { nullable: true, description: "One of the calling broker's orders, for staff any order; null for any other. Needs a secret key or a staff token." })
  async order(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('id', () => ID, { description: 'Its id, an absolute URL, or the UUID at its end.' }) id: string) {
    const reach = requireReach(context);
    const uuid = orderIdOf(id);
    return uuid === undefined ? null : ((await readOrder(reach, uuid, { ...context, selected: selectedFields(info) })) ?? null);
  }

  @Query(() => OrderConnection, { description: "The calling broker's orders, for staff all orders. Needs a secret key or a staff token." })
  async orders(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => OrdersArgs) { filter, first, after, direction }: OrdersArgs) {
    return listOrders(requireReach(context), filter?.state, { first, after: after ?? null, direction }, { ...context, selected: selectedFields(info) });
  }
}
