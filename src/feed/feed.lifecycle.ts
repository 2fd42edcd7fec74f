import { lifecycle } from '../shared/lifecycle.js';

/** ACTIVE is polled. GONE and BROKEN wait for staff, as PAUSED does; a FILE was read once and has no address to ask. */
export const FEED_STATES = ['ACTIVE', 'PAUSED', 'GONE', 'BROKEN', 'FILE', 'REMOVED'] as const;
export type FeedState = (typeof FEED_STATES)[number];

/** Our choice, by the rules of RPDE: what its publisher has taken away or broken is not asked for again by itself. */
export const FEED_MOVES = [
  { from: 'ACTIVE', on: 'PAUSED', to: 'PAUSED' },
  { from: 'ACTIVE', on: 'NOT_FOUND', to: 'GONE' },
  { from: 'ACTIVE', on: 'FOUND_BROKEN', to: 'BROKEN' },
  { from: 'PAUSED', on: 'RESUMED', to: 'ACTIVE' },
  { from: 'GONE', on: 'RESUMED', to: 'ACTIVE' },
  { from: 'BROKEN', on: 'RESUMED', to: 'ACTIVE' },
  { from: 'ACTIVE', on: 'REMOVED', to: 'REMOVED' },
  { from: 'PAUSED', on: 'REMOVED', to: 'REMOVED' },
  { from: 'GONE', on: 'REMOVED', to: 'REMOVED' },
  { from: 'BROKEN', on: 'REMOVED', to: 'REMOVED' },
  { from: 'FILE', on: 'REMOVED', to: 'REMOVED' },
] as const;

export const feedLifecycle = lifecycle(FEED_MOVES);
export type FeedTrigger = (typeof FEED_MOVES)[number]['on'];
