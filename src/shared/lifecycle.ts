/** One row of a state table: from a state, on a trigger, to the next state. */
export interface Move {
  readonly from: string;
  readonly on: string;
  readonly to: string;
}

/** A state machine is its table. A pair that no row names is an illegal move: `next` answers undefined. */
export interface Lifecycle<M extends Move> {
  readonly moves: readonly M[];
  next(from: M['from'] | M['to'], on: M['on']): M['to'] | undefined;
}

export function lifecycle<const M extends Move>(moves: readonly M[]): Lifecycle<M> {
  return { moves, next: (from, on) => moves.find((move) => move.from === from && move.on === on)?.to };
}
