import { z } from 'zod';
import type { OpportunityType } from '../generated/operations.js';

/** The two kinds of opportunity, by their names on the wire. (contract §2 OrderItem) */
const KINDS = { ScheduledSession: 'SCHEDULED_SESSION', Slot: 'SLOT' } as const satisfies Record<string, OpportunityType>;

export const OpportunityKind = z.enum(['ScheduledSession', 'Slot']).transform((name) => KINDS[name]);

export function wireNameOf(type: OpportunityType): keyof typeof KINDS {
  return type === 'SLOT' ? 'Slot' : 'ScheduledSession';
}
