import type { Measurement } from './measure.ts';

/** What is wished for: at least so many times the floor, and so many times each peer. */
export interface Goal {
  readonly floor?: number;
  readonly peers?: Readonly<Record<string, number>>;
}

/** The worst of a hundred may wait so many times as long as at the floor. */
const P99_GOAL = 3;

/** One kind of work on one store, target by target; ratios are those of the same round. */
export function tableOf(title: string, rounds: readonly (readonly Measurement[])[], goal: Goal): string {
  const names = [...new Set(rounds.flat().map(({ target }) => target))].toSorted((a, b) => rank(a) - rank(b));
  const lines = names.map((name) => lineOf(name, rounds));
  return [`\n${title}`, row(['', '× floor', '(from–to)', 'req/s', 'p50 ms', 'p99 ms', 'p99 × floor', 'CPU µs', 'DB µs', 'MiB']), ...lines, ...verdicts(rounds, names, goal)].join('\n');
}

function lineOf(name: string, rounds: readonly (readonly Measurement[])[]): string {
  const of = (member: keyof Measurement): number => median(rounds.flatMap((round) => (round.find(({ target }) => target === name)?.[member] as number | undefined) ?? [])); // numbers all
  const ratios = ratiosOf(rounds, name, 'floor', 'perSecond');
  const p99 = ratiosOf(rounds, name, 'floor', 'p99Ms');
  const spread = ratios.length > 0 ? `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}` : '';
  return row([name, fixed(median(ratios), 2), spread, fixed(of('perSecond'), 0), fixed(of('p50Ms'), 2), fixed(of('p99Ms'), 2), fixed(median(p99), 2), fixed(of('processorUs'), 0), fixed(of('databaseUs'), 0), fixed(of('memoryBytes') / 2 ** 20, 0)]);
}

function verdicts(rounds: readonly (readonly Measurement[])[], names: readonly string[], { floor, peers = {} }: Goal): readonly string[] {
  return [
    ...(floor === undefined ? [] : [says('ours × floor', median(ratiosOf(rounds, 'ours', 'floor', 'perSecond')), floor), says('p99 × floor', median(ratiosOf(rounds, 'ours', 'floor', 'p99Ms')), P99_GOAL, false)]),
    ...Object.entries(peers).flatMap(([peer, goal]) => (names.includes(peer) ? [says(`ours × ${peer}`, median(ratiosOf(rounds, 'ours', peer, 'perSecond')), goal)] : [])),
  ];
}

/** Whether a goal is reached, in a line. */
export function says(what: string, reached: number, goal: number, isAtLeast = true): string {
  return `  ${(isAtLeast ? reached >= goal : reached <= goal) ? 'reached' : 'MISSED '}  ${what} ${fixed(reached, 2)}, goal ${isAtLeast ? '≥' : '≤'} ${goal.toFixed(2)}`;
}

/** One number for each round that has both. */
export function ratiosOf(rounds: readonly (readonly Measurement[])[], name: string, to: string, member: 'perSecond' | 'p99Ms'): readonly number[] {
  return rounds.flatMap((round) => {
    const [one, other] = [name, to].map((wanted) => round.find(({ target }) => target === wanted)?.[member]);
    return one === undefined || other === undefined ? [] : [one / other];
  });
}

/** Round by round. */
export function ratiosBetween(these: readonly number[], those: readonly number[]): readonly number[] {
  return these.map((one, round) => one / (those[round] ?? NaN));
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** What so large a share of them do not exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export function fixed(number: number, digits: number): string {
  return Number.isNaN(number) ? '' : number.toFixed(digits);
}

const WIDTHS = [14, 8, 12, 8, 8, 8, 12, 8, 8, 6];

export function row(cells: readonly string[]): string {
  return `  ${cells.map((cell, index) => (index === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[index] ?? 0))).join(' ')}`;
}

/** Floor, ours, then whoever else. */
function rank(name: string): number {
  return ['floor', 'ours'].indexOf(name) + 1 || 3;
}
