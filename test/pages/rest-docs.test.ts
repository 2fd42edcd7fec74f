import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { examine } from '../support/axe.js';
import { openProfile, openTab, startBrowser } from '../support/browser.js';
import { DESCRIBED } from '../support/described.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';

describe('the REST door in the browser', () => {
  let gateway: TestGateway;
  let browser: Browser;
  beforeAll(async () => {
    [gateway, browser] = await Promise.all([startTestGateway({ store: 'sqlite', adapter: 'in process' }), startBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), gateway.stop()]);
  });

  it('/docs shows every operation and webhook, finds one, and tries it out with a key that the page forgets, with nobody outside asked for anything and no complaint', async () => {
    const context = await openProfile(browser, gateway, { javaScriptEnabled: true, viewport: { width: 1_200, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${gateway.url}/docs`);
    await page.locator('.opblock').first().waitFor();
    const methods = [...Object.values(DESCRIBED.paths), ...Object.values(DESCRIBED.webhooks)].flatMap((path) => Object.keys(path));
    expect(await page.locator('.opblock').count()).toBe(methods.length);

    await page.locator('.operation-filter-input').fill('Customers');
    await page.locator('.opblock-tag[data-tag="Sellers"]').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Authorize/ }).first().click();
    await page.locator('.auth-container input').first().fill(DEMO.apiKeys.fitnessFinder);
    await page.locator('.auth-container .authorize').first().click();
    await page.locator('.btn-done').first().click();
    await page.locator('#operations-Customers-getCustomer').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.locator('#operations-Customers-getCustomer input[placeholder="id"]').fill(DEMO.customerIds.ofFitnessFinder);
    const answered = page.waitForResponse((response) => response.url().includes('/api/v2/customers/'));
    await page.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
    expect(complaints).toEqual([]);

    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(kept).toBe('[{},{},""]');
  });

  it('the words of the vocabulary are a page that everybody can read', async () => {
    const page = await openTab(browser, gateway);
    await page.goto(`${gateway.url}/ns/BackToBrokerLink`);
    expect(new URL(page.url()).hash).toBe('#BackToBrokerLink');
    expect(await page.locator('#BackToBrokerLink').innerText()).toBe(`${gateway.url}/ns/BackToBrokerLink`);
    const reader = await (await browser.newContext()).newPage(); // axe is a script
    await reader.goto(`${gateway.url}/ns`);
    expect((await examine(reader)).violations).toEqual([]);
    await reader.context().close();
  });
});
