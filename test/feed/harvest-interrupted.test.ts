import { afterEach, describe, expect, it } from 'vitest';
import { catalogueState } from '../support/catalogue-state.js';
import type { Fault } from '../support/feed-server.js';
import { startHarvestWorld, type HarvestWorld } from '../support/harvest-world.js';
import { nowIn, startKillableHarvester } from '../support/killable-harvester.js';
import { publishMessyFeeds } from '../support/messy-feeds.js';
import { seeded } from '../support/seeded.js';
import { STORES } from '../support/stores.js';

/** `npm run test:deep` has more. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 1);
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_121);
/** How many harvest at once, and are killed together. */
const HARVESTERS = { sqlite: 1, postgres: 2 } as const;
/** Hours of waiting go by in seconds. */
const SPEED = 100;
const A_DAY_SECONDS = 86_400;
const IDLE_SECONDS = 11;
/** One request of so many comes to nothing. */
const FAULT_EVERY = 8;
const FAULTS: readonly Fault[] = ['CUT', { status: 500 }, { status: 503, retryAfter: '5' }, { status: 429, retryAfter: '2' }, 'CUT'];

describe.each(STORES)('a harvest that is interrupted (%s)', (store) => {
  const worlds: HarvestWorld[] = [];
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.stop();
  });
  const startWorld = async () => {
    const world = await startHarvestWorld(store);
    worlds.push(world);
    const feeds = publishMessyFeeds(world.server);
    for (const url of feeds.urls) await world.add(url);
    return { ...world, feeds };
  };

  /** What comes of it when nothing happens to it: at first, and once everything has changed. */
  const undisturbed = async () => {
    const world = await startWorld();
    await world.settle();
    const first = await catalogueState(world.store);
    world.feeds.changeAll();
    world.clock.advance(IDLE_SECONDS);
    await world.settle();
    expect(world.server.offences).toEqual([]);
    return { first, last: await catalogueState(world.store) };
  };

  it(`leads to exactly what one leads to that is not, over ${2 * KILLS} kills, cut connections and answers that are none`, async () => {
    const expected = await undisturbed();
    expect(expected.first['opportunities']?.length).toBeGreaterThan(30);
    expect(expected.last).not.toEqual(expected.first);
    const world = await startWorld();
    const random = seeded(SEED);
    await harvestAmidKills(world, random);
    expect(await catalogueState(world.store)).toEqual(expected.first);
    world.feeds.changeAll();
    await harvestAmidKills(world, random);
    expect(await catalogueState(world.store)).toEqual(expected.last);
    expect(world.server.offences).toEqual([]);
  }, 60_000 * (KILLS + 2));

  async function harvestAmidKills(world: HarvestWorld, random: () => number): Promise<void> {
    const { server, settings, dataFolder, clock } = world;
    const time = { startMs: clock.now().getTime() + IDLE_SECONDS * 1000, realStartMs: Date.now(), speed: SPEED };
    const job = { settings, dataFolder, time };
    const ourTime = server.now;
    server.now = () => nowIn(time);
    server.chance = () => (random() < 1 / FAULT_EVERY ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = server.requests + 1 + Math.floor(random() * 12);
      const reached = new Promise<void>((resolve) => {
        server.onRequest = () => server.requests >= enough && resolve();
      });
      const harvesters = Array.from({ length: HARVESTERS[store] }, () => startKillableHarvester(job));
      await reached;
      await Promise.all(harvesters.map((harvester) => harvester.kill()));
    }
    server.onRequest = () => {};
    server.chance = () => undefined;
    server.now = ourTime;
    clock.advance(A_DAY_SECONDS); // past every lease and every wait
    await world.settle();
  }
});
