import type { WebhookOrderFactsFragment } from '../generated/operations.js';
import { wireNameOf } from './opportunity-kind.js';
import { CONTEXT, contextOf } from './vocabulary.js';
import { writePerson } from './write-person.js';

/**
 * The body of a success webhook, and of one that tells of a change: the same facts make the same bytes for ever. A cancelled
 * place keeps its pass and its code: contract §6 gives them to each item, and its status says that they open nothing. (our choice)
 */
export function writeOrder(order: WebhookOrderFactsFragment): object {
  const write = WRITERS[order.frozen.version];
  if (!write) throw new Error(`no writer for version ${order.frozen.version} of an order's facts`);
  return write(order);
}

/** A change to what an order says is a new version here; an old one is never edited. */
const WRITERS: Partial<Record<number, (order: WebhookOrderFactsFragment) => object>> = { 1: writeVersion1 };

function writeVersion1({ id, customer, broker, orderedItem, frozen }: WebhookOrderFactsFragment): object {
  return {
    [CONTEXT]: contextOf(frozen),
    type: 'Order',
    id,
    customer: writePerson(customer),
    broker: { type: 'Organization', name: broker.name, url: broker.url },
    orderedItem: orderedItem.map((item) => writeOrderItem(item, frozen.vocabUrl)),
  };
}

type OrderItem = WebhookOrderFactsFragment['orderedItem'][number];

function writeOrderItem({ acceptedOffer, orderedItem, orderItemStatus, accessToken, accessCode }: OrderItem, vocabUrl: string): object {
  if (!orderItemStatus) throw new Error('an order item without a status got into a confirmed order');
  const { type, identifier, id } = orderedItem;
  return {
    type: 'OrderItem',
    acceptedOffer,
    orderedItem: { type: wireNameOf(type), ...(id === null ? { identifier } : { id }) },
    orderItemStatus: `${vocabUrl}${STATUSES[orderItemStatus]}`,
    accessToken: accessToken.map(({ text }) => ({ type: 'Barcode', text })),
    accessCode: accessCode.map(({ name, value }) => ({ type: 'PropertyValue', name, value })),
  };
}

const STATUSES = {
  ORDER_CONFIRMED: 'OrderConfirmed',
  CUSTOMER_CANCELLED: 'CustomerCancelled',
  SELLER_CANCELLED: 'SellerCancelled',
} as const satisfies Record<NonNullable<OrderItem['orderItemStatus']>, string>;
