import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readNamedOperations } from '../../src/explorer/named-operations.js';
import { examine } from '../support/axe.js';
import { openProfile, startBrowser } from '../support/browser.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';

describe('GraphQL in the browser', () => {
  let gateway: TestGateway;
  let browser: Browser;
  beforeAll(async () => {
    [gateway, browser] = await Promise.all([startTestGateway({ store: 'sqlite', adapter: 'in process' }), startBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), gateway.stop()]);
  });

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
