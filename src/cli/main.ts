#!/usr/bin/env node
import { deriveAll, harvestPage, storePage } from '../../rest-adapter/feeds/harvest.js';
import { harvestParts } from '../../rest-adapter/feeds/loop.js';
import { ConfigError } from '../config.js';
import { systemClock } from '../shared/clock.js';
import { CommandError } from './command-error.js';
import { courtside } from './commands.js';
import type { OpenHarvester } from './harvester.js';

const now = () => systemClock.now();

/** The adapter's own harvester, over the gateway of this process. */
const openHarvester: OpenHarvester = ({ gateway, reach, signal }) => {
  const neverBrokenOff = new AbortController().signal; // whoever stops waits for the page under way
  const parts = harvestParts({ execute: gateway.execute, adapterToken: gateway.parts.adapterToken, now, reach }, neverBrokenOff);
  return {
    harvestPage: (feedId) => harvestPage(feedId, parts),
    storePage: (feedId, url, text) => storePage({ feedId, url, text, askedAt: now().toISOString() }, parts),
    derive: (tell) => deriveAll({ ...parts, signal }, tell),
    close: () => parts.connections.destroy(),
  };
};

try {
  const program = courtside((text) => console.log(text), process.env, openHarvester);
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof CommandError || error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
