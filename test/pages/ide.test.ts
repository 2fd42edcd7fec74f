import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_ROLES, readNamedOperations, type OperationRole } from '../../src/explorer/named-operations.js';
import { examine } from '../support/axe.js';
import { openProfile, startBrowser } from '../support/browser.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { variablesFor } from '../support/named-variables.js';
import { createTenant, staffHeader, type Tenant } from '../support/tenant-world.js';

const OPERATIONS = readNamedOperations();

/** Every operation is sent as every role by test/graphql/named-operations.test.ts; what the editor adds to that is seen by the first. */
const isDeep = process.env['FUZZ_RUNS'] !== undefined;
const firstRoleOf = ({ roles }: (typeof OPERATIONS)[number]): OperationRole | undefined => OPERATION_ROLES.find((role) => roles.includes(role));

interface Opening {
  readonly headers: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
}

interface Options {
  readonly initialWindows: readonly { readonly initialName: string; readonly initialVariables: string | undefined }[];
}

/** In the browser, before its first script: of the page’s windows those open that there are variables for, with these and these headers, as if somebody had typed them into each. */
function openedAs({ headers, variables }: Opening): void {
  let altair: { init: (options: Options) => unknown } | undefined;
  Object.defineProperty(globalThis, 'AltairGraphQL', {
    get: () => altair,
    set: (own: typeof altair) => {
      altair = own && {
        ...own,
        init: (options) => own.init({ ...options, initialWindows: options.initialWindows.flatMap((one) => (one.initialName in variables ? { ...one, initialHeaders: headers, initialVariables: variables[one.initialName] } : [])) }),
      };
    },
  });
}

/** DONE, or what came instead: errors, nothing, or a named error. */
function verdictOn(answer: unknown): unknown {
  const { data, errors } = answer as { readonly data?: Readonly<Record<string, unknown>>; readonly errors?: unknown }; // what the gateway answers
  const [result] = Object.values(data ?? {});
  const isDone = errors === undefined && typeof result === 'object' && result !== null && !('code' in result);
  return isDone ? 'DONE' : answer;
}

describe('GraphQL in the browser', () => {
  let gateway: TestGateway;
  let browser: Browser;
  let tenant: Tenant;
  beforeAll(async () => {
    [gateway, browser] = await Promise.all([startTestGateway({ store: 'sqlite', adapter: 'in process' }), startBrowser()]);
    tenant = await createTenant(gateway, 'explored-inc');
  });
  afterAll(async () => {
    await Promise.all([browser.close(), gateway.stop()]);
  });

  const headersOf = async (role: OperationRole): Promise<Readonly<Record<string, string>>> => {
    if (role === 'anybody') return {};
    return role === 'broker' ? { 'X-API-KEY': tenant.apiKey } : { ...(await staffHeader(gateway, role)) };
  };

  /** Runs the operation of a window, and waits for what the gateway answered. */
  const run = async (page: Page, name: string): Promise<unknown> => {
    await page.locator('app-window-switcher-item').filter({ hasText: new RegExp(`^\\s*${name}\\s`) }).click();
    const answered = page.waitForResponse((response) => response.url() === gateway.graphqlUrl && (response.request().postData() ?? '').includes(`"operationName":"${name}"`));
    await page.getByText('Send Request').filter({ visible: true }).click();
    const answer: unknown = await (await answered).json();
    await page.locator('app-query-result').filter({ visible: true, hasText: '"data"' }).waitFor();
    return answer;
  };

  it('Altair has a window for each named operation, and runs them for every role of the demo, with nobody outside asked for anything', async () => {
    const page = await (await openProfile(browser, gateway, { javaScriptEnabled: true, viewport: { width: 1_400, height: 900 } })).newPage();
    await page.goto(`${gateway.url}/ide`);
    await page.locator('app-window-switcher-item').first().waitFor();
    const tabs = await page.locator('.window-switcher__input').allInnerTexts();
    expect(tabs.map((tab) => tab.trim())).toEqual(readNamedOperations().map(({ name }) => name));
    expect(await run(page, 'ListOpportunities')).toMatchObject({ data: { opportunities: { nodes: expect.arrayContaining([expect.objectContaining({ identifier: 'demo-free' })]) } } });
    expect(await run(page, 'CurrentBroker')).toMatchObject({ data: { currentBroker: { name: 'Fitness Finder' } } });
    expect(await run(page, 'ListBrokers')).toMatchObject({ data: { brokers: { nodes: expect.arrayContaining([expect.objectContaining({ name: 'Club Compass' })]) } } });
  });

  it.each(OPERATION_ROLES)('Altair runs the operations that are for %s first with what lets that role in, and gets what it says, with nobody outside asked for anything', async (role) => {
    const context = await openProfile(browser, gateway, { javaScriptEnabled: true, reducedMotion: 'reduce', viewport: { width: 1_400, height: 900 } });
    const mine = OPERATIONS.filter((operation) => operation.roles.includes(role) && (isDeep || firstRoleOf(operation) === role));
    const variables = Object.fromEntries(await Promise.all(mine.map(async (operation) => [operation.name, JSON.stringify(await variablesFor(operation, gateway, tenant))])));
    await context.addInitScript(openedAs, { headers: await headersOf(role), variables });
    const page = await context.newPage();
    await page.goto(`${gateway.url}/ide`);
    await page.locator('app-window-switcher-item').first().waitFor();
    const answers: Record<string, unknown> = {};
    for (const { name } of mine) answers[name] = verdictOn(await run(page, name));
    expect(answers).toEqual(Object.fromEntries(mine.map(({ name }) => [name, 'DONE'])));
  });

  it('the Sandbox’s page leads to that IDE where Apollo’s servers cannot be reached, by keyboard and for screen readers', async () => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
    const asked = new Set<string>();
    await context.route((url) => url.origin !== gateway.url, (route) => {
      asked.add(new URL(route.request().url()).origin);
      return route.abort();
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => /content security policy/i.test(message.text()) && complaints.push(message.text()));
    await page.goto(`${gateway.url}/graphql`);
    expect([...asked]).toEqual(['https://embeddable-sandbox.cdn.apollographql.com']);
    expect(complaints).toEqual([]);
    expect((await examine(page)).violations).toEqual([]);
    await page.getByRole('link', { name: 'the IDE that this gateway serves itself' }).click();
    await page.locator('app-window-switcher-item').first().waitFor();
    await context.close();
  });
});
