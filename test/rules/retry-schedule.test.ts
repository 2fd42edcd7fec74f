import { assert, constant, double, integer, oneof, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextAttemptAt, RETRY_DELAYS_SECONDS } from '../../src/webhook/retry-schedule.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const DAY = 86_400;
const MIDDLE = 0.5;

/** How many seconds until the next attempt; undefined when there is none. */
function waitSeconds(failed: number, retryAfter: number | undefined, random: number): number | undefined {
  const at = nextAttemptAt(failed, retryAfter, NOW, random);
  return at && (at.getTime() - NOW.getTime()) / 1000;
}

describe('the retry schedule of a webhook', () => {
  it('is 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, and then nothing: 10 attempts', () => {
    const waits = Array.from({ length: 10 }, (_, index) => waitSeconds(index + 1, undefined, MIDDLE));
    expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, undefined]);
  });

  it('is at most 20 % shorter or longer than that, and reaches both ends', () => {
    for (const [index, delay] of RETRY_DELAYS_SECONDS.entries()) {
      expect(waitSeconds(index + 1, undefined, 0)).toBeCloseTo(delay * 0.8, 3);
      expect(waitSeconds(index + 1, undefined, 1)).toBeCloseTo(delay * 1.2, 3);
    }
  });

  it('gives the receiver the time that it asks for, up to a day, and never less than the schedule has', () => {
    const failures = integer({ min: 1, max: RETRY_DELAYS_SECONDS.length });
    const asked = oneof(constant(undefined), integer({ min: 0, max: 10 * DAY }));
    const randoms = double({ min: 0, max: 1, noNaN: true });
    assert(
      property(failures, asked, randoms, (failed, retryAfter, random) => {
        const scheduled = waitSeconds(failed, undefined, random) ?? 0;
        expect(waitSeconds(failed, retryAfter, random)).toBeCloseTo(Math.max(scheduled, Math.min(retryAfter ?? 0, DAY)), 2);
      }),
    );
  });

  it('adds no attempt for a receiver that asks for time after the last', () => {
    for (const failed of [10, 11, 100]) expect(nextAttemptAt(failed, 60, NOW, MIDDLE)).toBeUndefined();
  });
});
