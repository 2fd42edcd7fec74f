import type { KyselyPlugin } from 'kysely';
import type { Store } from '../../src/store/open-store.js';

/** Counts every SQL statement that runs on a store from now on, those of plain reads and those of units of work. */
export function countStatements(store: Store): { during<T>(work: () => Promise<T>): Promise<readonly [number, T]> } {
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      return result;
    },
  };
  Object.assign(store, { reads: store.reads.withPlugin(counting) });
  const connection = store.orm.em.getConnection();
  const execute = connection.execute.bind(connection);
  Object.assign(connection, {
    execute: (...args: Parameters<typeof execute>) => {
      count += 1;
      return execute(...args);
    },
  });
  return {
    during: async (work) => {
      const before = count;
      const result = await work();
      return [count - before, result] as const;
    },
  };
}
