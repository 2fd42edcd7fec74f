import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StaffRole } from '../../src/access/caller.js';
import { signLocalStaffToken } from '../../src/access/staff-tokens.js';
import { parseApiKey } from '../../src/broker/api-key.js';
import { DEMO } from '../../src/store/demo-data.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { STORES } from '../support/stores.js';

const FIRST = DEMO.apiKeys.fitnessFinder;
const BROKER = DEMO.brokerIds.fitnessFinder;
const NOBODY = '0193a000-0000-7000-8000-00000000dead';
const ROTATE = `mutation ($input: RotateApiKeyInput!) {
  rotateApiKey(input: $input) { __typename ... on RotateApiKeyPayload { id apiKey } ... on UnknownBrokerError { id } ... on UserError { code message } }
}`;

describe.each(STORES)('a broker and its API keys (%s)', (store) => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterEach(() => gateway.stop());

  const call = (query: string, variables: object, apiKey: string) => callGraphql(gateway.graphqlUrl, query, variables, apiKey);
  const rotate = async (apiKey: string): Promise<string> => {
    gateway.clock.advance(1);
    const { data, errors } = await call(ROTATE, { input: {} }, apiKey);
    expect(errors).toBeUndefined();
    expect(data.rotateApiKey).toEqual({ __typename: 'RotateApiKeyPayload', id: idOf(data.rotateApiKey.apiKey), apiKey: expect.stringMatching(/^ck_test_[0-9a-f]{20}_[0-9a-f]{64}$/) });
    return data.rotateApiKey.apiKey;
  };
  const asStaff = async (input: object, role: StaffRole = 'admin') => {
    gateway.clock.advance(1);
    const authorization = `Bearer ${await signLocalStaffToken(gateway.dataFolder, 'ada', role, gateway.clock.now())}`;
    return callGraphql(gateway.graphqlUrl, ROTATE, { input: { reason: 'they asked', ...input } }, null, { authorization });
  };
  const RETIRE = `mutation ($id: ID!) {
    retireApiKey(input: { id: $id }) { __typename ... on RetireApiKeyPayload { apiKey { id createdAt retiredAt } } ... on ApiKeyNotRetirableError { id } ... on UserError { code message } }
  }`;
  const retire = async (id: string, apiKey: string) => (await call(RETIRE, { id }, apiKey)).data.retireApiKey;
  const statusOf = async (apiKey: string) => (await call('{ currentBroker { id } }', {}, apiKey)).status;
  const keysOf = async (apiKey: string): Promise<{ id: string; retiredAt: string | null }[]> => (await call('{ currentBroker { apiKeys { id retiredAt } } }', {}, apiKey)).data.currentBroker.apiKeys;

  it('shows a broker itself and its keys, never a secret', async () => {
    const answer = await call('{ currentBroker { id name url createdAt apiKeys { id createdAt retiredAt } } }', {}, FIRST);
    const createdAt = gateway.clock.now().toISOString();
    expect(answer.data.currentBroker).toEqual({
      id: DEMO.brokerIds.fitnessFinder,
      name: 'Fitness Finder',
      url: 'https://fitness-finder.example',
      createdAt,
      apiKeys: [{ id: 'demofitnessfinder', createdAt, retiredAt: null }],
    });
  });

  it('keeps two keys live during a rotation', async () => {
    const second = await rotate(FIRST);
    expect([await statusOf(FIRST), await statusOf(second)]).toEqual([200, 200]);
    expect(await keysOf(second)).toEqual([
      { id: idOf(second), retiredAt: null },
      { id: idOf(FIRST), retiredAt: null },
    ]);
  });

  it('retires the oldest when the second key makes a third', async () => {
    const second = await rotate(FIRST);
    const third = await rotate(second);
    expect([await statusOf(FIRST), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200]);
    expect(await keysOf(third)).toEqual([
      { id: idOf(third), retiredAt: null },
      { id: idOf(second), retiredAt: null },
      { id: idOf(FIRST), retiredAt: gateway.clock.now().toISOString() },
    ]);
  });

  it('never retires the key that makes the call, whichever is the older', async () => {
    const second = await rotate(FIRST);
    const third = await rotate(FIRST);
    expect([await statusOf(FIRST), await statusOf(second), await statusOf(third)]).toEqual([200, 401, 200]);
  });

  it('leaves other brokers’ keys alone', async () => {
    await rotate(await rotate(FIRST));
    expect(await statusOf(DEMO.apiKeys.clubCompass)).toBe(200);
  });

  it('rotates the broker’s own keys only, also when it names itself', async () => {
    expect((await call(ROTATE, { input: { brokerId: BROKER } }, FIRST)).data.rotateApiKey.__typename).toBe('RotateApiKeyPayload');
    for (const brokerId of [DEMO.brokerIds.clubCompass, NOBODY, 'nobody', '']) {
      const { data, errors } = await call(ROTATE, { input: { brokerId } }, FIRST);
      expect(data ?? null).toBeNull();
      expect(errors).toMatchObject([{ message: 'A broker rotates its own key only: leave out input.brokerId.', extensions: { code: 'BAD_USER_INPUT' } }]);
    }
    expect(await keysOf(DEMO.apiKeys.clubCompass)).toHaveLength(1);
  });

  it('gives staff with the role admin a new key for any broker, beside its newest one', async () => {
    const second = await rotate(FIRST);
    const { data } = await asStaff({ brokerId: BROKER });
    const { apiKey: third } = data.rotateApiKey;
    expect([await statusOf(FIRST), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200]);
    expect(await statusOf(DEMO.apiKeys.clubCompass)).toBe(200);
  });

  it('ends as UnknownBrokerError when staff name nobody, and refuses staff who name no broker', async () => {
    for (const id of [NOBODY, 'nobody', '']) {
      const { data } = await asStaff({ brokerId: id });
      expect(data.rotateApiKey).toEqual({ __typename: 'UnknownBrokerError', id, code: 'UNKNOWN_BROKER', message: 'There is no broker with this id.' });
    }
    for (const input of [{}, { brokerId: null }]) {
      const { errors } = await asStaff(input);
      expect(errors).toMatchObject([{ message: 'Staff name the broker whose key is rotated: input.brokerId.', extensions: { code: 'BAD_USER_INPUT' } }]);
    }
    expect(await keysOf(FIRST)).toHaveLength(1);
  });

  it('rotates nothing for staff of another role', async () => {
    for (const role of ['support', 'operator'] as const) expect((await asStaff({ brokerId: BROKER }, role)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(await keysOf(FIRST)).toHaveLength(1);
  });

  it('ends a key at once, and ending it again changes nothing', async () => {
    const second = await rotate(FIRST);
    const endedAt = gateway.clock.now().toISOString();
    const first = { id: idOf(FIRST), createdAt: new Date(gateway.clock.now().getTime() - 1000).toISOString(), retiredAt: endedAt };
    expect(await retire(idOf(FIRST), second)).toEqual({ __typename: 'RetireApiKeyPayload', apiKey: first });
    expect(await statusOf(FIRST)).toBe(401);
    gateway.clock.advance(60);
    expect(await retire(idOf(FIRST), second)).toEqual({ __typename: 'RetireApiKeyPayload', apiKey: first });
  });

  it('refuses to end the key that makes the call, another broker’s and none, in the same words', async () => {
    for (const id of [idOf(FIRST), idOf(DEMO.apiKeys.clubCompass), 'nobody', '']) {
      expect(await retire(id, FIRST)).toEqual({
        __typename: 'ApiKeyNotRetirableError',
        id,
        code: 'API_KEY_NOT_RETIRABLE',
        message: 'There is no such key, or it is the one that makes this call. Retire a key with another one.',
      });
    }
    expect([await statusOf(FIRST), await statusOf(DEMO.apiKeys.clubCompass)]).toEqual([200, 200]);
  });

  it('stores the hash of a new key’s secret and not the secret', async () => {
    const key = await rotate(FIRST);
    const rows = await gateway.store.reads.selectFrom('api_key').where('id', '=', idOf(key)).selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(parseApiKey(key)?.secret);
  });
});

function idOf(apiKey: string): string {
  return parseApiKey(apiKey)?.id ?? 'not a key';
}
