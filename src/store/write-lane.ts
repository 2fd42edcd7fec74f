import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import { requireTime } from '../shared/time-limit.js';
import type { LogOnDisk } from './log-on-disk.js';
import type { ImmediateConnection } from './prepared.js';
import type { Tables } from './tables.js';

/** SQLite's one writing connection, as the lane needs it. */
export interface WritingConnection extends ImmediateConnection {
  readonly isTransaction: () => boolean;
  /** What is committed within is in the log, and not yet on disk. */
  readonly inLogOnly: <T>(work: () => T) => T;
}

interface Job {
  /** Runs in its request's own async context, and so within its time. */
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

/** How a job ended; told when its commit is on disk. */
type Settle = () => void;

/**
 * One commit for all that is asked to be written at the same time: what costs on SQLite is the disk, once for each commit.
 * A piece of work is a synchronous function and runs under a savepoint of its own, so that its failure takes back nothing but
 * itself. When the transaction itself is lost, each piece is done again alone: so it may run twice, makes its ids inside, and
 * touches nothing outside of the database. It is answered when its commit has reached the disk; what comes meanwhile is the next
 * commit. Should the disk fail, all of a commit are told so, and whether they were written is known after the next start.
 */
export class WriteLane {
  readonly #writes: Kysely<Tables>;
  readonly #connection: WritingConnection;
  readonly #log: Pick<LogOnDisk, 'reach'>;
  #gathered: Job[] = [];
  #onItsWay: PromiseWithResolvers<void> | undefined;
  /** In nobody's async context: a request's time limit must not end what others wait for. */
  readonly #wake: () => void;

  constructor(writes: Kysely<Tables>, connection: WritingConnection, log: Pick<LogOnDisk, 'reach'>) {
    this.#writes = writes;
    this.#connection = connection;
    this.#log = log;
    this.#wake = AsyncLocalStorage.bind(() => void setImmediate(() => void this.#flush()));
  }

  /** Not to be called within a transaction of the ORM, for whose end it would wait. */
  async run<T>(work: (connection: ImmediateConnection) => T): Promise<T> {
    requireTime();
    return new Promise<T>((resolve, reject) => {
      this.#gathered.push({ work: AsyncLocalStorage.bind(() => work(this.#connection)), resolve: resolve as Job['resolve'], reject }); // it is given what its own work gives
      if (this.#gathered.length === 1 && !this.#onItsWay) this.#wake();
    });
  }

  /** While something that readers see has not reached the disk: resolves when it has. Who has read it should not say so before. */
  get onItsWay(): Promise<void> | undefined {
    return this.#onItsWay?.promise;
  }

  /** Kysely's own lock on the connection keeps the transactions of the ORM apart from this one. What comes while it is waited for comes along. */
  async #flush(): Promise<void> {
    let jobs: readonly Job[] = [];
    try {
      const settles = await this.#writes.connection().execute(async () => {
        this.#onItsWay = Promise.withResolvers();
        jobs = this.#takeAll();
        return this.#connection.inLogOnly(() => this.#runTogether(jobs));
      });
      await this.#log.reach();
      this.#arrived();
      for (const settle of settles) settle();
    } catch (cause) {
      this.#arrived();
      for (const { reject } of jobs.length > 0 ? jobs : this.#takeAll()) reject(cause); // the disk has failed, or the store is closed
    }
    if (this.#gathered.length > 0) this.#wake();
  }

  #arrived(): void {
    this.#onItsWay?.resolve();
    this.#onItsWay = undefined;
  }

  #takeAll(): readonly Job[] {
    const jobs = this.#gathered;
    this.#gathered = [];
    return jobs;
  }

  #runTogether(jobs: readonly Job[]): readonly Settle[] {
    try {
      return this.#commit(jobs);
    } catch (cause) {
      const [only, ...others] = jobs;
      if (others.length === 0) return only ? [() => only.reject(cause)] : [];
      return jobs.flatMap((job) => this.#runTogether([job]));
    }
  }

  #commit(jobs: readonly Job[]): readonly Settle[] {
    this.#do('begin immediate');
    try {
      const settles = jobs.map((job) => this.#attempt(job));
      this.#do('commit');
      return settles;
    } catch (cause) {
      if (this.#connection.isTransaction()) this.#do('rollback');
      throw cause;
    }
  }

  /** Throws only when the transaction is lost with it. */
  #attempt({ work, resolve, reject }: Job): Settle {
    this.#do('savepoint job');
    try {
      const value = work();
      if (value instanceof Promise) throw new Error('what runs in the write lane is synchronous');
      this.#do('release job');
      return () => resolve(value);
    } catch (cause) {
      if (!this.#connection.isTransaction()) throw cause;
      this.#do('rollback to job');
      this.#do('release job');
      return () => reject(cause);
    }
  }

  #do(sql: string): void {
    this.#connection.run(sql, []);
  }
}
