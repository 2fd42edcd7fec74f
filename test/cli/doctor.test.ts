import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../rest-adapter/webhooks/address-guard.js';
import { ApiKey } from '../../src/broker/api-key.entity.js';
import { BrokerOrigin } from '../../src/broker/broker-origin.entity.js';
import { examineBroker, type DoctorOptions, type Examination } from '../../src/cli/doctor/examine-broker.js';
import { asReport, type Outcome } from '../../src/cli/doctor/finding.js';
import { judgeFirst } from '../../src/cli/doctor/judge-answer.js';
import { isPublic } from '../../src/cli/doctor/reach.js';
import { testEvent } from '../../src/cli/doctor/test-events.js';
import { withStaffSdk } from '../../src/cli/staff-sdk.js';
import { readConfig, type Config } from '../../src/config.js';
import { DEMO } from '../../src/store/demo-data.js';
import { openStore, type Store } from '../../src/store/open-store.js';
import { writeTestEvent } from '../../rest-adapter/json-ld/write-test-event.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import type { TakenInBroker } from '../support/book.js';
import { runCli } from '../support/cli.js';
import { startGatewayOfToday } from '../support/examples.js';
import { Patient } from '../support/patient.js';
import { freshFolder } from '../support/run-folder.js';
import { migratedDatabaseUrl, STORES, type StoreKind } from '../support/stores.js';

interface World {
  readonly config: Config;
  readonly store: Store;
  readonly patient: Patient;
  readonly broker: TakenInBroker;
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** A database in which a broker was taken in that hears of orders at a receiver of its own. */
async function startWorld(kind: StoreKind): Promise<World> {
  const settings = { DATABASE_URL: await migratedDatabaseUrl(kind), DEMO: 'true' };
  const config = { ...readConfig(settings), ...(kind === 'postgres' && { dataFolder: freshFolder() }) };
  const patient = await Patient.start();
  const { createBroker } = await withStaffSdk(config, (sdk) => sdk.CreateBroker({ input: { name: 'Move More', url: 'https://move-more.example', origins: ['https://move-more.example'], successWebhook: patient.url, reason: 'they asked' } }));
  if (createBroker.__typename !== 'CreateBrokerPayload') throw new Error(JSON.stringify(createBroker));
  patient.know(createBroker);
  const store = await openStore(config.databaseUrl);
  const stop = async () => {
    await patient.stop();
    await store.close();
  };
  return { config, store, patient, broker: createBroker, settings, stop };
}

/** What is worth a word, by check. */
function remarks({ findings }: Examination): Readonly<Record<string, Outcome>> {
  return Object.fromEntries(findings.filter(({ outcome }) => outcome !== 'PASSED').map(({ check, outcome }) => [check, outcome]));
}

const never = new AbortController().signal;

/** A clock that goes on by so much whenever it is read. */
function inSteps(stepMs: number): () => Date {
  let at = Date.now();
  return () => new Date((at += stepMs));
}

describe.each(STORES)('courtside doctor (%s)', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(kind);
  });
  afterAll(() => world.stop());

  it('finds nothing wrong with a receiver that does all it should, sends it nothing but tests, and looks at everything', async () => {
    const { config, broker, patient } = world;
    const examination = await examineBroker(config, { brokerId: broker.id, now: () => new Date(), signal: never });
    expect(examination).toMatchObject({ broker: { id: broker.id, name: 'Move More' }, url: patient.url, isHealthy: true });
    expect(remarks(examination)).toEqual({});
    expect(examination.findings.map(({ check }) => check)).toEqual(['registered', 'deliveries', 'api-keys', 'origins', 'reachable', 'right-key', 'speed', 'content-type', 'wrong-key', 'wrong-signature', 'repeat', 'unknown-event']);
    expect(patient.bodies).toHaveLength(5);
    for (const body of patient.bodies) expect(body).toMatchObject({ type: 'platform:TestEvent' });
  });
});

