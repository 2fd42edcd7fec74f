import type { EntityManager } from '@mikro-orm/sql';
import type { Clock } from '../shared/clock.js';
import { lookUntilFound, type Bell } from '../store/bell.js';
import { claimDeliveries, type ClaimedDelivery } from './claim-deliveries.js';

interface Parts extends Omit<Parameters<typeof claimDeliveries>[1], 'em' | 'now'> {
  readonly fork: () => EntityManager;
  readonly clock: Clock;
  readonly bell: Bell;
  readonly lookEveryMs: number;
  readonly isCallerGone?: (() => boolean) | undefined;
}

/** Claims what is due, or waits until something is, at most so many seconds of real time; none when it was in vain. Nothing is claimed for a caller that has gone meanwhile. */
export async function awaitDeliveries(limit: number, waitSeconds: number, { fork, clock, bell, lookEveryMs, isCallerGone, ...parts }: Parts): Promise<readonly ClaimedDelivery[]> {
  const look = () => claimDeliveries(limit, { ...parts, em: fork(), now: clock.now() });
  return lookUntilFound(look, { bell, topic: 'webhook', longestMs: waitSeconds * 1000, lookEveryMs, isOver: isCallerGone });
}
