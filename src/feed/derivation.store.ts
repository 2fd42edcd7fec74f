import { sql, type Kysely } from 'kysely';
import type { Store } from '../store/open-store.js';
import { rowsOf } from '../store/rows.js';
import { toInstant, type StoredInstant, type Tables } from '../store/tables.js';
import type { Lineage } from './derive-entry.js';
import type { PublishedOffer, ThingFacts } from './thing.facts.js';

/** The word about a thing that counts, of all that was said of it. */
export interface KnownThing {
  readonly facts: ThingFacts;
  readonly feedId: string;
  /** Decimal digits. */
  readonly modified: string;
  readonly saidAt: Date;
}

interface Parts {
  readonly db: Kysely<Tables>;
  readonly kind: Store['kind'];
}

/** What a round of derivation looks at: the things themselves, all that they inherit from, and the offers that any of them names. */
export interface Derivation {
  readonly thing: (id: string) => KnownThing | undefined;
  /** Undefined while somebody that it inherits from is missing. */
  readonly lineage: (id: string) => Lineage | undefined;
  readonly offers: ReadonlyMap<string, PublishedOffer>;
  readonly organization: (id: string) => ThingFacts | undefined;
}

/** A slot, its court, its facility. */
const GENERATIONS = 3;

export async function readDerivation(ids: readonly string[], parts: Parts): Promise<Derivation> {
  const things = new Map<string, KnownThing>();
  let wanted = ids;
  for (let generation = 0; generation < GENERATIONS && wanted.length > 0; generation += 1) {
    for (const [id, thing] of await readThings(wanted, parts)) things.set(id, thing);
    wanted = parentsOf(wanted, things);
  }
  const found = [...things.values()];
  const others = await readThings([...new Set(found.flatMap(({ facts }) => [...facts.offerIds, ...organizationsOf(facts)]))], parts);
  const lineage = (id: string, seen = 0): Lineage | undefined => {
    const facts = things.get(id)?.facts;
    if (!facts || seen === GENERATIONS) return undefined;
    if (facts.parentId === null || facts.kind === 'SESSION_SERIES' || facts.kind === 'FACILITY_USE') return [facts]; // a series of series is not looked into
    const inherited = lineage(facts.parentId, seen + 1);
    return inherited && [facts, ...inherited];
  };
  return {
    thing: (id) => things.get(id),
    lineage,
    offers: new Map([...others].flatMap(([id, { facts }]) => (facts.kind === 'OFFER' && facts.offers?.[0] ? [[id, facts.offers[0]] as const] : []))),
    organization: (id) => (others.get(id) ?? things.get(id))?.facts,
  };
}

function parentsOf(ids: readonly string[], things: ReadonlyMap<string, KnownThing>): readonly string[] {
  const parents = ids.flatMap((id) => things.get(id)?.facts.parentId ?? []);
  return [...new Set(parents)].filter((id) => !things.has(id));
}

function organizationsOf({ organization, organizationId }: ThingFacts): readonly string[] {
  return [organization?.id, organizationId].filter((id) => typeof id === 'string');
}

interface Row {
  readonly id: string;
  readonly feed_id: string;
  readonly item_id: string;
  readonly modified: string;
  readonly said_at: StoredInstant;
  readonly facts: string;
}

async function readThings(ids: readonly string[], { db, kind }: Parts): Promise<ReadonlyMap<string, KnownThing>> {
  if (ids.length === 0) return new Map();
  const given = rowsOf(kind, { id: 'text' }, ids.map((id) => ({ id })));
  const { rows } = await sql<Row>`
    select thing.id, thing.feed_id, thing.item_id, cast(thing.modified as text) as modified, thing.said_at, thing.facts
    from ${given} join feed_thing as thing on thing.id = given.id`.execute(db);
  const best = new Map<string, Row>();
  for (const row of rows) {
    const known = best.get(row.id);
    if (!known || weightier(row, known)) best.set(row.id, row);
  }
  return new Map([...best].map(([id, row]) => [id, toThing(row)]));
}

/** Who publishes a thing itself knows more than who mentions it; then the later word, then always the same of two feeds. */
function weightier(row: Row, known: Row): boolean {
  const [isOwn, isKnownOwn] = [row.item_id !== '', known.item_id !== ''];
  if (isOwn !== isKnownOwn) return isOwn;
  const difference = BigInt(row.modified) - BigInt(known.modified);
  if (difference !== 0n) return difference > 0n;
  return row.feed_id === known.feed_id ? row.item_id < known.item_id : row.feed_id < known.feed_id;
}

function toThing({ feed_id, modified, said_at, facts }: Row): KnownThing {
  return { feedId: feed_id, modified, saidAt: toInstant(said_at), facts: JSON.parse(facts) as ThingFacts }; // as keepThings wrote it
}