describe('the doctor, of a receiver', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld('sqlite');
  });
  beforeEach(() => {
    world.patient.ailments = {};
  });
  afterAll(() => world.stop());

  const examine = (more: Partial<DoctorOptions> = {}, config: Partial<Config> = {}) => examineBroker({ ...world.config, ...config }, { brokerId: world.broker.id, now: () => new Date(), signal: never, ...more });
  const ALL_SKIPPED = { 'wrong-key': 'SKIPPED', 'wrong-signature': 'SKIPPED', repeat: 'SKIPPED', 'unknown-event': 'SKIPPED' };

  it.each([
    ['takes any key', { looksAtNoKey: true }, { 'wrong-key': 'FAILED' }, false],
    ['looks at no signature, which is its choice', { looksAtNoSignature: true }, { 'wrong-signature': 'WARNING' }, true],
    ['refuses what it has seen', { refusesRepeats: true }, { repeat: 'FAILED' }, false],
    ['fails at what it does not know', { failsAtUnknown: true }, { 'unknown-event': 'FAILED' }, false],
    ['answers pages', { answersPages: true }, { 'content-type': 'WARNING' }, true],
    ['says yes to everything', { always: 200 }, { 'wrong-key': 'FAILED', 'wrong-signature': 'WARNING' }, false],
    ['fails', { always: 500 }, { 'right-key': 'FAILED', ...ALL_SKIPPED }, false],
    ['refuses the right key', { always: 401 }, { 'right-key': 'FAILED', ...ALL_SKIPPED }, false],
    ['redirects', { always: 302 }, { 'right-key': 'FAILED', ...ALL_SKIPPED }, false],
    ['hangs up', { hangsUp: true }, { reachable: 'FAILED', ...ALL_SKIPPED }, false],
  ] as const)('says of one that %s what is wrong, and no more', async (_what, ailments, expected, isHealthy) => {
    world.patient.ailments = ailments;
    const examination = await examine();
    expect(remarks(examination)).toEqual(expected);
    expect(examination.isHealthy).toBe(isHealthy);
  });

  it('gives up on one that does not answer in time', async () => {
    world.patient.ailments = { answersNever: true };
    expect(remarks(await examine({ limits: { slowMs: 100, wholeMs: 200 } }))).toEqual({ speed: 'FAILED', ...ALL_SKIPPED });
  });

  it('calls an answer slow that takes more than 5 seconds', async () => {
    expect(remarks(await examine({ now: inSteps(5_000) }))).toEqual({});
    expect(remarks(await examine({ now: inSteps(5_001) }))).toEqual({ speed: 'WARNING' });
  });

  it('tells an address at which nobody listens from a name without one', async () => {
    expect((await examine({ url: 'http://127.0.0.1:1/' })).findings).toContainEqual(expect.objectContaining({ check: 'reachable', outcome: 'FAILED', message: expect.stringContaining('nobody listens there') }));
    const noAddress = await examine({ url: 'https://nowhere.example/', resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(noAddress.findings).toContainEqual(expect.objectContaining({ check: 'reachable', outcome: 'FAILED', message: 'The name nowhere.example has no address.' }));
  });

  it('sends nothing where the sender would not: plain http, or a name of which one address is not public', async () => {
    const before = world.patient.bodies.length;
    const reach = { webhookReach: { allowsPrivate: false, allowsHttp: false } };
    expect((await examine({}, reach)).findings.at(-1)).toMatchObject({ check: 'reachable', outcome: 'FAILED', message: expect.stringContaining('is not https') });
    const inside = { url: world.patient.url.replace('127.0.0.1', 'inside.example'), resolve: async () => ['93.184.216.34', '127.0.0.1'] };
    expect((await examine(inside, { webhookReach: { allowsPrivate: false, allowsHttp: true } })).findings.at(-1)).toMatchObject({ outcome: 'FAILED', message: expect.stringContaining('127.0.0.1, which is not public') });
    expect((await examine({}, { webhookReach: { allowsPrivate: false, allowsHttp: true } })).isHealthy).toBe(false);
    expect(world.patient.bodies).toHaveLength(before);
  });

  it('dials only the addresses that it has looked at', async () => {
    const url = world.patient.url.replace('127.0.0.1', 'receiver.example');
    expect(remarks(await examine({ url, resolve: async () => ['127.0.0.1'] }))).toEqual({});
  });

  it('says what a failed certificate means', () => {
    const [finding] = judgeFirst({ status: null, error: 'CERT_HAS_EXPIRED', durationMs: 1, isConnected: false, contentType: null }, 'https://a.example/');
    expect(finding).toMatchObject({ outcome: 'FAILED', message: 'https://a.example/ cannot be reached: its certificate has expired.', advice: 'Renew the certificate.' });
  });
});

