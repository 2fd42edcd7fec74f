import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_LIMITS } from '../../src/access/operation-limits.js';
import { STAFF_ROLES } from '../../src/access/caller.js';
import { OPERATION_ROLES, parseOperation, readNamedOperations, type NamedOperation, type OperationRole } from '../../src/explorer/named-operations.js';
import { sandboxDocument } from '../../src/explorer/sandbox-page.js';
import { SellerMoveRequest } from '../../src/seller/seller-move-request.entity.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { variablesFor } from '../support/named-variables.js';
import { STORES } from '../support/stores.js';
import { createTenant, staffHeader, type Tenant } from '../support/tenant-world.js';

const OPERATIONS = readNamedOperations();

/** Everybody for whom an operation is: a staff role counts for those above it too. */
function everyRoleOf({ roles }: NamedOperation): readonly OperationRole[] {
  const staffFrom = STAFF_ROLES.find((role) => roles.includes(role));
  return OPERATION_ROLES.filter((role) => roles.includes(role) || (staffFrom !== undefined && STAFF_ROLES.slice(STAFF_ROLES.indexOf(staffFrom)).some((one) => one === role)));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the named operations', () => {
  it.each(OPERATIONS)('fit the schema: $name', ({ document }) => {
    expect(validate(buildSchema(readFileSync('schema.graphql', 'utf8')), parse(document))).toEqual([]);
  });

  it('fit into one document together, as Sandbox opens with them', () => {
    expect(() => parse(sandboxDocument(OPERATIONS), { maxTokens: OPERATION_LIMITS.tokens })).not.toThrow();
  });

  it.each([
    ['no role', 'good.graphql', '# What it does.\nquery Good { a }'],
    ['a role that nobody has', 'good.graphql', '# Role: root\n# What it does.\nquery Good { a }'],
    ['another such role beside a good one', 'good.graphql', '# Role: support, root\n# What it does.\nquery Good { a }'],
    ['no summary', 'good.graphql', '# Role: support\nquery Good { a }'],
    ['another name', 'better.graphql', '# Role: support\n# What it does.\nquery Good { a }'],
  ])('are refused with %s', (_case, file, text) => {
    expect(() => parseOperation(file, text)).toThrow(`docs/operations/${file}`);
  });
});

describe.each(STORES)('running the named operations (%s)', (store) => {
  let gateway: TestGateway;
  let tenant: Tenant;
  let headers: Record<OperationRole, Readonly<Record<string, string>>>;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    tenant = await createTenant(gateway, 'explored-inc');
    const [support, operator, admin] = [await staffHeader(gateway, 'support'), await staffHeader(gateway, 'operator'), await staffHeader(gateway, 'admin')];
    headers = { anybody: {}, broker: { 'x-api-key': tenant.apiKey }, support, operator, admin };
  });
  afterAll(() => gateway.stop());

  const run = async (operation: NamedOperation, role: OperationRole) => callGraphql(gateway.graphqlUrl, operation.document, await variablesFor(operation, gateway, tenant), null, headers[role]);

  const byHash = async (hash: string, more: object = {}): Promise<unknown> => {
    const body = JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } }, ...more });
    return (await fetch(gateway.graphqlUrl, { method: 'POST', headers: { 'content-type': 'application/json', ...headers.support }, body })).json();
  };

  it('are known by the SHA-256 of their files, which sha256sum prints; what anybody else sends is not kept', async () => {
    const mine = '{ overview { at } }';
    expect(await byHash(sha256(readFileSync('docs/operations/search.graphql', 'utf8')), { variables: { text: 'yoga' } })).toMatchObject({ data: { search: [{ label: 'Riverside Yoga' }] } });
    expect(await byHash(sha256(mine), { query: mine })).toMatchObject({ data: { overview: { at: expect.any(String) } } });
    expect(await byHash(sha256(mine))).toMatchObject({ errors: [{ extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] });
  });

  const cells = OPERATIONS.flatMap((operation) => everyRoleOf(operation).map((role) => ({ name: operation.name, role, operation })));
  it.each(cells)('$name does what it says for $role', async ({ operation, role }) => {
    const { status, data, errors } = await run(operation, role);
    expect([status, errors]).toEqual([200, undefined]);
    const [result] = Object.values(data as Record<string, unknown>);
    expect(result).toBeTruthy();
    expect(result).not.toHaveProperty('code'); // which only a named error has
  });

  const refused = OPERATIONS.flatMap((operation) => OPERATION_ROLES.filter((role) => !everyRoleOf(operation).includes(role)).map((role) => ({ name: operation.name, role, operation })));
  it.each(refused.filter(({ operation }) => !operation.roles.includes('anybody')))('$name is not for $role', async ({ operation, role }) => {
    const { errors } = await run(operation, role);
    expect(errors?.map(({ extensions }) => extensions['code'])).toEqual([role === 'anybody' ? 'UNAUTHENTICATED' : 'FORBIDDEN']);
    await gateway.store.fork().nativeDelete(SellerMoveRequest, {});
  });
});
