import { createHash, randomBytes } from 'node:crypto';
import type * as KeepOnce from '../../src/access/keep-once.js';
import type * as Broker from '../../src/broker/broker.entity.js';
import type * as RotateApiKey from '../../src/broker/rotate-api-key.js';
import type * as OpenStore from '../../src/store/open-store.js';
import type { ChildJob } from './run-together.js';

/*
 * The other process of a race, started by runTogether: it gets ready, waits until all are, does one job again and again,
 * and sends what came of it. Node runs this file as it is; what it imports is what `tsc -p .` has made.
 */

const dist = new URL('../../dist/src/', import.meta.url).href;

/** One time of a job, and what to do after the last. */
interface Ready {
  readonly work: (time: number) => Promise<string>;
  readonly end?: () => Promise<void>;
}

async function prepare(job: ChildJob): Promise<Ready> {
  if (job.job === 'keep-once') return keepOnceIn(job.folder);
  const { openStore } = (await import(`${dist}store/open-store.js`)) as typeof OpenStore;
  const store = await openStore(job.databaseUrl);
  const work = job.job === 'rotate-keys' ? await rotateKeys(store, job.brokerId, job.apiKeyId) : await countUp(store, job.brokerId);
  return { work, end: () => store.close() };
}

/** Rotates the broker's keys with one key; gives the new one's id. */
async function rotateKeys(store: OpenStore.Store, brokerId: string, apiKeyId: string): Promise<Ready['work']> {
  const { rotateApiKey } = (await import(`${dist}broker/rotate-api-key.js`)) as typeof RotateApiKey;
  return async () => {
    const outcome = await rotateApiKey({ brokerId, callingKeyId: apiKeyId }, { em: store.fork(), now: new Date(), apiKeyMode: 'test' });
    if (!('apiKey' in outcome)) throw new Error(outcome.message);
    return outcome.id;
  };
}

/** Adds one to the number that is the broker's name: reads first and writes later, in one transaction. Gives 'done' or the failure. */
async function countUp(store: OpenStore.Store, brokerId: string): Promise<Ready['work']> {
  const { Broker: BrokerEntity } = (await import(`${dist}broker/broker.entity.js`)) as typeof Broker;
  return async () => {
    const counted = store.fork().transactional(async (tx) => {
      const broker = await tx.findOneOrFail(BrokerEntity, brokerId);
      broker.name = String(Number(broker.name) + 1);
    });
    return counted.then(() => 'done', String);
  };
}

const KEPT_BYTES = 400_000;

/** Keeps a long text in a file of its own for every time; gives the hash of what it was told is in there. */
async function keepOnceIn(folder: string): Promise<Ready> {
  const { keepOnce } = (await import(`${dist}access/keep-once.js`)) as typeof KeepOnce;
  const work = async (time: number) => {
    const text = await keepOnce(folder, `kept-${time}`, async () => randomBytes(KEPT_BYTES / 2).toString('hex'));
    return createHash('sha256').update(text).digest('hex');
  };
  return { work };
}

const job = JSON.parse(process.argv[2] ?? '') as ChildJob; // from runTogether
const { work, end } = await prepare(job);
const go = new Promise((resolve) => process.once('message', resolve));
process.send?.('ready');
await go;
const outcomes: string[] = [];
for (let time = 0; time < job.times; time += 1) outcomes.push(await work(time));
await end?.();
process.send?.(outcomes);
