import type { Clock } from '../../src/shared/clock.js';

/** A clock that moves only when a test says so. */
export class TestClock implements Clock {
  #now: Date;

  constructor(start: string | Date = '2026-11-20T12:00:00.000Z') {
    this.#now = new Date(start);
  }

  now(): Date {
    return this.#now;
  }

  advance(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + Math.round(seconds * 1000));
  }
}
