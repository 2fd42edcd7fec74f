import { sql, type Kysely } from 'kysely';
import type { EntityManager } from '@mikro-orm/sql';
import type { Store } from '../store/open-store.js';
import { isOneOf } from '../store/is-one-of.js';
import { retryDeadlock } from '../store/retry-deadlock.js';
import { rowsOf } from '../store/rows.js';
import type { Tables } from '../store/tables.js';
import { itemEntryOf, ownParentOf, parentEntryOf, type Defaults, type ItemEntry, type ParentEntry } from './derive-entry.js';
import { readDerivation, type Derivation, type KnownThing } from './derivation.store.js';
import type { Derived, WriteParts } from './derived.js';
import { keepOrphans } from './keep-orphans.js';
import { lockCatalogue } from './lock-catalogue.js';
import { ensureSellers, renameSellers } from './organizer-sellers.js';
import { isItemKind, isParentKind } from './thing.facts.js';
import { writeItems, withdrawItems } from './write-items.js';
import { removeParents, writeParents } from './write-parents.js';

export interface DeriveParts {
  readonly em: EntityManager;
  readonly storeKind: Store['kind'];
  readonly now: Date;
}

export const DERIVED_AT_ONCE = 1_000;

/**
 * Brings the catalogue up to date with up to so many things that have changed, or whose parent, organiser or offer has, and
 * says how many that were. One transaction: killed in it, all of them are derived again.
 */
export async function deriveStale({ em, storeKind, now }: DeriveParts, limit = DERIVED_AT_ONCE): Promise<number> {
  return retryDeadlock(() =>
    em.fork().transactional(async (tx) => {
      const db = tx.getKysely<Tables>();
      await lockCatalogue(db, storeKind);
      const stale = await db.selectFrom('stale_thing').orderBy('id').limit(sql.lit(limit)).select('id').execute();
      const ids = stale.map(({ id }) => id);
      if (ids.length > 0) await derive(ids, { db, kind: storeKind, now });
      return ids.length;
    }),
  );
}

async function derive(ids: readonly string[], parts: WriteParts): Promise<void> {
  const derivation = await readDerivation(ids, parts);
  const zones = await readZones(parts.db);
  const things = ids.flatMap((id) => derivation.thing(id) ?? []);
  const parents = things.filter(({ facts }) => isParentKind(facts.kind)).flatMap((thing) => parentOf(thing, derivation, zones));
  const items = things.filter(({ facts }) => isItemKind(facts.kind)).flatMap((thing) => itemOf(thing, derivation, zones));
  const others = await missingParents(items, parents, derivation, zones, parts);
  const ownParents = items.flatMap(({ ownParent, thing }) => (ownParent ? { entry: ownParent, thing } : []));
  const allParents = [...parents, ...others, ...ownParents];
  const sellers = await ensureSellers(allParents, derivation.organization, parts);
  await renameSellers(things.flatMap(({ facts }) => (facts.kind === 'ORGANIZATION' ? facts : [])), parts);
  await writeParents(allParents, sellers, parts);
  await writeItems(items, parts);
  const listed = new Set(items.map(({ entry }) => entry.id));
  await withdrawItems(ids.filter((id) => !listed.has(id)), parts);
  const kept = new Set(allParents.map(({ entry }) => entry.id));
  await removeParents(ids.filter((id) => !kept.has(id)), parts);
  await keepOrphans(ids, derivation, parts);
  await sql`delete from stale_thing where id in (select id from ${rowsOf(parts.kind, { id: 'text' }, ids.map((id) => ({ id })))})`.execute(parts.db);
}

type Zones = ReadonlyMap<string, string>;

async function readZones(db: Kysely<Tables>): Promise<Zones> {
  const feeds = await db.selectFrom('feed').select(['id', 'time_zone']).execute();
  return new Map(feeds.map(({ id, time_zone }) => [id, time_zone]));
}

function defaultsOf({ feedId }: KnownThing, { offers }: Derivation, zones: Zones): Defaults {
  return { timeZone: zones.get(feedId) ?? 'UTC', offers };
}

function parentOf(thing: KnownThing, derivation: Derivation, zones: Zones): Derived<ParentEntry>[] {
  const lineage = derivation.lineage(thing.facts.id);
  return lineage ? [{ entry: parentEntryOf(lineage, defaultsOf(thing, derivation, zones)), thing }] : [];
}

/** A session or slot, with the copy of its parent that it has to itself where it has one; nothing while its parent is missing. */
function itemOf(thing: KnownThing, derivation: Derivation, zones: Zones): (Derived<ItemEntry> & { readonly ownParent: ParentEntry | undefined })[] {
  const lineage = derivation.lineage(thing.facts.id);
  if (!lineage) return [];
  const defaults = defaultsOf(thing, derivation, zones);
  const ownParent = ownParentOf(lineage, defaults);
  const [, first, ...rest] = lineage;
  const parent = ownParent ?? (first && parentEntryOf([first, ...rest], defaults));
  const entry = parent && itemEntryOf(lineage, parent, defaults);
  return entry ? [{ entry, ownParent, thing }] : [];
}

/** Parents of these that the catalogue does not have yet: they are stale as well, and their turn may come later. */
async function missingParents(items: readonly Derived<ItemEntry>[], parents: readonly Derived<ParentEntry>[], derivation: Derivation, zones: Zones, { db }: WriteParts): Promise<readonly Derived<ParentEntry>[]> {
  const here = new Set(parents.map(({ entry }) => entry.id));
  const wanted = [...new Set(items.map(({ entry }) => entry.parentId))].filter((id) => !here.has(id));
  const present = await db.selectFrom('opportunity_parent').where((is) => isOneOf(is, 'id', wanted)).select('id').execute();
  const known = new Set(present.map(({ id }) => id));
  return wanted.filter((id) => !known.has(id)).flatMap((id) => {
    const thing = derivation.thing(id);
    return thing && isParentKind(thing.facts.kind) ? parentOf(thing, derivation, zones) : [];
  });
}
