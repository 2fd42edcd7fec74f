import { globSync, readFileSync } from 'node:fs';
import { validate } from '@openactive/data-model-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRest } from '../support/rest.js';
import { failuresOf } from '../support/validated.js';

const GOOD = globSync('test/fixtures/feed/good-*.json').toSorted();

describe("OpenActive's own validator", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  it.each(GOOD)('takes what we read as good: %s', async (file) => {
    const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: object };
    expect(failuresOf(await validate(data, { version: '2.x' }))).toEqual([]);
  });

  it('takes what we publish of every item of the demo world, with a session and a slot among them', async () => {
    const { body } = await callRest(`${gateway.url}/api/v2/opportunities?limit=100`);
    const { '@context': context, items } = body as { '@context': unknown; items: readonly { type: string; identifier: string }[] };
    expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['ScheduledSession', 'Slot']));
    for (const item of items) expect(failuresOf(await validate({ '@context': context, ...item }, { version: '2.x' })), item.identifier).toEqual([]);
  });

  it('finds what is wrong, so that taking something says something', async () => {
    const wrong = { '@context': 'https://openactive.io/', '@type': 'ScheduledSession', '@id': 'https://club.example/1', startDate: 'soon' };
    expect((await validate(wrong, { version: '2.x' })).length).toBeGreaterThan(0);
    expect(failuresOf(await validate(wrong, { version: '2.x' })).join()).toContain('$.startDate');
  });
});
