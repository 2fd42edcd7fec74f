import type { EntityManager } from '@mikro-orm/sql';
import { newUuid } from '../shared/ids.js';
import { SellerFlowStepError } from './continue-seller-flow.js';
import { SellerFlow } from './seller-flow.entity.js';
import { SellerMoveRequest } from './seller-move-request.entity.js';
import { Seller } from './seller.entity.js';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.js';
import { readSellerFlow } from './seller-flow.store.js';

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
}

/** Keeps a seller's wish to be managed by the broker whose link it opened; staff decide. A repeat keeps nothing new. */
export async function requestSellerMove(flowId: string, { em, reads, now }: Parts): Promise<undefined | SellerFlowStepError> {
  const view = await readSellerFlow(reads, flowId, now);
  if (view?.step !== 'REPRESENTED') return new SellerFlowStepError(view?.step ?? 'NOT_ONBOARDED');
  const flow = await em.findOneOrFail(SellerFlow, flowId, { populate: ['link'] });
  const seller = await em.findOneOrFail(Seller, { sellerId: view.sellerId });
  const request = { id: newUuid(), seller: seller.id, broker: flow.link.broker.id, requestedAt: now };
  await em.upsert(SellerMoveRequest, request, { onConflictFields: ['seller', 'broker'], onConflictAction: 'ignore' });
  return undefined;
}
