import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { openTab, startBrowser } from '../support/browser.js';
import { arrive, book, bookButton, mailTo, readConfirmation, scan, startOwn, waitForBroker, walkAsGuest } from '../support/checkout-pages.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { askForLink } from '../support/seller-pages.js';

let browser: Browser;
let gateway: TestGateway;
beforeAll(async () => {
  [browser, gateway] = await Promise.all([startBrowser(), startTestGateway({ store: 'sqlite', adapter: 'in process' })]);
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

/** Somebody who means the seller's spreadsheet no good. */
const MALLORY = { givenName: '=HYPERLINK("https://evil.example";"Click")', familyName: "O'Neill שלום 🏸", email: 'mallory@example.com' };

it('reaches the customer by mail, the broker by webhook and the seller by spreadsheet, and each has what opens the door', async () => {
  const page = await openTab(browser, gateway);
  await walkAsGuest(page, (await bookButton(gateway, 'demo-free', DEMO.apiKeys.fitnessFinder)).target, MALLORY);
  await book(page);
  const confirmation = page.url();
  const shown = await readConfirmation(page);
  const [pass = '', code = ''] = [shown.passes[0], shown.codes[0]];
  expect([await scan(page.locator('img.qr')), code]).toEqual([pass, expect.stringMatching(/^\d{6}$/)]);

  const mail = await mailTo(page, gateway, MALLORY.email, `Booking reference: ${shown.reference}`);
  for (const part of [`Pass: ${pass}`, `PIN: ${code}`, MALLORY.givenName]) expect(await mail.innerText()).toContain(part);
  const link = (await mail.getByRole('link', { name: /\/bookings\// }).getAttribute('href')) ?? '';
  await expectLookingAheadUsesNothing(link);
  const elsewhere = await openTab(browser, gateway);
  expect((await elsewhere.goto(confirmation))?.status()).toBe(410);
  await elsewhere.goto(link);
  await arrive(elsewhere, 'confirmation');
  expect([elsewhere.url(), await readConfirmation(elsewhere)]).toEqual([confirmation, shown]);
  await elsewhere.reload();
  expect(await readConfirmation(elsewhere)).toEqual(shown);

  const [order] = await waitForBroker(gateway, MALLORY.email);
  expect(order?.customer).toEqual({ type: 'Person', ...MALLORY, 'platform:is13OrOver': true });
  expect(order?.orderedItem).toMatchObject([{ accessToken: [{ text: pass }], accessCode: [{ value: code }] }]);
  await page.goto(`${gateway.url}/demo-broker`);
  expect(JSON.parse(await page.locator('article pre').first().innerText())).toEqual(order);

  const seller = await openTab(browser, gateway);
  await seller.goto(await askForLink(gateway, 'view', { sellerId: DEMO.sellerId('riverside-yoga') }));
  const waiting = seller.waitForEvent('download');
  await seller.getByRole('link', { name: 'Download who is coming, as a spreadsheet' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').split('\r\n');
  expect(lines).toEqual([
    '"Session","When","Given name","Family name","Email address","Booking reference","PIN"',
    expect.stringMatching(/^"Yoga for beginners","Saturday,? 21 November 2026, 18:30 \(GMT\)",/),
    '',
  ]);
  expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"";""Click"")","${MALLORY.familyName}","${MALLORY.email}","${shown.reference}","${code}"`);
});

/** A mail program that looks at the link first is told nothing, and the link still opens. */
async function expectLookingAheadUsesNothing(link: string): Promise<void> {
  for (const [method, headers] of [['HEAD', {}], ['GET', { 'sec-purpose': 'prefetch' }], ['GET', { purpose: 'preview' }]] as const) {
    const answer = await fetch(link, { method, headers, redirect: 'manual' });
    expect([answer.status, answer.headers.get('set-cookie'), answer.headers.get('location'), await answer.text()]).toEqual([200, null, null, '']);
  }
}

it('shows nobody a mailbox or what a broker has heard where there is no demo', async () => {
  await using real = await startOwn('sqlite', { DEMO: 'false' });
  const page = await openTab(browser, real.gateway);
  for (const path of ['demo-broker', 'demo-mailbox']) {
    expect([path, (await page.goto(`${real.gateway.url}/${path}`))?.status()]).toEqual([path, 404]);
    expect([path, (await fetch(`${gateway.url}/${path}`)).status]).toEqual([path, 200]);
  }
});
