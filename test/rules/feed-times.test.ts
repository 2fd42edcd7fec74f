import { describe, expect, it } from 'vitest';
import { nextPollAt, retryAt } from '../../src/feed/poll-schedule.js';
import { saidAt } from '../../src/feed/said-at.js';

const ASKED = new Date('2026-11-21T12:00:00.000Z');
const SAID = new Date('2026-11-20T08:30:00.000Z');
const MS = BigInt(SAID.getTime());

const seconds = (at: Date): number => (at.getTime() - ASKED.getTime()) / 1_000;

describe('when a publisher said something', () => {
  it.each([
    ['seconds', MS / 1_000n],
    ['milliseconds', MS],
    ['microseconds', MS * 1_000n],
    ['ticks of .NET, beyond what a number holds', MS * 10_000n + 621_355_968_000_000_000n],
  ])('is read from a `modified` in %s', (_unit, modified) => {
    expect(saidAt(String(modified), ASKED)).toEqual(SAID);
  });

  it.each([['a change number', '18234'], ['a time to come', String(ASKED.getTime() + 1)], ['more than any unit', '9223372036854775807'], ['less than nothing', '-5']])('is when the page was asked for where `modified` is %s', (_what, modified) => {
    expect(saidAt(modified, ASKED)).toEqual(ASKED);
  });
});

describe('when a feed is asked', () => {
  it('is at once while it has more to tell, and after 8 to 10 s when it has not', () => {
    expect(seconds(nextPollAt(false, ASKED, 1))).toBe(0);
    expect([seconds(nextPollAt(true, ASKED, 0)), seconds(nextPollAt(true, ASKED, 1))]).toEqual([8, 10]);
  });

  it('is later after each failure, up to an hour and a quarter', () => {
    const waits = [1, 2, 3, 9, 400].map((failures) => seconds(retryAt('FAILED', failures, null, ASKED, 0)));
    expect(waits).toEqual([30, 60, 120, 3_600, 3_600]);
    expect(seconds(retryAt('FAILED', 400, null, ASKED, 1))).toBe(4_500);
  });

  it('is an hour or two after 503 and minutes after 429, or when the publisher says, and never before that', () => {
    expect([0, 1].map((random) => seconds(retryAt('UNAVAILABLE', 1, null, ASKED, random)))).toEqual([3_600, 7_200]);
    expect([0, 1].map((random) => seconds(retryAt('TOO_OFTEN', 1, null, ASKED, random)))).toEqual([120, 240]);
    expect([0, 1].map((random) => seconds(retryAt('TOO_OFTEN', 1, 10, ASKED, random)))).toEqual([10, 20]);
    expect(seconds(retryAt('FAILED', 1, 600, ASKED, 0))).toBe(600);
    expect(seconds(retryAt('UNAVAILABLE', 1, 10 ** 9, ASKED, 0))).toBe(86_400);
  });
});
