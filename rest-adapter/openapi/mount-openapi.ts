import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendAnswer } from '../http/answer.js';
import { FOR_EVERYBODY } from '../http/for-everybody.js';
import type { Vocabulary } from '../json-ld/vocabulary.js';
import type { ServerAddresses } from './examples.js';

/** The description of this door, as JSON on /openapi.json and as a page on /docs that asks nobody else for anything. Both are made when somebody asks. */
export function mountOpenapi(app: FastifyInstance, vocabulary: Vocabulary, servers: ServerAddresses): void {
  const describe = async () => (await import('./openapi-document.js')).openapiDocument(vocabulary, servers);
  let described: ReturnType<typeof describe> | undefined;
  const document = () => (described ??= describe());
  app.get('/openapi.json', async (_request, reply) => sendAnswer(reply, { status: 200, headers: FOR_EVERYBODY, body: await document() }));

  let opened: Promise<FastifyInstance> | undefined;
  const open = async () => (await import('./docs-server.js')).openDocs('/docs', await document());
  const answer = async (request: FastifyRequest, reply: FastifyReply) => askDocs(await (opened ??= open()), request, reply);
  for (const path of ['/docs', '/docs/*']) app.get(path, answer);
}

/** Of the connection itself, not of what comes over it. */
const HOP_BY_HOP: ReadonlySet<string> = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

async function askDocs(docs: FastifyInstance, { raw, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const answer = await docs.inject({ method: 'GET', url: raw.url ?? '/', headers });
  if (answer.statusCode === 404) {
    reply.callNotFound();
    return reply;
  }
  const kept = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name));
  return reply.code(answer.statusCode).headers(Object.fromEntries(kept)).send(answer.rawPayload.length > 0 ? answer.rawPayload : undefined);
}
