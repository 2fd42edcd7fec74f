import { open, type FileHandle } from 'node:fs/promises';

/** SQLite's write-ahead log, as a file. One asks at a time. */
export interface LogOnDisk {
  /** Resolves when all that is in the log by now has reached the disk. The event loop goes on meanwhile; it would stand still if SQLite itself saw to that. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

/** The log of the database at this path. It is there from the first commit until the last connection closes. */
export function logOnDisk(path: string): LogOnDisk {
  let log: FileHandle | undefined;
  return {
    reach: async () => {
      log ??= await open(`${path}-wal`, 'r+'); // no lock is lost when this is closed: SQLite's are on the other two files
      await log.datasync();
    },
    close: async () => log?.close(),
  };
}
