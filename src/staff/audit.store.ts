import { sql, type Kysely } from 'kysely';
import type { Connection } from '../shared/connection.type.js';
import { contains } from '../store/contains.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { fromJson, toInstant, type Tables } from '../store/tables.js';

export interface AuditEntryView {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  /** JSON. */
  readonly before: string | null;
  readonly after: string | null;
}

const BY_TIME: KeysetOrder = { name: 'audit entries by time', column: sql.ref('audit_entry.at'), tieBreaker: sql.ref('audit_entry.id'), kind: 'instant', tieBreakerKind: 'uuid' };

/** Which entries; every member given must hold. */
export interface AuditFilter {
  readonly actor?: string | null | undefined;
  readonly action?: string | null | undefined;
  readonly from?: Date | null | undefined;
  readonly before?: Date | null | undefined;
  readonly reasonContains?: string | null | undefined;
}

/** What staff have changed, by time. */
export async function listAuditEntries(subject: string | null | undefined, { actor, action, from, before, reasonContains }: AuditFilter, page: PageRequest, reads: Kysely<Tables>): Promise<Connection<AuditEntryView>> {
  let some = reads.selectFrom('audit_entry').select(['id', 'at', 'actor', 'action', 'subject', 'reason', 'before', 'after']);
  if (typeof subject === 'string') some = some.where('subject', '=', subject);
  if (typeof actor === 'string') some = some.where('actor', '=', actor);
  if (typeof action === 'string') some = some.where('action', '=', action);
  if (from) some = some.where('at', '>=', from);
  if (before) some = some.where('at', '<', before);
  if (typeof reasonContains === 'string') some = some.where(contains('reason', reasonContains));
  const rows = await onePage(some, BY_TIME, page).execute();
  const text = (stored: (typeof rows)[number]['before']) => (stored === null ? null : JSON.stringify(fromJson(stored)));
  const nodes = rows.map((row) => ({ sortValue: toInstant(row.at), tieBreaker: row.id, node: { ...row, at: toInstant(row.at), before: text(row.before), after: text(row.after) } }));
  return toConnection(nodes, BY_TIME, page);
}
