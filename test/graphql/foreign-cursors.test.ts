import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { STORES } from '../support/stores.js';

const LISTS = ['sellers', 'sellers(orderBy: { field: NAME, direction: ASC })', 'opportunities', 'checkoutSessions', 'orders', 'webhookDeliveries', 'customers'];
const cursorOf = (value: string, tieBreaker: string): string => Buffer.from(JSON.stringify([value, tieBreaker])).toString('base64url');

describe.each(STORES)('a cursor that is not of the list (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  it.each(LISTS)('is never an unexpected failure: %s', async (list) => {
    const withAfter = list.includes('(') ? list.replace('(', '(after: $after, ') : `${list}(after: $after)`;
    const own = await callGraphql(gateway.graphqlUrl, '{ opportunities(first: 1) { pageInfo { endCursor } } sellers(first: 1) { pageInfo { endCursor } } }');
    const cursors = [
      own.data.opportunities.pageInfo.endCursor as string,
      own.data.sellers.pageInfo.endCursor as string,
      cursorOf('2026-11-20T12:00:00.000Z', 'nobody'),
      cursorOf('2026-11-20T12:00:00.000Z', '\u0000'),
      cursorOf('\ud800', '0193a000-0000-7000-8000-0000000000c1'),
      cursorOf('-271821-04-20T00:00:00.000Z', '0193a000-0000-7000-8000-0000000000c1'),
      cursorOf('+275760-09-13T00:00:00.000Z', '0193a000-0000-7000-8000-0000000000c1'),
    ];
    for (const after of cursors) {
      const { data, errors } = await callGraphql(gateway.graphqlUrl, `query ($after: String) { ${withAfter} { nodes { __typename } } }`, { after });
      if (errors) expect(errors).toEqual([expect.objectContaining({ message: '"after" is not a cursor of this list.', extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }) })]);
      else expect(data).toBeTruthy();
    }
  });
});
