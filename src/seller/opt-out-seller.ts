import { raw, type EntityManager } from '@mikro-orm/sql';
import type { Reach } from '../access/require-caller.js';
import { leavePaymentAccounts } from '../payment/leave-payment-account.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { newUuid } from '../shared/ids.js';
import { notifySellerChange } from '../webhook/notify-seller-change.js';
import { SellerEvent } from './seller-event.entity.js';
import { Seller } from './seller.entity.js';
import { SELLER_MOVES } from './seller.lifecycle.js';
import { UnknownSellerError } from './unknown-seller-error.js';

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly addresses: BaseAddresses;
}

const CAN_OPT_OUT = SELLER_MOVES.filter(({ on }) => on === 'OPTED_OUT').map(({ from }) => from);

/**
 * Opts a seller out of being bookable and has its payment account disconnected. Twice is the same as once. Of two at the
 * same moment one moves the seller, by one conditional statement, and both answer alike. The provider need not be up: the
 * outbox tells it, and so does a webhook the broker if it has asked for that. (contract §4 row 4)
 */
export async function optOutSeller(reach: Reach, sellerId: string, { em, now, addresses }: Parts): Promise<undefined | UnknownSellerError> {
  const mine = { sellerId, ...(reach === 'EVERYBODY' ? {} : { broker: reach.brokerId }) };
  return em.transactional(async (tx) => {
    const moved = await tx.nativeUpdate(Seller, { ...mine, status: { $in: CAN_OPT_OUT } }, { status: 'OPTED_OUT', canTakePayments: false, version: raw<number>('version + 1') });
    const seller = await tx.findOne(Seller, mine);
    if (seller?.status !== 'OPTED_OUT') return new UnknownSellerError(sellerId);
    if (moved === 1) {
      tx.create(SellerEvent, { id: newUuid(), seller, trigger: 'OPTED_OUT', status: 'OPTED_OUT', at: now });
      await leavePaymentAccounts(sellerId, false, tx, now);
      await notifySellerChange(seller, 'OPTED_OUT', { tx, addresses, now });
    }
    return undefined;
  });
}
