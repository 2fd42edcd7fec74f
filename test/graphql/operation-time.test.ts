import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../support/count-statements.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';

const SETTINGS = { OPERATION_TIMEOUT_SECONDS: '1' };
const GIVEN_UP = { status: 503, errors: [{ message: 'This took too long, and was given up.', extensions: { code: 'OPERATION_TIMEOUT', retryAfterSeconds: 2, requestId: expect.any(String) } }] };

describe('an operation that takes too long (postgres)', () => {
  let gateway: TestGateway;
  let watch: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'postgres', adapter: 'in process' }, SETTINGS);
    watch = new Client({ connectionString: gateway.databaseUrl });
    await watch.connect();
    await watch.query('alter table seller rename to seller_itself'); // which nothing in the background reads
    await watch.query('create view seller as select itself.* from seller_itself as itself, pg_sleep(600)');
  });
  afterAll(async () => {
    await watch.end();
    await gateway.stop();
  });

  const running = async () => {
    const { rows } = await watch.query<{ query: string }>("select query from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()");
    return rows.map(({ query }) => query).filter((query) => query.includes('opportunity'));
  };

  it('is given up by both doors, its SQL is cancelled in the database, and its connections are good for others', async () => {
    const asked = [callGraphql(gateway.graphqlUrl, '{ a: opportunities { nodes { id } } b: opportunities { nodes { id } } }'), fetch(`${gateway.url}/api/v2/opportunities`)] as const;
    await expect.poll(async () => (await running()).length, { interval: 20, timeout: 10_000 }).toBe(3);
    const [byGraphql, byRest] = await Promise.all(asked);
    expect(byGraphql).toMatchObject(GIVEN_UP);
    expect(byGraphql.headers.get('retry-after')).toBe('2');
    expect([byRest.status, byRest.headers.get('retry-after'), await byRest.json()]).toEqual([503, '2', expect.objectContaining({ type: 'platform:UnavailableError' })]);
    await expect.poll(running, { interval: 20, timeout: 10_000 }).toEqual([]);
    for (let time = 0; time < 12; time += 1) expect(await callGraphql(gateway.graphqlUrl, '{ currentBroker { id } }')).toMatchObject({ status: 200, errors: undefined });
  });
});

describe('an operation that takes too long (sqlite)', () => {
  it('is given up at its next statement, and runs no further one', async () => {
    const gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' }, SETTINGS);
    const em = gateway.store.fork();
    await em.execute('alter table broker rename to broker_itself');
    await em.execute('create view broker as with recursive slow(n) as (select 1 union all select n + 1 from slow where n < 4000000) select itself.* from broker_itself as itself where (select max(n) from slow) > 0');
    const names = Array.from({ length: 10 }, (_none, index) => `b${index}: currentBroker { name }`);
    const [statements, answer] = await countStatements().during(async () => callGraphql(gateway.graphqlUrl, `{ ${names.join(' ')} }`));
    expect(answer).toMatchObject(GIVEN_UP);
    const slow = statements.filter((sql) => /from "broker"/.test(sql)).length;
    expect(slow).toBeGreaterThan(0);
    expect(slow).toBeLessThan(names.length);
    await gateway.stop();
  });
});
