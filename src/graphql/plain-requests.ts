import type { IncomingHttpHeaders } from 'node:http';
import { getOperationAST, type DocumentNode, type OperationDefinitionNode } from 'graphql';

/** The plainest way to ask for an operation: its document as text in a JSON body, and nothing besides. */
export interface PlainRequest {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly contentType: string;
}

/** What of a request over HTTP matters here. */
interface Asked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** What requests have in common that came before: documents that were found valid and within limits, and what Apollo answers to an Accept header. */
export interface PlainRequests {
  /** The request, when all that would be found out about it is known already; undefined is for Apollo. */
  read(asked: Asked): PlainRequest | undefined;
  learnDocument(text: string, document: DocumentNode): void;
  learnContentType(accept: string | undefined, contentType: string): void;
}

/** Of 64 KiB and 1,500 tokens each at most; Apollo keeps more, and parses again what it has forgotten. */
const DOCUMENTS_KEPT = 300;
const CONTENT_TYPES_KEPT = 100;
const PLAIN_MEMBERS: ReadonlySet<string> = new Set(['query', 'operationName', 'variables']);

export function plainRequests(): PlainRequests {
  const documents = new Map<string, DocumentNode>();
  const contentTypes = new Map<string | undefined, string>();
  return {
    read: ({ method, headers, body }) => {
      if (method !== 'POST' || headers['content-type']?.startsWith('application/json') !== true || !isRecord(body)) return undefined;
      const contentType = contentTypes.get(headers.accept);
      const document = typeof body['query'] === 'string' ? documents.get(body['query']) : undefined;
      if (contentType === undefined || !document || !hasOnlyPlainMembers(body)) return undefined;
      const [operationName, variables] = [body['operationName'] ?? undefined, body['variables'] ?? undefined];
      if ((operationName !== undefined && typeof operationName !== 'string') || (variables !== undefined && !isRecord(variables))) return undefined;
      const operation = getOperationAST(document, operationName);
      return operation ? { document, operation, operationName, variables, contentType } : undefined;
    },
    learnDocument: (text, document) => keep(documents, DOCUMENTS_KEPT, text, document),
    learnContentType: (accept, contentType) => keep(contentTypes, CONTENT_TYPES_KEPT, accept, contentType),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnlyPlainMembers(body: object): boolean {
  for (const name in body) if (!PLAIN_MEMBERS.has(name)) return false;
  return true;
}

/** Forgets what was learned first where there is too much. */
function keep<K, V>(known: Map<K, V>, most: number, key: K, value: V): void {
  if (known.has(key)) return;
  known.set(key, value);
  if (known.size > most) for (const first of known.keys()) return void known.delete(first);
}
