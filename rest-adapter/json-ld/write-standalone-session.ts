import type { StandaloneSessionFactsFragment } from '../generated/operations.js';
import { CHECKOUT_SESSION, CONTEXT, contextOf, INITIAL_ORDER } from './vocabulary.js';

/** A standalone session as the wire has it: the request, and exactly `broker` and `potentialAction` added. (contract §4 row 7) */
export function writeStandaloneSession(facts: StandaloneSessionFactsFragment): object {
  const write = WRITERS[facts.frozen.version];
  if (!write) throw new Error(`no writer for version ${facts.frozen.version} of a standalone session's facts`);
  return write(facts);
}

/** A change to what a session says is a new version here; an old one is never edited. */
const WRITERS: Partial<Record<number, (facts: StandaloneSessionFactsFragment) => object>> = { 1: writeVersion1 };

function writeVersion1({ frozen, broker, scheduledSessionId, potentialAction }: StandaloneSessionFactsFragment): object {
  return {
    [CONTEXT]: contextOf(frozen),
    type: CHECKOUT_SESSION,
    [INITIAL_ORDER]: {
      type: 'OrderQuote',
      broker: { type: 'Organization', name: broker.name, url: broker.url },
      orderedItem: [{ type: 'OrderItem', orderedItem: { type: 'ScheduledSession', id: scheduledSessionId } }],
    },
    potentialAction: potentialAction.map(({ name, target }) => ({ type: 'OrderAction', name, target })),
  };
}
