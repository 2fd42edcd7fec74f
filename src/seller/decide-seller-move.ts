import { raw, type EntityManager } from '@mikro-orm/sql';
import type { StaffCaller } from '../access/caller.js';
import { movePaymentAccounts } from '../payment/move-payment-accounts.js';
import { isUuid } from '../shared/ids.js';
import { UserError } from '../shared/user-error.js';
import { recordStaffChange } from '../staff/audit.js';
import { SellerMoveRequest } from './seller-move-request.entity.js';
import { Seller } from './seller.entity.js';

export type SellerMoveDecision = 'ACCEPT' | 'REFUSE';

/** Nobody asks for this, or it is decided. */
export class UnknownSellerMoveRequestError extends UserError {
  readonly __typename = 'UnknownSellerMoveRequestError';
  readonly code = 'UNKNOWN_SELLER_MOVE_REQUEST';
  readonly message = 'There is no such request, or it has been decided.';
}

interface Decision {
  readonly requestId: string;
  readonly decision: SellerMoveDecision;
  readonly reason: string;
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly staff: StaffCaller;
}

/**
 * Gives a seller to the broker that it asked for, or leaves it where it is; either way the request is gone. Its payment
 * account goes along, its orders stay with the broker that they were made for. Of two decisions at once one counts: the
 * first statement takes the request away. Returns the sellerId.
 */
export async function decideSellerMove({ requestId, decision, reason }: Decision, { em, now, staff }: Parts): Promise<string | UnknownSellerMoveRequestError> {
  if (!isUuid(requestId)) return new UnknownSellerMoveRequestError();
  return em.transactional(async (tx) => {
    const request = await tx.findOne(SellerMoveRequest, requestId.toLowerCase());
    const taken = request && (await tx.nativeDelete(SellerMoveRequest, { id: request.id }));
    if (!request || taken !== 1) return new UnknownSellerMoveRequestError();
    const [to, seller] = [request.broker.id, await tx.findOneOrFail(Seller, request.seller.id)];
    const from = seller.broker?.id ?? null;
    if (decision === 'ACCEPT') {
      await tx.nativeUpdate(Seller, { id: seller.id }, { broker: to, version: raw<number>('version + 1') });
      if (from !== null && from !== to) await movePaymentAccounts(seller.sellerId, from, to, tx, now);
    }
    const after = { decision, askedFor: to, brokerId: decision === 'ACCEPT' ? to : from };
    recordStaffChange(tx, staff, { action: 'decideSellerMove', subject: `seller ${seller.id}`, reason, before: { brokerId: from }, after }, now);
    return seller.sellerId;
  });
}
