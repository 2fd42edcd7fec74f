import { sql, type Kysely } from 'kysely';
import type { Connection } from '../shared/connection.type.js';
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

/** What staff have changed, by time; of one subject when it is named. */
export async function listAuditEntries(subject: string | undefined, page: PageRequest, reads: Kysely<Tables>): Promise<Connection<AuditEntryView>> {
  const all = reads.selectFrom('audit_entry').select(['id', 'at', 'actor', 'action', 'subject', 'reason', 'before', 'after']);
  const rows = await onePage(subject === undefined ? all : all.where('subject', '=', subject), BY_TIME, page).execute();
  const text = (stored: (typeof rows)[number]['before']) => (stored === null ? null : JSON.stringify(fromJson(stored)));
  const nodes = rows.map((row) => ({ sortValue: toInstant(row.at), tieBreaker: row.id, node: { ...row, at: toInstant(row.at), before: text(row.before), after: text(row.after) } }));
  return toConnection(nodes, BY_TIME, page);
}
