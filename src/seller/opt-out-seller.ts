import { raw, type EntityManager } from '@mikro-orm/sql';
import type { Reach } from '../access/require-caller.js';
import { Seller } from './seller.entity.js';
import { SELLER_MOVES } from './seller.lifecycle.js';
import { UnknownSellerError } from './unknown-seller-error.js';

interface Parts {
  readonly em: EntityManager;
}

const CAN_OPT_OUT = SELLER_MOVES.filter(({ on }) => on === 'OPTED_OUT').map(({ from }) => from);

/**
 * Opts a seller out of being bookable. Twice is the same as once. Of two at the same moment one moves the seller, by one
 * conditional statement, and both answer alike. (contract §4 row 4)
 */
export async function optOutSeller(reach: Reach, sellerId: string, { em }: Parts): Promise<Seller | UnknownSellerError> {
  const mine = { sellerId, ...(reach === 'EVERYBODY' ? {} : { broker: reach.brokerId }) };
  await em.nativeUpdate(Seller, { ...mine, status: { $in: CAN_OPT_OUT } }, { status: 'OPTED_OUT', version: raw<number>('version + 1') });
  const seller = await em.findOne(Seller, mine);
  return seller?.status === 'OPTED_OUT' ? seller : new UnknownSellerError(sellerId);
}
