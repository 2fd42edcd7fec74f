import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import type { BookabilityReason } from '../catalogue/bookability.js';
import { readOpportunityById } from '../catalogue/opportunity.store.js';
import type { OpportunityView } from '../catalogue/opportunity-view.store.js';
import { standaloneSessionAddress } from '../shared/addresses.js';
import { fromJson, toInstant, type Tables } from '../store/tables.js';
import type { StandaloneSessionFacts } from './checkout-session.facts.js';
import type { CheckoutSessionState } from './checkout-session.lifecycle.js';
import { targetOf } from '../checkout/target.js';

/** A standalone session as the GraphQL types have it. */
export interface StandaloneSessionView {
  readonly id: string;
  readonly identifier: string;
  readonly state: CheckoutSessionState;
  readonly createdAt: Date;
  readonly broker: StandaloneSessionFacts['broker'];
  readonly scheduledSessionId: string;
  readonly scheduledSession: OpportunityView | undefined;
  readonly potentialAction: readonly { readonly name: string; readonly target: string }[];
  readonly frozen: Pick<StandaloneSessionFacts, 'version' | 'vocabUrl' | 'platformUrl'>;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly linkKeys: LinkKeys;
  readonly selected: ReadonlySet<string>;
}

/** A standalone session by its identifier, which is what one must know to read it. (contract §4 row 7) */
export async function readStandaloneSession(identifier: string, parts: Parts): Promise<StandaloneSessionView | undefined> {
  const row = await parts.reads
    .selectFrom('checkout_session')
    .where('identifier', '=', identifier)
    .where('variant', '=', 'STANDALONE')
    .select(['identifier', 'facts', 'target_key_id', 'created_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  const facts = fromJson(row.facts) as StandaloneSessionFacts; // the variant says so
  const isItemAsked = parts.selected.has('state') || parts.selected.has('scheduledSession');
  const scheduledSession = isItemAsked ? await readOpportunityById(parts, 'SCHEDULED_SESSION', facts.scheduledSessionId) : undefined;
  return {
    id: standaloneSessionAddress(facts, row.identifier),
    identifier: row.identifier,
    state: isOver(scheduledSession) ? 'EXPIRED' : 'OPEN',
    createdAt: toInstant(row.created_at),
    broker: facts.broker,
    scheduledSessionId: facts.scheduledSessionId,
    scheduledSession,
    potentialAction: [{ name: 'Checkout', target: targetOf(row.identifier, row.target_key_id, facts, parts.linkKeys) }],
    frozen: { version: facts.version, vocabUrl: facts.vocabUrl, platformUrl: facts.platformUrl },
  };
}

/** What waiting does not mend. A full session may have a place again, and an opted-out seller may come back. */
const FINAL_REASONS: ReadonlySet<BookabilityReason> = new Set(['PAST', 'CANCELLED', 'CLOSED']);

/** Whether a book button has come to its end. */
export function isOver(item: OpportunityView | undefined): boolean {
  return item === undefined || item.bookability.reasons.some((reason) => FINAL_REASONS.has(reason));
}
