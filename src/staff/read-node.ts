import type { GraphQLResolveInfo } from 'graphql';
import { personFor } from '../access/personal-data.js';
import { requireReach, type Reach } from '../access/require-caller.js';
import { readBrokers } from '../broker/broker.store.js';
import { readOpportunityById } from '../catalogue/opportunity.store.js';
import type { Context } from '../context.js';
import { readCustomer } from '../customer/customer.store.js';
import { readOrder } from '../order/order.store.js';
import { readRefund } from '../payment/refund.store.js';
import { readSellerMoveRequest } from '../seller/seller-move-request.store.js';
import { readSellerByUuid } from '../seller/seller.store.js';
import { isUuid } from '../shared/ids.js';
import { selectedBy } from '../webhook/selected-by.js';
import { readWebhookDelivery } from '../webhook/webhook-delivery.store.js';
import { readWebhookEndpoints } from '../webhook/webhook-endpoint.store.js';
import { lookUp, type LookedUp } from './look-up.js';

/** A thing as the interface Node tells it from others. */
export interface NodeView {
  readonly __typename: string;
  readonly id: string;
}

type Found = { readonly id: string } | undefined;
type Parts = Context & { readonly selected: ReadonlySet<string> };
type Read = (id: string, reach: Reach, parts: Parts) => Promise<Found>;

/** What has a UUID of ours for its id. Those are never the same for two things, so the order says only what is asked for most. Refunds and wishes to move are for staff. */
const BY_UUID: readonly (readonly [typename: string, read: Read])[] = [
  [
    'Order',
    async (id, reach, parts) => {
      const order = await readOrder(reach, id, parts);
      return order && { ...order, customer: personFor(parts, order.customer) };
    },
  ],
  [
    'Customer',
    async (id, reach, parts) => {
      const customer = await readCustomer(reach, id, parts);
      return customer && personFor(parts, customer);
    },
  ],
  ['Seller', async (id, reach, parts) => readSellerByUuid(reach, id, parts)],
  ['WebhookDelivery', async (id, reach, parts) => readWebhookDelivery(reach, id, parts)],
  ['WebhookEndpoint', async (id, reach, parts) => (await readWebhookEndpoints(reach, [id], parts))[0]],
  ['Broker', async (id, reach, parts) => (reach === 'EVERYBODY' || reach.brokerId === id ? (await readBrokers([id], parts)).get(id) : undefined)],
  ['OrderRefund', async (id, reach, parts) => (reach === 'EVERYBODY' ? readRefund(id, parts) : undefined)],
  ['SellerMoveRequest', async (id, reach, parts) => (reach === 'EVERYBODY' ? readSellerMoveRequest(id, parts) : undefined)],
];

const MEMBERS = { order: 'Order', checkoutSession: 'CheckoutSession', standaloneCheckoutSession: 'StandaloneCheckoutSession', customer: 'Customer', seller: 'Seller' } as const satisfies Record<keyof LookedUp, string>;

/** What an id of ours, an address of the contract or an id in open data names, within the caller's reach; undefined when that is nothing. */
export async function readNode(id: string, context: Context, info: GraphQLResolveInfo): Promise<NodeView | undefined> {
  const [reach, parts] = [requireReach(context), { ...context, selected: selectedBy(context, info) }];
  if (!isUuid(id)) return readAddressed(id, parts);
  for (const [typename, read] of BY_UUID) {
    const found = await read(id.toLowerCase(), reach, parts);
    if (found) return { ...found, __typename: typename };
  }
  return undefined;
}

/** Ours comes first, so that no publisher can take the place of what is here; then open data, then a sellerId, which is no id of Node's but leads to one. */
async function readAddressed(address: string, parts: Parts): Promise<NodeView | undefined> {
  const found = await lookUp(address, parts, parts.selected);
  const opportunity = found === undefined || found.seller ? await readOpportunityById(parts, undefined, address) : undefined;
  if (opportunity || !found) return opportunity;
  for (const member of ['order', 'checkoutSession', 'standaloneCheckoutSession', 'customer', 'seller'] as const) {
    const thing = found[member];
    if (thing) return { ...thing, __typename: MEMBERS[member] };
  }
  return undefined;
}
