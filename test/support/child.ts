import type * as Broker from '../../src/broker/broker.entity.js';
import type * as RotateApiKey from '../../src/broker/rotate-api-key.js';
import type * as OpenStore from '../../src/store/open-store.js';

/*
 * The other process of a race, started by runTogether: it opens the database, waits until all are ready, does one job
 * again and again, and sends what came of it. Node runs this file as it is; what it imports is what `tsc -p .` has made.
 */

const dist = new URL('../../dist/src/', import.meta.url).href;
const { openStore } = (await import(`${dist}store/open-store.js`)) as typeof OpenStore;
const { Broker: BrokerEntity } = (await import(`${dist}broker/broker.entity.js`)) as typeof Broker;
const { rotateApiKey } = (await import(`${dist}broker/rotate-api-key.js`)) as typeof RotateApiKey;

const [job = '', databaseUrl = '', times = '0', brokerId = '', apiKeyId = ''] = process.argv.slice(2);

/** Rotates the broker's keys with one key; gives the new one's id. */
async function rotateKeys(): Promise<string> {
  const outcome = await rotateApiKey(brokerId, apiKeyId, { em: store.fork(), now: new Date(), apiKeyMode: 'test' });
  if (!('apiKey' in outcome)) throw new Error(outcome.message);
  return outcome.id;
}

/** Adds one to the number that is the broker's name: reads first and writes later, in one transaction. Gives 'done' or the failure. */
async function countUp(): Promise<string> {
  const counted = store.fork().transactional(async (tx) => {
    const broker = await tx.findOneOrFail(BrokerEntity, brokerId);
    broker.name = String(Number(broker.name) + 1);
  });
  return counted.then(() => 'done', String);
}

const JOBS: Partial<Record<string, () => Promise<string>>> = { 'rotate-keys': rotateKeys, 'count-up': countUp };

const store = await openStore(databaseUrl);
const go = new Promise((resolve) => process.once('message', resolve));
process.send?.('ready');
await go;
const outcomes: (string | undefined)[] = [];
for (let count = 0; count < Number(times); count += 1) outcomes.push(await JOBS[job]?.());
await store.close();
process.send?.(outcomes);
