import { Broker } from '../../src/broker/broker.entity.js';
import { Seller } from '../../src/seller/seller.entity.js';
import type { SellerStatus } from '../../src/seller/seller.lifecycle.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import type { TestGateway } from './gateway.js';

/** Puts an onboarded seller of the demo broker's into the store. */
export async function addSeller({ store, clock }: TestGateway, sellerId: string, status: SellerStatus = 'FREE'): Promise<void> {
  const em = store.fork();
  const now = clock.now();
  const broker = em.getReference(Broker, DEMO.brokerIds.fitnessFinder);
  em.create(Seller, { id: newUuid(), sellerId, name: 'A seller of the test', url: null, status, broker, createdAt: now, onboardedAt: now });
  await em.flush();
}

/** The seller as the store has it now. */
export async function storedSeller({ store }: TestGateway, sellerId: string): Promise<{ readonly status: SellerStatus; readonly version: number }> {
  const { status, version } = await store.fork().findOneOrFail(Seller, { sellerId });
  return { status, version };
}
