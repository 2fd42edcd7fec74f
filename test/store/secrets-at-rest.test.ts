import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateEncryptionKeys, openSecretBox, type SecretBox } from '../../src/access/secret-box.js';
import { readConfig } from '../../src/config.js';
import { start } from '../../src/process/start.js';
import { DEMO } from '../../src/store/demo-data.js';
import { openStore } from '../../src/store/open-store.js';
import { resealSecrets } from '../../src/webhook/reseal-secrets.js';
import { WebhookCredential } from '../../src/webhook/webhook-credential.entity.js';
import { personBody, sessionBody, withOrder } from '../support/bodies.js';
import { askOver, book, openSession, takeInBroker, type TakenInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { CANARY } from '../support/canary.js';
import { callRest } from '../support/rest.js';
import { freePort } from '../support/postgres.js';
import { freshFolder } from '../support/run-folder.js';
import { startSenderWorld, type Sender, type SenderWorld } from '../support/sender-world.js';
import { freshDatabaseUrl, STORES, type StoreKind } from '../support/stores.js';

const MAIN = fileURLToPath(new URL('../../dist/bundle/gateway.js', import.meta.url));
const SOON = { timeout: 50_000 };
/** A gateway of its own has the machine's clock. */
const LEEWAY_SECONDS = 120;

/** What names the customer who books. */
const CUSTOMER = { ...personBody(), ...CANARY };
const CUSTOMER_WORDS = Object.values(CANARY);

/** A gateway in a process of its own that logs all it can. It needs what `tsc -p .` makes. */
async function startTalkative(store: StoreKind) {
  const folder = freshFolder();
  const port = await freePort();
  const databaseUrl = store === 'sqlite' ? `sqlite:${join(folder, 'data', 'courtside.db')}` : await freshDatabaseUrl(store);
  const env = { PATH: process.env['PATH'], PORT: String(port), DATABASE_URL: databaseUrl, DEMO: 'true', LOG_LEVEL: 'trace' };
  const child = spawn(process.execPath, [MAIN], { cwd: folder, env });
  const said: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://localhost:${port}`;
  await expect.poll(() => said.join('').includes('Create a checkout session:'), SOON).toBe(true);
  const stop = async () => {
    child.kill();
    await gone;
  };
  return { url, graphqlUrl: `${url}/graphql`, databaseUrl, dataFolder: join(folder, 'data'), log: () => said.join(''), stop };
}

/** Everything in the database: the file and what lies beside it, or every row of every table. */
async function contentOf(databaseUrl: string): Promise<string> {
  if (databaseUrl.startsWith('sqlite:')) {
    const path = databaseUrl.slice('sqlite:'.length);
    const files = readdirSync(dirname(path)).filter((name) => name.startsWith('courtside.db'));
    return files.map((name) => readFileSync(join(dirname(path), name), 'latin1')).join('\n');
  }
  const store = await openStore(databaseUrl);
  try {
    const em = store.fork();
    const tables = (await em.execute("select table_name as name from information_schema.tables where table_schema = 'public'")) as { name: string }[];
    const rows = await Promise.all(tables.map(({ name }) => em.execute(`select t::text as line from "${name}" t`)));
    return rows.flat().map((row) => JSON.stringify(row)).join('\n');
  } finally {
    await store.close();
  }
}

/** The forms in which a secret could be lying about. */
function formsOf({ apiKey, webhookKey, signingSecret }: TakenInBroker): readonly string[] {
  const [, , , secret = ''] = apiKey.split('_');
  const bare = signingSecret.slice('whsec_'.length);
  const encoded = [webhookKey, signingSecret, secret].map((text) => Buffer.from(text).toString('base64url').slice(0, -2));
  return [secret, webhookKey, bare, bare.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''), Buffer.from(bare, 'base64').toString('hex'), ...encoded];
}

