import { parse } from 'graphql';
import type * as ComposeGateway from '../../src/compose-gateway.js';
import type * as Config from '../../src/config.js';
import type { Gateway } from '../../src/gateway.js';
import type * as OpenStore from '../../src/store/open-store.js';
import type { Heat } from './racers.js';

/*
 * One of the processes that startRacers has: it opens a gateway on the store that it is told, says so, waits until all
 * have, asks its questions and sends the answers. Node runs this file as it is; what it imports is what `tsc -p .` has made.
 */

const dist = new URL('../../dist/src/', import.meta.url).href;
const { readConfig } = (await import(`${dist}config.js`)) as typeof Config;
const { composeGateway } = (await import(`${dist}compose-gateway.js`)) as typeof ComposeGateway;
const { openStore } = (await import(`${dist}store/open-store.js`)) as typeof OpenStore;

const clock = { time: new Date(0), now: () => clock.time };
const opened = new Map<string, Gateway>();

/** The gateway on a store, connected and warm, so that the race is about the store and not about starting. */
async function open({ environment, dataFolder }: Heat): Promise<Gateway> {
  const config = { ...readConfig(environment), dataFolder };
  const known = opened.get(config.databaseUrl);
  if (known) return known;
  const store = await openStore(config.databaseUrl);
  const gateway = await composeGateway(config, store, clock, ({ cause }) => console.error(cause));
  opened.set(config.databaseUrl, gateway);
  return gateway;
}

const credentials = { clientAddress: '127.0.0.1', requestId: `racer-${process.pid}` };

process.on('message', (message: Heat | 'go') => {
  if (message !== 'go') void run(message);
});

async function run(heat: Heat): Promise<void> {
  clock.time = new Date(heat.now);
  const gateway = await open(heat);
  const asks = heat.asks.map(({ document, ...rest }) => ({ document: parse(document), ...rest }));
  const go = new Promise((resolve) => process.once('message', resolve));
  process.send?.('ready');
  await go;
  const answers = [];
  for (const { document, variables = {}, authorization } of asks) answers.push(await gateway.execute(document, { ...variables }, { ...credentials, authorization }));
  process.send?.(answers);
}
