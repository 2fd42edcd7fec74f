import { sql } from 'kysely';
import { namesOf, rowsOf, type RowOf } from '../store/rows.js';
import type { Derivation } from './derivation.store.js';
import type { WriteParts } from './derived.js';

const ID = { id: 'text' } as const;
const ORPHAN = { id: 'text', feed_id: 'uuid', parent_id: 'text' } as const;

/** Remembers which of these still wait for a parent, so that nobody has to look through all things to count them. */
export async function keepOrphans(ids: readonly string[], derivation: Derivation, { db, kind }: WriteParts): Promise<void> {
  await sql`delete from orphan_thing where id in (select id from ${rowsOf(kind, ID, ids.map((id) => ({ id })))})`.execute(db);
  const rows = ids.flatMap((id): RowOf<typeof ORPHAN>[] => {
    const thing = derivation.thing(id);
    const parentId = missingFrom(id, derivation);
    return thing && parentId !== undefined ? [{ id, feed_id: thing.feedId, parent_id: parentId }] : [];
  });
  if (rows.length === 0) return;
  await sql`insert into orphan_thing (${namesOf(ORPHAN)}) select ${namesOf(ORPHAN)} from ${rowsOf(kind, ORPHAN, rows)} where true`.execute(db);
}

/** The nearest of those it inherits from that nobody has told of; undefined when none is missing. */
function missingFrom(id: string, { thing, lineage }: Derivation): string | undefined {
  if (lineage(id)) return undefined;
  let [missing, seen] = [thing(id)?.facts.parentId ?? undefined, new Set([id])];
  while (missing !== undefined && !seen.has(missing) && thing(missing)) {
    seen.add(missing);
    missing = thing(missing)?.facts.parentId ?? undefined;
  }
  return missing;
}
