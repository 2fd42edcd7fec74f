import { describe, expect, it } from 'vitest';
import { FEED_STATES } from '../../src/feed/feed.lifecycle.js';
import { paceOf, type FeedProgress } from '../../src/feed/feed-health.js';
import { addSeconds } from '../../src/shared/clock.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const ago = (seconds: number) => addSeconds(NOW, -seconds);
const CAUGHT_UP: FeedProgress = { state: 'ACTIVE', addedAt: ago(86_400), dueAt: addSeconds(NOW, 3), polledAt: ago(5), caughtUpAt: ago(5), failures: 0, lastFailure: null };
const pace = (changes: Partial<FeedProgress>) => paceOf({ ...CAUGHT_UP, ...changes }, NOW);

describe('the pace of a feed', () => {
  it('is behind by the time since it was last caught up, or since it was added', () => {
    expect(pace({}).lagSeconds).toBe(5);
    expect(pace({ caughtUpAt: null }).lagSeconds).toBe(86_400);
  });

  it('has no lag and no stall where nobody polls it', () => {
    for (const state of FEED_STATES.filter((one) => one !== 'ACTIVE')) expect(pace({ state, dueAt: null, failures: 9, polledAt: ago(99_999) })).toEqual({ lagSeconds: null, stallReason: null });
  });

  it('is stalled once it has been due for ten minutes and nobody has brought a page meanwhile', () => {
    const long = { polledAt: ago(700), caughtUpAt: ago(700) };
    expect(pace({ ...long, dueAt: ago(599) }).stallReason).toBeNull();
    expect(pace({ ...long, dueAt: ago(600) }).stallReason).toBe('It has been due since 2026-11-20T11:50:00.000Z, and nobody has brought a page of it.');
    expect(pace({ polledAt: ago(60), dueAt: ago(6_000) }).stallReason).toBeNull();
    expect(pace({ polledAt: null, caughtUpAt: null, addedAt: ago(60), dueAt: ago(6_000) }).stallReason).toBeNull();
  });

  it('is stalled once it has failed for an hour, and not for what a publisher takes to come back', () => {
    const failing = { failures: 7, lastFailure: 'it answered 500', dueAt: addSeconds(NOW, 1_800) };
    expect(pace({ ...failing, polledAt: ago(3_599) }).stallReason).toBeNull();
    expect(pace({ ...failing, polledAt: ago(3_600) }).stallReason).toBe('No page has come since 2026-11-20T11:00:00.000Z, and it was asked 7 times in vain: it answered 500');
    expect(pace({ ...failing, polledAt: null, addedAt: ago(3_600) }).stallReason).toContain('7 times in vain');
    expect(pace({ polledAt: ago(3_600) }).stallReason).toBeNull();
  });
});
