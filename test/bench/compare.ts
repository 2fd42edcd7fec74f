import { END, openDatabase } from './database.ts';
import { filledIn } from './requests.ts';
import type { Running } from './targets.ts';

const WORKLOADS = ['W1', 'W2', 'W3', 'W4'] as const;
/** What a creation writes. */
const WRITTEN = ['checkout_session', 'order_quote', 'order_item', 'idempotency_key'] as const;

/** What a target answers and writes for the same requests. What is made anew each time, ids and moments, has a mark in its place. */
export interface Work {
  /** By workload: status and body; that of a repeat of W1 and of W4 too. */
  readonly answers: Readonly<Record<string, string>>;
  /** By table: how many rows came. */
  readonly rows: Readonly<Record<string, number>>;
  /** By table: what is in them. */
  readonly written: Readonly<Record<string, readonly string[]>>;
}

/** Sends each kind of request once, and those that create twice with the same key. */
export async function workOf({ target, server, databaseUrl }: Running, identifier: string): Promise<Work> {
  const before = await countRows(databaseUrl);
  const answers: Record<string, string> = {};
  for (const workload of [...WORKLOADS, 'W1', 'W4'] as const) {
    const model = target.requests[workload];
    if (!model) continue;
    const { path, ...request } = filledIn(model, { key: `the key of ${workload}`, id: identifier });
    const answer = await fetch(`${server.url}${path}`, request);
    answers[workload in answers ? `${workload} again` : workload] = masked(`${answer.status} ${await answer.text()}`).trimEnd();
  }
  const after = await countRows(databaseUrl);
  const rows = Object.fromEntries(Object.entries(after).flatMap(([table, count]) => (count === before[table] || OWN.has(table) ? [] : [[table, count - (before[table] ?? 0)]])));
  return { answers, rows, written: await readWritten(databaseUrl) };
}

/** What is not the same in two works; empty when all is. */
export function differencesOf(one: Work, other: Work): readonly string[] {
  const [these, those] = [one, other].map(({ answers, rows, written }) => new Map(Object.entries({ ...answers, ...written, rows }).map(([name, value]) => [name, JSON.stringify(value)])));
  const names = new Set([...(these?.keys() ?? []), ...(those?.keys() ?? [])]);
  return [...names].flatMap((name) => (these?.get(name) === those?.get(name) ? [] : [`${name}: ${contextOf(these?.get(name) ?? '', those?.get(name) ?? '')}`]));
}

const SHOWN = 120;

/** Where two texts part. */
function contextOf(one: string, other: string): string {
  const at = Math.max(0, one.split('').findIndex((character, index) => character !== other[index]) - SHOWN / 2);
  return `…${one.slice(at, at + SHOWN)}… and …${other.slice(at, at + SHOWN)}…`;
}

/** Tables that are about callers and not about what they asked: the floor keeps no minutes. */
const OWN = new Set(['rate_minute']);

function masked(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<hash>')
    .replaceAll(/\b0[1-9][0-9a-f]{6}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (uuid) => (uuid.startsWith('0193') ? uuid : '<uuid>'))
    .replaceAll(/(?<=\/checkout\/)[\w-]{43}/g, '<secret>')
    .replaceAll(/(?<![\w-])[\w-]{22}(?![\w-])/g, '<identifier>')
    .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z|\b1[789]\d{11}\b/g, '<instant>');
}

async function countRows(databaseUrl: string): Promise<Record<string, number>> {
  const ask = await openDatabase(databaseUrl);
  const names = await ask(databaseUrl.startsWith('sqlite:') ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'" : "select tablename as name from pg_tables where schemaname = 'public'");
  const counts: Record<string, number> = {};
  for (const { name } of names) counts[String(name)] = Number((await ask(`select count(*) as count from "${String(name)}"`))[0]?.['count']);
  await ask(END);
  return counts;
}

/** The newest two of each: what the two creations wrote. */
async function readWritten(databaseUrl: string): Promise<Record<string, readonly string[]>> {
  const ask = await openDatabase(databaseUrl);
  const written: Record<string, readonly string[]> = {};
  for (const table of WRITTEN) {
    const rows = await ask(`select * from ${table} order by ${table === 'order_item' ? 'id' : 'created_at'} desc limit 2`);
    written[table] = rows.map((row) => masked(JSON.stringify(row)));
  }
  await ask(END);
  return written;
}
