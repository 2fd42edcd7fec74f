import { parseArgs } from 'node:util';
import type { StoreKind } from './settings.ts';

export const WORKLOADS = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7'] as const;
export type Workload = (typeof WORKLOADS)[number];

export interface Options {
  readonly only: ReadonlySet<Workload>;
  readonly stores: readonly StoreKind[];
  readonly rounds: number;
  /** Of each measurement, after its warm-up. */
  readonly seconds: number;
  /** Names of targets besides the floor and ourselves. */
  readonly hasPeers: boolean;
  /** How many sessions the large database of W6 has. */
  readonly many: number;
}

const USAGE = `npm run bench -- [options]
  --only W1,W3        these workloads (all: ${WORKLOADS.join(',')})
  --store sqlite      this store, sqlite or postgres (both)
  --rounds 4          how often all take their turn
  --seconds 1.8       how long each is measured in a round, after a warm-up
  --many 1000000      how many sessions the large database of W6 has
  --no-peers          the floor and ourselves alone`;

export function readOptions(argv: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...argv], options: { only: text, store: text, rounds: text, seconds: text, many: text, peers: { type: 'boolean', default: true } }, allowNegative: true });
  const only = values.only?.split(',') ?? WORKLOADS;
  const stores = values.store?.split(',') ?? ['sqlite', 'postgres'];
  const unknown = [...only.filter((name) => !(WORKLOADS as readonly string[]).includes(name)), ...stores.filter((name) => !['sqlite', 'postgres'].includes(name))];
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}\n${USAGE}`);
  return { only: new Set(only as readonly Workload[]), stores: stores as readonly StoreKind[], rounds: Number(values.rounds ?? 4), seconds: Number(values.seconds ?? 1.8), hasPeers: values.peers, many: Number(values.many ?? 1_000_000) }; // both were looked at above
}
