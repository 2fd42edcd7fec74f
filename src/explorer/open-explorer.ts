import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.js';
import type { Clock } from '../shared/clock.js';
import { headersFor } from './demo-headers.js';
import { mountIde } from './ide.js';
import { knownDocuments, type KnownDocuments } from './known-documents.js';
import { readNamedOperations } from './named-operations.js';
import { sandboxPage } from './sandbox-page.js';

/** Where people try GraphQL: Apollo Sandbox and an IDE of our own, both with the operations of `docs/operations`. */
export interface Explorer {
  readonly landingPage: () => Promise<string>;
  readonly knownDocuments: KnownDocuments;
  readonly mountIde: (server: FastifyInstance) => void;
}

export function openExplorer(config: Pick<Config, 'isDemo' | 'staff' | 'dataFolder'>, clock: Clock): Explorer {
  const operations = readNamedOperations();
  const headers = headersFor(config);
  return {
    knownDocuments: knownDocuments(operations),
    landingPage: async () => sandboxPage({ operations, headers: await headers('admin', clock.now()) }),
    mountIde: (server) => mountIde(server, { operations, headersFor: headers, clock }),
  };
}
