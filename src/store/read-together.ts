import type { DatabaseSync } from 'node:sqlite';

/** What a connection that only reads does around its statements. */
export interface ReadTogether {
  /** Before a statement: it sees what the others of this turn of the event loop see. */
  readonly join: () => void;
  /** Whoever reads next sees what has been committed by then. */
  readonly part: () => void;
}

/**
 * What is read in one turn of the event loop is one look at the database: to begin and end one of its own, with the locks of
 * a file, takes as long as what most statements do. A request that comes later is read later, so it sees all that was committed
 * before it was sent. Who writes in this process ends the look first: reads after a write see it, and no look keeps a
 * checkpoint from getting on.
 */
export function readTogether(database: DatabaseSync): ReadTogether {
  const [begin, end] = [database.prepare('begin deferred'), database.prepare('end')];
  let isTogether = false;
  const part = (): void => {
    if (!isTogether) return;
    isTogether = false;
    if (database.isOpen && database.isTransaction) end.run(); // an error may have ended it
  };
  const join = (): void => {
    if (isTogether || database.isTransaction) return;
    begin.run();
    isTogether = true;
    setImmediate(part);
  };
  return { join, part };
}
