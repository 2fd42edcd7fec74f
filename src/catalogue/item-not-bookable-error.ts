import { UserError } from '../shared/user-error.js';
import type { BookabilityReason } from './bookability.js';
import { sentenceFor } from './bookability-sentences.js';

/** An item of the order cannot be booked at this moment. Nothing was stored. (contract §7) */
export class ItemNotBookableError extends UserError {
  readonly __typename = 'ItemNotBookableError';
  readonly code = 'ITEM_NOT_BOOKABLE';
  readonly message: string;

  constructor(
    readonly identifier: string,
    readonly reasons: readonly BookabilityReason[],
    readonly opensAt: Date | null = null,
  ) {
    super();
    this.message = sentenceFor({ reasons });
  }
}
