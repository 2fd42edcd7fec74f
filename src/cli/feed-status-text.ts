import type { FeedStatusFactsFragment } from './generated/operations.js';

type Feed = FeedStatusFactsFragment;

const HEAD = ['feed', 'publisher', 'state', 'behind', 'items', 'shown', 'orphans', 'left out'];

/** A line a feed, then what is the matter with each, then what is still to be derived. */
export function feedStatusText(feeds: readonly Feed[]): string {
  const [first] = feeds;
  if (!first) return 'There are no feeds: see `courtside feed add` and `courtside import`.';
  const matters = feeds.flatMap((feed) => {
    const lines = mattersOf(feed);
    return lines.length === 0 ? [] : [`${feed.publisher} (${feed.id})`, ...lines.map((line) => `  ${line}`), ''];
  });
  return [...asTable([HEAD, ...feeds.map(rowOf)]), '', ...matters, `Still to be brought into the catalogue: ${first.health.waiting}`].join('\n');
}

function rowOf({ id, publisher, state, health }: Feed): string[] {
  const { lagSeconds, isStalled, items, listed, orphans, problems } = health;
  const rejected = problems.filter(({ isRejected }) => isRejected).reduce((sum, problem) => sum + problem.items, 0);
  return [id, publisher, isStalled ? 'STALLED' : state, lagSeconds === null ? '-' : durationOf(lagSeconds), ...[items, listed, orphans.count, rejected].map(String)];
}

function mattersOf({ stateReason, health: { stallReason, orphans, problems } }: Feed): readonly string[] {
  return [
    ...[stateReason, stallReason].filter((reason) => reason !== null),
    ...orphans.examples.map(({ id, parentId }) => `${id} waits for ${parentId}`),
    ...problems.flatMap(({ cause, isRejected, items, examples }) => [`${items} ${isRejected ? 'left out' : 'put right or cut short'}: ${cause}`, ...examples.map(({ itemId, detail }) => `  ${itemId}: ${detail}`)]),
  ];
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

function durationOf(seconds: number): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= 2 * least) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${unit}`;
}

function asTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd());
}
