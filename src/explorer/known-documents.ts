import { createHash } from 'node:crypto';
import type { NamedOperation } from './named-operations.js';

/** What Apollo asks for the text of a hash that a request names instead of a document. */
export interface KnownDocuments {
  get(hash: string): Promise<string | undefined>;
  set(): Promise<void>;
  delete(): Promise<boolean>;
}

/** Our named operations by the SHA-256 of their files, and nothing else: what callers send is never kept, so nobody can fill it. (our choice) */
export function knownDocuments(operations: readonly NamedOperation[]): KnownDocuments {
  const byHash = new Map(operations.map(({ text }) => [createHash('sha256').update(text).digest('hex'), text]));
  return {
    get: async (hash) => byHash.get(hash.replace(/^apq:/, '')), // Apollo's prefix
    set: async () => {},
    delete: async () => false,
  };
}
