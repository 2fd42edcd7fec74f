import { createDecipheriv, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { ENCRYPTION_KEYS } from '../settings.ts';
import { openPostgresDrain } from './drain-postgres.ts';
import { openSqliteDrain } from './drain-sqlite.ts';
import { bodyOf, type Due, type Ended } from './drain-store.ts';

/*
 * The floor of the webhooks: claims many with a lease and keeps their bytes before the first send, signs and sends them by undici,
 * and writes how they ended, many in one transaction. No vetting of addresses, no lanes, no GraphQL.
 */

const { databaseUrl, port } = JSON.parse(process.argv[2] ?? '') as { databaseUrl: string; port: number }; // from startServer
const store = databaseUrl.startsWith('sqlite:') ? openSqliteDrain(databaseUrl.slice('sqlite:'.length)) : openPostgresDrain(databaseUrl);

const MOST_CLAIMED = 500;
/** As many as eight lanes of ten. */
const MOST_AT_ONCE = 80;
const LOOK_EVERY_MS = 20;
const COLLECT_MS = 5;

const agent = new Agent({ connections: MOST_AT_ONCE });
const { keys: [sealing] } = JSON.parse(ENCRYPTION_KEYS) as { keys: [{ k: string }] }; // the bench's own set
const opened = new Map<string, string>();

function open(sealed: string): string {
  const known = opened.get(sealed);
  if (known !== undefined) return known;
  const [nonce, text, tag] = sealed.split('.').slice(1).map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer, Buffer]; // kid.nonce.text.tag
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(sealing.k, 'base64url'), nonce).setAuthTag(tag);
  const secret = Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  opened.set(sealed, secret);
  return secret;
}

async function send(due: Due, body: string): Promise<Ended> {
  const [startedAt, start] = [new Date(), performance.now()];
  const timestamp = String(Math.floor(startedAt.getTime() / 1000));
  const key = Buffer.from(open(due.signing_secret).slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${due.id}.${timestamp}.${body}`).digest('base64');
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'x-api-key': open(due.webhook_key), 'webhook-id': due.id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}`, 'user-agent': 'Courtside-Webhooks/1' };
  const { origin, pathname } = new URL(due.url);
  const { statusCode, body: answer } = await agent.request({ origin, path: pathname, method: 'POST', headers, body });
  return { id: due.id, startedAt, durationMs: Math.round(performance.now() - start), status: statusCode, answer: await answer.text() };
}

const waiting: { readonly due: Due; readonly body: string }[] = [];
const ended: Ended[] = [];
let [underWay, isTelling, isClaiming] = [0, false, false];

async function tell(): Promise<void> {
  if (isTelling) return;
  isTelling = true;
  while (ended.length > 0) {
    await pause(COLLECT_MS);
    await store.report(ended.splice(0, MOST_CLAIMED));
  }
  isTelling = false;
}

function pump(): void {
  while (waiting.length > 0 && underWay < MOST_AT_ONCE) {
    const next = waiting.shift();
    if (!next) return;
    void attempt(next.due, next.body);
  }
}

async function attempt(due: Due, body: string): Promise<void> {
  underWay += 1;
  ended.push(await send(due, body));
  underWay -= 1;
  void tell();
  pump();
  if (waiting.length < MOST_AT_ONCE) void claim();
}

async function claim(): Promise<boolean> {
  if (isClaiming) return false;
  isClaiming = true;
  const claimed = await store.claim(MOST_CLAIMED);
  isClaiming = false;
  for (const due of claimed) waiting.push({ due, body: bodyOf(due) });
  pump();
  return claimed.length > 0;
}

createServer((_request, response) => response.end()).listen(port, '127.0.0.1'); // so that its start can be seen
for (;;) if (waiting.length >= MOST_AT_ONCE || !(await claim())) await pause(LOOK_EVERY_MS);
