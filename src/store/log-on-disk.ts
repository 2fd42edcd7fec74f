import { open, type FileHandle } from 'node:fs/promises';

/** SQLite's write-ahead log, as a file. */
export interface LogOnDisk {
  /** Resolves when all that is in the log by now has reached the disk. The event loop goes on meanwhile; it would stand still if SQLite itself saw to that. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

/** The log of the database at this path. It is there from the first commit until the last connection closes. */
export function logOnDisk(path: string): LogOnDisk {
  let opened: Promise<FileHandle> | undefined;
  return {
    reach: async () => {
      opened ??= open(`${path}-wal`, 'r+'); // no lock is lost when this is closed: SQLite's are on the other two files
      await (await opened).datasync();
    },
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}
