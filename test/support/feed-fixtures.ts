import { readdirSync, readFileSync } from 'node:fs';
import { readItem } from '../../src/feed/read-item.js';
import type { ItemProblem, ReadItem } from '../../src/feed/thing.facts.js';

const FOLDER = new URL('../fixtures/feed/', import.meta.url);

/** Items and pages as feeds publish them, a case each. */
export function feedFixture(name: string): string {
  return readFileSync(new URL(`${name}.json`, FOLDER), 'utf8');
}

/** Without `.json`. */
export function feedFixtureNames(): readonly string[] {
  return readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));
}

/** An item of a feed, as its reader is given it. */
export function itemFixture(name: string): { readonly kind: string; readonly data: unknown } {
  return JSON.parse(feedFixture(name)) as { kind: string; data: unknown }; // written for this
}

export function readFixture(name: string): ReadItem | ItemProblem {
  const { kind, data } = itemFixture(name);
  return readItem(kind, data);
}

/** Of an item that is understood. */
export function understood(name: string): ReadItem {
  const item = readFixture(name);
  if ('cause' in item) throw new Error(`${name}: ${item.detail}`);
  return item;
}
