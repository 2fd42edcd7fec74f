import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { v7 } from 'uuid';
import { LINK_SIGNING_KEYS, PUBLIC_URL } from '../settings.ts';
import { createdAnswer, listAnswer, wireAnswer } from './answers.ts';
import { readInput, readWire, type GraphqlInput, type SessionRequest } from './facts.ts';
import { opens, readKey, sha256, targetSecrets, type KeyRow } from './keys.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Created, FloorStore } from './store.ts';

/*
 * The floor: what somebody would write by hand who needed these four answers and nothing else. The same rows and the same bytes
 * as ours, the same checks of the key; no GraphQL, no framework, no log, no limits.
 */

const { databaseUrl, port } = JSON.parse(process.argv[2] ?? '') as { databaseUrl: string; port: number }; // from startTarget
const store: FloorStore = databaseUrl.startsWith('sqlite:') ? openSqlite(databaseUrl.slice('sqlite:'.length)) : openPostgres(databaseUrl);
const { keyId, secretOf } = targetSecrets(LINK_SIGNING_KEYS);
const SESSIONS = '/api/checkout-sessions';

async function keyOf({ headers }: IncomingMessage): Promise<KeyRow | undefined> {
  const sent = headers['x-api-key'];
  const given = readKey(typeof sent === 'string' ? sent : undefined);
  const row = given && (await store.readKey(given.id));
  return given && opens(given.secret, row) ? row : undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return Buffer.concat(chunks).toString('utf8');
}

function create(caller: KeyRow, key: string, request: SessionRequest): Promise<Created | undefined> {
  const identifier = randomBytes(16).toString('base64url');
  const fingerprint = sha256(`createCheckoutSession ${JSON.stringify(request)}`);
  const target = { targetKeyId: keyId, targetHash: sha256(secretOf(identifier)) };
  return store.create({ brokerId: caller.broker_id, holder: `broker:${caller.broker_id}`, key, fingerprint, request, identifier, quoteId: v7(), itemId: v7(), ...target, now: new Date() });
}

function send(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.byteLength, ...headers }).end(bytes);
}

async function post(request: IncomingMessage, response: ServerResponse, caller: KeyRow): Promise<void> {
  const key = request.headers['idempotency-key'];
  const wanted = readWire(await bodyOf(request));
  const created = wanted && typeof key === 'string' ? await create(caller, key, wanted) : undefined;
  if (!created) return send(response, 400, '{}');
  send(response, 201, wireAnswer({ ...created, secret: secretOf(created.identifier) }), { location: `${PUBLIC_URL}${SESSIONS}/${created.identifier}` });
}

async function get(request: IncomingMessage, response: ServerResponse, caller: KeyRow): Promise<void> {
  const identifier = (request.url ?? '').slice(SESSIONS.length + 1);
  const facts = await store.readSession(caller.broker_id, identifier);
  if (!facts) return send(response, 404, '{}');
  send(response, 200, wireAnswer({ identifier, facts, secret: secretOf(identifier) }));
}

interface Asked {
  readonly query: string;
  readonly variables: { readonly input: GraphqlInput; readonly first: number };
}

async function graphql(request: IncomingMessage, response: ServerResponse, caller: KeyRow): Promise<void> {
  const { query, variables } = JSON.parse(await bodyOf(request)) as Asked; // the bench's two documents
  if (query.startsWith('query')) return send(response, 200, listAnswer(await store.listSessions(caller.broker_id, variables.first), variables.first, new Date()));
  const wanted = readInput(variables.input);
  const created = wanted && (await create(caller, variables.input.idempotencyKey, wanted));
  if (!created) return send(response, 400, '{}');
  send(response, 200, createdAnswer({ ...created, secret: secretOf(created.identifier) }, created.isReplayed));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const caller = await keyOf(request);
  if (!caller) return send(response, 401, '{}');
  if (request.url === '/graphql') return graphql(request, response, caller);
  return request.method === 'POST' ? post(request, response, caller) : get(request, response, caller);
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, '{}');
  });
}).listen(port, '127.0.0.1');
