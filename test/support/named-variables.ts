import { Broker } from '../../src/broker/broker.entity.js';
import { OrderItem } from '../../src/order/order-item.entity.js';
import type { NamedOperation } from '../../src/explorer/named-operations.js';
import { Feed } from '../../src/feed/feed.entity.js';
import { Payment } from '../../src/payment/payment.entity.js';
import { Refund } from '../../src/payment/refund.entity.js';
import { SellerMoveRequest } from '../../src/seller/seller-move-request.entity.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import type { TestGateway } from './gateway.js';
import type { Tenant } from './tenant-world.js';

/** The variables to run a named operation with: those of its file, and what it can only name once it is there. */
export async function variablesFor({ name, variables }: NamedOperation, gateway: TestGateway, tenant: Tenant): Promise<object> {
  return { ...(JSON.parse(variables) as object), ...(await named(name, gateway, tenant)) };
}

async function named(name: string, gateway: TestGateway, { things }: Tenant): Promise<object> {
  if (name === 'RevealPersonalData') return { url: `${gateway.url}/api/orders/${things.order}` };
  if (name === 'CancelPlaces') return { orderId: things.order };
  if (name === 'SendWebhookAgain') return { id: things.delivery };
  if (name === 'WebhookHealth') return { brokerId: things.brokerId };
  if (name === 'LookUp') return { url: things.sellerId };
  if (name === 'AddFeed') return { url: `http://127.0.0.1:1/${newUuid()}` };
  if (name === 'PauseFeed') return { id: await addFeed(gateway, 'ACTIVE') };
  if (name === 'ResumeFeed') return { id: await addFeed(gateway, 'PAUSED') };
  if (name === 'RetryRefund') return { id: await failRefund(gateway, things.order) };
  return name === 'DecideMove' ? { requestId: await askToMove(gateway, things.leavingSellerId) } : {};
}

/** A refund of an order that has come to nothing; a second time it has again. */
async function failRefund({ store, clock }: TestGateway, order: string): Promise<string> {
  const em = store.fork();
  const item = await em.findOneOrFail(OrderItem, { quote: order });
  const known = await em.findOne(Refund, { item });
  if (known) await em.nativeUpdate(Refund, { id: known.id }, { status: 'FAILED' });
  if (known) return known.id;
  const payment = await em.findOneOrFail(Payment, { order });
  const { id } = em.create(Refund, { id: newUuid(), item, payment, amountMinor: 500, status: 'FAILED', providerRefundId: null, createdAt: clock.now(), endedAt: clock.now() });
  await em.flush();
  return id;
}

/** A feed at a port where no server is. */
async function addFeed({ store, clock }: TestGateway, state: 'ACTIVE' | 'PAUSED'): Promise<string> {
  const em = store.fork();
  const id = newUuid();
  const url = `http://127.0.0.1:1/${id}`;
  const now = clock.now();
  em.create(Feed, { id, url, publisher: 'A publisher', licence: null, timeZone: 'Europe/London', state, stateReason: null, nextUrl: url, addedAt: now, dueAt: now, leasedUntil: null, lastFailure: null, polledAt: null, caughtUpAt: null, changedAt: null });
  await em.flush();
  return id;
}

async function askToMove({ store, clock }: TestGateway, sellerId: string): Promise<string> {
  const em = store.fork();
  const seller = await em.findOneOrFail(Seller, { sellerId });
  const id = newUuid();
  em.create(SellerMoveRequest, { id, seller, broker: em.getReference(Broker, DEMO.brokerIds.clubCompass), requestedAt: clock.now() });
  await em.flush();
  return id;
}
