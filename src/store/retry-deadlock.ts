const POSTGRES_DEADLOCK = '40P01';
const MOST_TRIES = 5;

/** Does a transaction again that the database has chosen to break a circle of waiting. SQLite knows no such circle. */
export async function retryDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === POSTGRES_DEADLOCK;
      if (!isDeadlock || tries === MOST_TRIES) throw error;
    }
  }
}
