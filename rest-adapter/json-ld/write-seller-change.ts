import type { SellerChangeFactsFragment } from '../generated/operations.js';
import { CONTEXT, contextOf, EVENT, SELLER_CHANGED } from './vocabulary.js';

/** The body of a webhook that tells of a seller: the same facts make the same bytes for ever. (our choice) */
export function writeSellerChange(change: SellerChangeFactsFragment): object {
  const write = WRITERS[change.frozen.version];
  if (!write) throw new Error(`no writer for version ${change.frozen.version} of a seller's facts`);
  return write(change);
}

/** A change to what it says is a new version here; an old one is never edited. */
const WRITERS: Partial<Record<number, (change: SellerChangeFactsFragment) => object>> = { 1: writeVersion1 };

function writeVersion1({ sellerId, event, frozen }: SellerChangeFactsFragment): object {
  return { [CONTEXT]: contextOf(frozen), type: SELLER_CHANGED, id: sellerId, [EVENT]: `${frozen.platformUrl}/${EVENTS[event]}` };
}

/** Our choice: terms of the platform's own vocabulary, written as the contract writes its link types. */
const EVENTS = {
  ONBOARDED_FREE: 'SellerOnboardedFree',
  ONBOARDED_PAID: 'SellerOnboardedPaid',
  MOVED_TO_PAID: 'SellerMovedToPaid',
  MOVED_TO_FREE: 'SellerMovedToFree',
  TERMS_ACCEPTED: 'SellerAcceptedTerms',
  OPTED_OUT: 'SellerOptedOut',
} as const satisfies Record<SellerChangeFactsFragment['event'], string>;
