import { UserError } from '../shared/user-error.js';
import type { FeedState } from './feed.lifecycle.js';

/** There is no such feed. */
export class UnknownFeedError extends UserError {
  readonly __typename = 'UnknownFeedError';
  readonly code = 'UNKNOWN_FEED';
  readonly message = 'There is no such feed.';
}

/** A feed in this state cannot be moved so. */
export class FeedMoveNotPermittedError extends UserError {
  readonly __typename = 'FeedMoveNotPermittedError';
  readonly code = 'FEED_MOVE_NOT_PERMITTED';
  readonly message: string;

  constructor(readonly state: FeedState) {
    super();
    this.message = `This cannot be done to a feed that is ${state}.`;
  }
}

/** The address is known already. */
export class FeedExistsError extends UserError {
  readonly __typename = 'FeedExistsError';
  readonly code = 'FEED_EXISTS';
  readonly message = 'There is a feed with this address.';

  constructor(readonly feedId: string) {
    super();
  }
}