describe('the doctor, of our own side', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld('sqlite');
  });
  afterAll(() => world.stop());

  const examine = (now = new Date()) => examineBroker(world.config, { brokerId: world.broker.id, now: () => now, signal: never });
  const change = (values: Partial<WebhookEndpoint>) => world.store.fork().nativeUpdate(WebhookEndpoint, { broker: world.broker.id }, values);

  it('sees an endpoint that is disabled or fails', async () => {
    await change({ disabledAt: new Date(), disabledReason: 'GONE' });
    const disabled = await examine();
    expect(disabled.findings).toContainEqual(expect.objectContaining({ check: 'registered', outcome: 'FAILED', message: expect.stringContaining('because it answered 410') }));
    await change({ disabledAt: null, disabledReason: null, failingSince: new Date() });
    expect(remarks(await examine())).toEqual({ deliveries: 'WARNING' });
    await change({ failingSince: null });
  });

  it('sees a second live key, an old one, and none; and origins on plain http', async () => {
    const em = world.store.fork();
    await em.insert(ApiKey, { id: 'asecondone', broker: world.broker.id, secretHash: 'of no interest', createdAt: new Date(), retiredAt: null });
    await em.insert(BrokerOrigin, { broker: world.broker.id, origin: 'http://move-more.example' });
    expect(remarks(await examine())).toEqual({ 'api-keys': 'WARNING', origins: 'WARNING' });
    await em.nativeDelete(ApiKey, { id: 'asecondone' });
    await em.nativeUpdate(BrokerOrigin, { origin: 'http://move-more.example' }, { origin: 'http://localhost:5173' });
    await em.nativeUpdate(ApiKey, { broker: world.broker.id }, { createdAt: new Date(Date.now() - 366 * 86_400_000) });
    expect(remarks(await examine())).toEqual({ 'api-keys': 'WARNING' });
    await em.nativeUpdate(ApiKey, { broker: world.broker.id }, { retiredAt: new Date() });
    expect(remarks(await examine())).toEqual({ 'api-keys': 'FAILED' });
    await em.nativeUpdate(ApiKey, { broker: world.broker.id }, { retiredAt: null, createdAt: new Date() });
  });

  it('fails for a broker without a success webhook, and knows who is none', async () => {
    const { createBroker } = await withStaffSdk(world.config, (sdk) => sdk.CreateBroker({ input: { name: 'Silent', url: 'https://silent.example', reason: 'they asked' } }));
    if (createBroker.__typename !== 'CreateBrokerPayload') throw new Error(JSON.stringify(createBroker));
    const silent = await examineBroker(world.config, { brokerId: createBroker.id, now: () => new Date(), signal: never });
    expect([silent.url, remarks(silent)]).toEqual([null, { registered: 'FAILED', origins: 'WARNING' }]);
    await expect(examineBroker(world.config, { brokerId: DEMO.brokerIds.clubCompass.replace(/^./, 'f'), now: () => new Date(), signal: never })).rejects.toThrow('There is no broker with this id.');
  });

  it('prints a report or JSON, and ends with 1 when something that must not has failed', async () => {
    const { broker, settings, patient } = world;
    const healthy = await runCli(['doctor', '--broker', broker.id], settings);
    expect(healthy).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ It refuses another X-Api-Key (401).') });
    patient.ailments = { looksAtNoKey: true };
    const ill = await runCli(['doctor', '--broker', broker.id, '--json'], settings);
    expect([ill.code, JSON.parse(ill.stdout).isHealthy]).toEqual([1, false]);
    expect(ill.stderr).toBe('1 of the checks failed.\n');
    expect(ill.stdout).not.toContain(broker.webhookKey);
    expect(await runCli(['doctor', '--broker', broker.id, '--url', 'nowhere'], settings)).toMatchObject({ code: 1, stderr: '--url is an http or https URL.\n' });
  });
});

describe('the doctor, of the demo world', () => {
  it('finds nothing wrong with the demo broker while its gateway runs', async () => {
    const gateway = await startGatewayOfToday();
    const config = { ...readConfig({ DATABASE_URL: gateway.databaseUrl, DEMO: 'true' }), dataFolder: gateway.dataFolder };
    const examination = await examineBroker(config, { brokerId: DEMO.brokerIds.fitnessFinder, now: () => new Date(), signal: never });
    expect(examination).toMatchObject({ isHealthy: true });
    await gateway.stop();
  });
});

describe('what the doctor shares with the sender', () => {
  it('judges addresses as the sender does', () => {
    for (const address of ['93.184.216.34', '127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '::1', '::ffff:127.0.0.1', '2606:2800:220:1::1', '64:ff9b::7f00:1', 'fe80::1', 'fd00::1', '2002:7f00:1::', 'not an address']) {
      expect(isPublic(address), address).toBe(isPublicAddress(address));
    }
  });

  it('sends the same test', () => {
    const frozen = { version: 1, vocabUrl: 'https://openactive.io/', platformUrl: 'https://platform.example/ns' };
    expect(testEvent(frozen, 'an-endpoint').body).toBe(JSON.stringify(writeTestEvent({ endpointId: 'an-endpoint', endpointKind: 'ORDER_SUCCESS', frozen })));
  });

  it('reports with a sign and what to do', () => {
    expect(asReport('Move More', [{ check: 'a', outcome: 'PASSED', message: 'Good.', advice: null }, { check: 'b', outcome: 'FAILED', message: 'Bad.', advice: 'Mend it.' }])).toBe('Move More\n✓ Good.\n✗ Bad.\n    Mend it.\n1 passed, 0 to look at, 1 failed, 0 not tried');
  });
});
