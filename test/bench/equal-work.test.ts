import { describe, expect, inject, it } from 'vitest';
import { freePort } from '../support/postgres.ts';
import { freshFolder } from '../support/run-folder.ts';
import { STORES } from '../support/stores.ts';
import { differencesOf, workOf } from './compare.ts';
import { prepareModel } from './databases.ts';
import { FLOOR, OURS, run } from './targets.ts';

/** Enough for a page with another behind it. */
const SESSIONS = 60;

describe.each(STORES)('the floor of the bench, on %s', (kind) => {
  it('answers with the bytes of the gateway and writes the same rows', async () => {
    const folder = freshFolder();
    const model = await prepareModel(kind, SESSIONS, { folder, postgresUrl: inject('postgresUrl') });
    const [floor, ours] = await Promise.all([FLOOR, OURS].map(async (target) => run(target, model, `equal_${target.name}`, await freePort(), folder)));
    if (!floor || !ours) throw new Error('two were to start');
    try {
      const [theirs, own] = await Promise.all([floor, ours].map((one) => workOf(one, model.identifiers[0] ?? '')));
      expect(own?.rows).toEqual({ checkout_session: 2, idempotency_key: 2, order_item: 2, order_quote: 2 });
      expect(theirs && own && differencesOf(theirs, own)).toEqual([]);
    } finally {
      await Promise.all([floor, ours].map(({ server }) => server.stop()));
    }
  });
});
