import { raw, UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { Broker } from '../broker/broker.entity.js';
import { leavePaymentAccounts } from '../payment/leave-payment-account.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { newUuid } from '../shared/ids.js';
import { UserError } from '../shared/user-error.js';
import type { Tables } from '../store/tables.js';
import { notifySellerChange } from '../webhook/notify-seller-change.js';
import { SellerFlowStepError } from './continue-seller-flow.js';
import { SellerEvent, type SellerTrigger } from './seller-event.entity.js';
import { SellerFlow } from './seller-flow.entity.js';
import { hostOf, readSellerFlow, type SellerFlowView } from './seller-flow.store.js';
import type { SellerLink } from './seller-link.entity.js';
import { Seller } from './seller.entity.js';
import { sellerLifecycle, type SellerStatus } from './seller.lifecycle.js';

/** Somebody else has changed the seller since this flow began: another link, the broker, staff. Nothing was changed. */
export class SellerChangedError extends UserError {
  readonly __typename = 'SellerChangedError';
  readonly code = 'SELLER_CHANGED';
  readonly message = 'These details were changed somewhere else in the meantime. Ask for a new link and start again.';
}

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly addresses: BaseAddresses;
}

/**
 * Moves the seller, at the end of its flow and not before: status, history, and for a seller who leaves the paid plan the
 * order to disconnect its account, and the broker's webhook, all in one transaction. Of two flows at once the second is told. Completing a completed
 * flow changes nothing. (contract §3)
 */
export async function completeSellerFlow(flowId: string, { em, reads, now, addresses }: Parts): Promise<undefined | SellerFlowStepError | SellerChangedError> {
  const view = await readSellerFlow(reads, flowId, now);
  if (view?.step === 'DONE') return undefined;
  if (view?.step !== 'CHECK') return new SellerFlowStepError(view?.step ?? 'NOT_ONBOARDED');
  try {
    return await em.transactional((tx) => move(view, tx, { now, addresses }));
  } catch (error) {
    if (error instanceof Changed || error instanceof UniqueConstraintViolationException) return new SellerChangedError();
    throw error;
  }
}

/** Leaves the transaction, so that nothing of it stays. */
class Changed extends Error {}

async function move(view: SellerFlowView, tx: EntityManager, { now, addresses }: Pick<Parts, 'now' | 'addresses'>): Promise<undefined> {
  const isMine = await tx.nativeUpdate(SellerFlow, { id: view.id, completedAt: null }, { completedAt: now });
  if (isMine !== 1) return undefined; // the second click found the first one's work
  const flow = await tx.findOneOrFail(SellerFlow, view.id, { populate: ['link'] });
  const trigger = triggerOf(view);
  const status = trigger === undefined ? view.sellerStatus : sellerLifecycle.next(view.sellerStatus, trigger);
  if (status === undefined) throw new Changed();
  const seller = view.sellerVersion === null ? insertSeller(view, status, flow.link, tx, now) : await updateSeller(view, status, flow.link, tx, now);
  if (trigger !== undefined) tx.create(SellerEvent, { id: newUuid(), seller, trigger, status, at: now });
  if (trigger === 'MOVED_TO_FREE') await leavePaymentAccounts(view.sellerId, view.refundChoice === 'REFUND_NOW', tx, now);
  await notifySellerChange(seller, trigger ?? 'TERMS_ACCEPTED', { tx, addresses, now });
  return undefined;
}

/** Undefined when the plan stays: then only the terms were accepted again. */
function triggerOf({ purpose, stripe, sellerStatus }: SellerFlowView): SellerTrigger | undefined {
  if (purpose === 'ONBOARD') return stripe ? 'ONBOARDED_PAID' : 'ONBOARDED_FREE';
  if (sellerStatus === (stripe ? 'PAID' : 'FREE')) return undefined;
  return stripe ? 'MOVED_TO_PAID' : 'MOVED_TO_FREE';
}

function insertSeller(view: SellerFlowView, status: SellerStatus, link: SellerLink, tx: EntityManager, now: Date): Seller {
  return tx.create(Seller, {
    id: newUuid(),
    sellerId: view.sellerId,
    name: hostOf(view.sellerId),
    url: null,
    status,
    broker: tx.getReference(Broker, link.broker.id),
    canTakePayments: status === 'PAID',
    createdAt: now,
    onboardedAt: now,
    version: 1,
  });
}

async function updateSeller(view: SellerFlowView, status: SellerStatus, link: SellerLink, tx: EntityManager, now: Date): Promise<Seller> {
  const onboarded = view.purpose === 'ONBOARD' ? { broker: link.broker.id, onboardedAt: now } : {};
  const seen = { sellerId: view.sellerId, version: view.sellerVersion, status: view.sellerStatus };
  const moved = await tx.nativeUpdate(Seller, seen, { status, canTakePayments: status === 'PAID', version: raw<number>('version + 1'), ...onboarded });
  if (moved !== 1) throw new Changed();
  return tx.findOneOrFail(Seller, { sellerId: view.sellerId });
}
