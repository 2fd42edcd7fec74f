import { before, type ItemFacts } from './bookability.js';

/** What the rule looks at in a ticket. */
export interface CancellationTerms {
  readonly priceMinor: number | null;
  readonly latestCancellationBeforeStartDate: string | null;
  readonly allowCustomerCancellationFullRefund: boolean;
}

/**
 * Until when a customer may cancel a place, with the money back if it cost any; null when not at all. A free place can be
 * given back until it starts. A pure rule: its answer is frozen with the order.
 */
export function cancellableUntil(item: Pick<ItemFacts, 'startDate' | 'timeZone'>, terms: CancellationTerms): Date | null {
  if (terms.priceMinor !== 0 && !terms.allowCustomerCancellationFullRefund) return null;
  try {
    const deadline = terms.latestCancellationBeforeStartDate === null ? item.startDate : before(item, terms.latestCancellationBeforeStartDate);
    return deadline <= item.startDate ? deadline : null; // nor does one that is negative
  } catch (error) {
    if (error instanceof RangeError) return null; // a duration that cannot be read promises nothing
    throw error;
  }
}