describe.each(STORES)("a broker's secrets (%s)", (store) => {
  it('are nowhere in the clear once they are shown: not in the database, not in a log that tells all, nor does that log name a customer', async () => {
    const gateway = await startTalkative(store);
    const broker = await BrokerDouble.start(() => new Date(), LEEWAY_SECONDS);
    try {
      const ask = askOver(gateway);
      const known = await takeInBroker(ask, { dataFolder: gateway.dataFolder, now: new Date() }, { successWebhook: broker.url, webhookKey: 'canary-webhook-key-of-move-more' });
      broker.know(known);
      broker.replies.push('hang up'); // so that a failure is logged; the second order does not wait for the first one's next attempt
      const { id } = await book(ask, (await openSession(gateway.url, known.apiKey, withOrder(sessionBody(gateway.url), { customer: CUSTOMER }))).target);
      await book(ask, (await openSession(gateway.url, known.apiKey)).target);
      await expect.poll(() => broker.received.length, SOON).toBe(2);
      await callRest(`${gateway.url}/api/checkout-sessions?key=${known.apiKey}&webhook=${known.webhookKey}`, { method: 'POST', apiKey: `${known.apiKey}x`, body: sessionBody(gateway.url) });
      await callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', apiKey: known.apiKey, body: { ...sessionBody(gateway.url), 'platform:initialOrder': { customer: CUSTOMER } } });
      await ask('query ($filter: OrderFilter) { orders(filter: $filter) { nodes { id } } }', { filter: { email: CUSTOMER.email } }, { apiKey: known.apiKey }).catch(() => {});
      await gateway.stop();
      const [content, log] = [await contentOf(gateway.databaseUrl), gateway.log()];
      expect(content).toContain('Move More'); // it is the right database
      expect(content).toContain(id.slice(id.lastIndexOf('/') + 1));
      expect(log).toContain('"path":"/api/checkout-sessions"');
      expect(content).toContain(CUSTOMER.email);
      for (const word of CUSTOMER_WORDS) expect({ word, isInLog: log.includes(word) }).toEqual({ word, isInLog: false });
      for (const form of formsOf(known)) expect({ form, isInDatabase: content.includes(form), isInLog: log.includes(form) }).toEqual({ form, isInDatabase: false, isInLog: false });
    } finally {
      await gateway.stop();
      await broker.stop();
    }
  });
});

describe('the key that a broker wants in its webhooks', () => {
  it('is long enough, fits into a header, and opens nothing of ours', async () => {
    const world = await startSenderWorld('sqlite');
    try {
      const take = (webhookKey: string) => takeInBroker(world.ask, { dataFolder: world.dataFolder, now: world.clock.now() }, { webhookKey });
      const refused = [DEMO.apiKeys.fitnessFinder, DEMO.publishableKeys.fitnessFinder, 'ck_live_nobody_has_this', 'fifteen-letters', '', 'has a space in the middle', `sixteen\r\nletters`, 'schlüssel-mit-umlaut', 'x'.repeat(256)];
      const brokers = async () => (await world.store.fork().execute('select id from broker')).length;
      const before = await brokers();
      for (const key of refused) await expect(take(key), JSON.stringify(key)).rejects.toThrow('webhookKey');
      expect(await brokers()).toBe(before);
      for (const key of ['sixteen-letters!', 'x'.repeat(255)]) expect((await take(key)).webhookKey).toBe(key);
      const made = [(await takeInBroker(world.ask, { dataFolder: world.dataFolder, now: world.clock.now() }, {})), (await takeInBroker(world.ask, { dataFolder: world.dataFolder, now: world.clock.now() }, {}))];
      expect(new Set(made.flatMap(({ webhookKey, signingSecret }) => [webhookKey, signingSecret])).size).toBe(4);
    } finally {
      await world.stop();
    }
  });
});

const keysIn = (text: string) => (JSON.parse(text) as { keys: readonly object[] }).keys;
const keyText = (...keys: readonly (readonly object[])[]) => JSON.stringify({ keys: keys.flat() });

