import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.js';

describe('GraphQL over HTTP, by the audit of its reference implementation', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' });
  });
  afterAll(async () => {
    console.info(['What the audit would rather have otherwise:', ...remarks].join('\n  '));
    await gateway.stop();
  });

  const remarks: string[] = [];
  const audits = serverAudits({ url: async () => gateway.graphqlUrl, fetchFn: fetch });

  it('knows the whole audit', () => {
    expect(audits.length).toBeGreaterThan(50);
  });

  it.each(audits)('$name', async ({ fn }) => {
    const result = await fn();
    if (result.status === 'notice' || result.status === 'warn') remarks.push(`${result.status}: ${result.name}: ${result.reason}`);
    expect(result, 'reason' in result ? result.reason : result.name).not.toHaveProperty('status', 'error');
  });
});
