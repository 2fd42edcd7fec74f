import type * as Loop from '../../rest-adapter/feeds/loop.js';
import type * as ComposeGateway from '../../src/compose-gateway.js';
import type * as Config from '../../src/config.js';
import type * as OpenStore from '../../src/store/open-store.js';
import type { HarvesterJob } from './killable-harvester.js';

/*
 * A harvester in a process of its own, to be killed. Its hours go by in seconds, so that it waits for nobody long. Node runs
 * this file as it is; what it imports is what `tsc -p .` has made.
 */

const dist = new URL('../../dist/', import.meta.url).href;
const { readConfig } = (await import(`${dist}src/config.js`)) as typeof Config;
const { openStore } = (await import(`${dist}src/store/open-store.js`)) as typeof OpenStore;
const { composeGateway } = (await import(`${dist}src/compose-gateway.js`)) as typeof ComposeGateway;
const { startHarvester } = (await import(`${dist}rest-adapter/feeds/loop.js`)) as typeof Loop;

const { settings, dataFolder, time } = JSON.parse(process.argv[2] ?? '') as HarvesterJob; // from startKillableHarvester

process.once('disconnect', () => process.exit()); // it does not outlive the test
const now = () => new Date(time.startMs + (Date.now() - time.realStartMs) * time.speed);
const gateway = await composeGateway({ ...readConfig(settings), dataFolder }, await openStore(settings['DATABASE_URL'] ?? ''), { now }, ({ cause }) => console.error(cause));
startHarvester({ execute: gateway.execute, adapterToken: gateway.parts.adapterToken, now, report: (cause) => console.error(cause), reach: { allowsPrivate: true, allowsHttp: true }, idleMs: 20 });