describe.each(STORES)("brokers' secrets when the key that seals them is changed (%s)", (store) => {
  let world: SenderWorld;
  let broker: BrokerDouble;
  let known: TakenInBroker;
  beforeAll(async () => {
    world = await startSenderWorld(store);
    broker = await BrokerDouble.start(() => world.clock.now());
    known = await world.takeIn(broker);
    for (let more = 0; more < 20; more += 1) await takeInBroker(world.ask, { dataFolder: world.dataFolder, now: world.clock.now() }, {});
  });
  afterAll(async () => {
    await world.stop();
    await broker.stop();
  });

  const [oldest, newer, newest] = [generateEncryptionKeys(), generateEncryptionKeys(), generateEncryptionKeys()].map(keysIn);
  if (!oldest || !newer || !newest) throw new Error('no keys');
  const credentials = () => world.store.fork().find(WebhookCredential, {}, { orderBy: { id: 'asc' } });
  const reseal = (secretBox: SecretBox, { store: at }: Pick<Sender, 'store'> = world) => resealSecrets({ em: at.fork(), reads: at.reads, secretBox });
  const inUse = () => keysIn(readFileSync(join(world.dataFolder, 'encryption-keys.json'), 'utf8'));
  const secretsBy = async (box: SecretBox) => (await credentials()).map(({ id, webhookKey, signingSecret }) => [id, box.open(webhookKey), box.open(signingSecret)]);

  it('are each sealed anew once, by however many at the same time, and the old key opens and is needed for nothing any more', async () => {
    const before = await secretsBy(world.gateway.parts.secretBox);
    const rotated = openSecretBox(keyText(oldest, inUse()));
    const rival = store === 'sqlite' ? world : await world.another(); // two connections of one process would block each other on SQLite
    const counts = await Promise.all([reseal(rotated), reseal(rotated, rival), reseal(rotated)]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(before.length);
    expect(await reseal(rotated)).toBe(0);
    expect(await secretsBy(openSecretBox(keyText(oldest)))).toEqual(before);
    await expect(secretsBy(openSecretBox(keyText(inUse())))).rejects.toThrow('ENCRYPTION_KEYS lacks key');
  });

  it('are sealed anew by a gateway that starts with another key before the old one, and webhooks go on with that alone', async () => {
    const settings = (...keys: readonly (readonly object[])[]) => ({ ...world.settings, ENCRYPTION_KEYS: keyText(...keys) });
    const port = String(await freePort());
    const gateway = await start({ ...readConfig({ ...settings(newer, oldest), PORT: port }), dataFolder: world.dataFolder }, world.clock);
    const newerAlone = openSecretBox(keyText(newer));
    try {
      await expect.poll(async () => (await credentials()).every(({ webhookKey, signingSecret }) => newerAlone.isCurrent(webhookKey) && newerAlone.isCurrent(signingSecret)), SOON).toBe(true);
    } finally {
      await gateway.stop();
    }
    await world.book(known.apiKey); // before it runs: two connections of one process would block each other on SQLite
    const again = await start({ ...readConfig({ ...settings(newer), PORT: port }), dataFolder: world.dataFolder }, world.clock);
    try {
      await expect.poll(() => broker.received.length, SOON).toBe(1);
    } finally {
      await again.stop();
    }
  });

  it('that somebody changes meanwhile stay changed', async () => {
    const [some] = await credentials();
    const rotated = openSecretBox(keyText(newest, newer));
    let resealing: Promise<number> | undefined;
    await world.store.fork().transactional(async (tx) => {
      await tx.nativeUpdate(WebhookCredential, { id: some?.id ?? '' }, { signingSecret: rotated.seal('whsec_changed') });
      resealing = reseal(rotated); // it sees what was there before, and waits to write
      for (let look = 0; look < 20; look += 1) await world.store.reads.selectFrom('webhook_credential').select('id').execute();
    });
    await resealing;
    await reseal(rotated);
    expect((await secretsBy(openSecretBox(keyText(newest)))).find(([id]) => id === some?.id)?.[2]).toBe('whsec_changed');
  });

  it('of one broker that nobody can open hold up nobody else’s, and are named', async () => {
    const lost = openSecretBox(keyText(oldest));
    const [some] = await credentials();
    await world.store.fork().nativeUpdate(WebhookCredential, { id: some?.id ?? '' }, { webhookKey: lost.seal('lost') });
    const rotated = openSecretBox(keyText(newer, newest));
    const failed = await reseal(rotated).catch((error: unknown) => error);
    expect(failed).toMatchObject({ errors: [{ message: expect.stringContaining('ENCRYPTION_KEYS lacks key') }] });
    const left = (await credentials()).filter(({ signingSecret }) => !rotated.isCurrent(signingSecret));
    expect(left.map(({ id }) => id)).toEqual([some?.id]);
  });
});
