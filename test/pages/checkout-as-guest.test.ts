import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { goBack, openTab, startBrowser } from '../support/browser.js';
import { GRACE, arrive, book, bookButton, countOrders, dump, mailTo, placesOf, readConfirmation, reload, sayAge, sendTwice, setCapacity, setPrice, startAt, textOf, typeDetails, waitForBroker, walkAsGuest } from '../support/checkout-pages.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRest } from '../support/rest.js';
import { press, step, title } from '../support/seller-pages.js';

let browser: Browser;
let gateway: TestGateway;
beforeAll(async () => {
  [browser, gateway] = await Promise.all([startBrowser(), startTestGateway({ store: 'sqlite', adapter: 'in process' })]);
  await setCapacity(gateway, 100);
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

/** Where the catalogue's own book button for an item leads. (contract §1.3) */
async function expandTemplate(identifier: string): Promise<string> {
  const { body } = await callRest(`${gateway.url}/api/v2/opportunities/${identifier}`);
  return (body as { 'platform:checkoutUrlTemplate': string })['platform:checkoutUrlTemplate'].replace('{checkoutBaseUrl}', gateway.url);
}

describe('a guest in a browser without JavaScript', () => {
  it('makes one order, whatever is reloaded, sent twice, gone back to or opened in a second tab', async () => {
    const page = await openTab(browser, gateway);
    const { target } = await bookButton(gateway);
    const orders = await countOrders(gateway);
    await page.goto(target);
    expect(await textOf(page)).not.toContain('You are booking through');
    await reload(page);
    await press(page, 'Book now');
    await arrive(page, 'details'); // there is one ticket only
    await press(page, 'Continue');
    for (const message of ['Enter your given name', 'Enter your family name', 'Enter an email address in the correct format']) expect(await page.getByRole('alert').innerText()).toContain(message);
    await typeDetails(page, { ...GRACE, email: 'not an address' });
    await press(page, 'Continue');
    await expect.poll(() => page.getByRole('alert').innerText()).not.toContain('given name');
    expect(await page.getByLabel('Given name').inputValue()).toBe('Grace');
    await typeDetails(page);
    await press(page, 'Continue');
    await arrive(page, 'age');
    await reload(page);
    const second = await page.context().newPage();
    await second.goto(target);
    await arrive(second, 'age');
    await sayAge(page);
    await arrive(page, 'check');
    await goBack(page);
    await arrive(page, 'check'); // there is nothing to ask any more
    await page.getByRole('link', { name: 'Change name' }).click();
    await typeDetails(page, { ...GRACE, givenName: 'Grace Brewster' });
    await press(page, 'Continue');
    await arrive(page, 'check');
    await reload(page);
    await second.reload();
    await arrive(second, 'check');
    const confirmation = page.url().replace(/check$/, 'confirmation');
    for (const answer of await sendTwice(page)) expect([answer.status(), new URL(answer.headers()['location'] ?? '', page.url()).href]).toEqual([303, confirmation]);
    await book(second);
    const shown = await readConfirmation(second);
    await page.getByRole('button', { name: 'Book', exact: true }).dblclick();
    await arrive(page, 'confirmation');
    await reload(page);
    await goBack(page);
    await arrive(page, 'confirmation');
    expect(await readConfirmation(page)).toEqual(shown);
    expect(await countOrders(gateway)).toBe(orders + 1);
    await page.goto(target); // the button is everybody's, so it still books
    await page.getByRole('link', { name: 'See the booking that you made before' }).click();
    await arrive(page, 'confirmation');
    await mailTo(page, gateway, GRACE.email, 'Dear Grace Brewster,');
  });

  it('chooses among the tickets that can be booked now, and chooses again before the details', async () => {
    const page = await openTab(browser, gateway);
    await startAt(page, (await bookButton(gateway, 'demo-several-offers', DEMO.apiKeys.fitnessFinder)).target);
    await arrive(page, 'ticket');
    expect((await page.getByRole('radio').all()).length).toBe(3); // the early bird is over
    await press(page, 'Continue');
    expect(await page.getByRole('alert').innerText()).toContain('Choose a ticket');
    await page.getByRole('radio', { name: 'Child £3.50' }).check();
    await press(page, 'Continue');
    await arrive(page, 'details');
    await press(page, 'Choose another ticket');
    await arrive(page, 'ticket');
    await page.getByRole('radio', { name: 'Under 5 Free' }).check();
    await press(page, 'Continue');
    await typeDetails(page, { ...GRACE, email: 'tickets@example.com' });
    await press(page, 'Continue');
    await sayAge(page);
    expect(await textOf(page)).toMatch(/Under 5 · Free/);
    await book(page);
    expect((await waitForBroker(gateway, 'tickets@example.com'))[0]?.orderedItem).toMatchObject([{ acceptedOffer: 'https://demo.courtside.example/offers/swim-under-5' }]);
  });

  it("starts from the catalogue's address of a session, and from a GET of a book button", async () => {
    const page = await openTab(browser, gateway);
    const { target, location } = await bookButton(gateway);
    const response = await page.goto(location);
    expect((await response?.request().redirectedFrom()?.response())?.status()).toBe(303);
    expect(page.url()).toBe(target);
    const template = await expandTemplate('demo-free');
    await walkAsGuest(page, template);
    await page.goto(target); // another button for the same: a booking of its own
    expect(await title(page)).toBe('Your booking');
    await page.goto(template);
    await arrive(page, 'check');
    await book(page);
  });

  it('is told both prices when one changes, and books a slot that has become free', async () => {
    const page = await openTab(browser, gateway);
    const rows = () => page.locator('dl.summary > div').allInnerTexts();
    await walkAsGuest(page, await expandTemplate('demo-slot'));
    for (const [priceMinor, before, now] of [[1350, '£12.00', '£13.50'], [0, '£13.50', 'Free']] as const) {
      await setPrice(gateway, DEMO.offers.slot, priceMinor);
      await press(page, 'Pay');
      await arrive(page, 'price');
      expect(await title(page)).toBe('The price has changed');
      expect(await rows()).toEqual([`You saw\n${before}`, `It is now\n${now}`]);
      await reload(page);
      await press(page, 'Go on at the new price');
      await arrive(page, 'check');
      expect(await rows()).toContain(`Total\n${now}`);
    }
    await book(page);
    expect(await placesOf(gateway, 'demo-slot')).toEqual({ booked: 1, held: 0 });
  });

  it("sees the venue's own day and time, wherever the browser is", async () => {
    await setPrice(gateway, DEMO.offers.auckland, 0);
    const [startDate, endDate] = [new Date('2026-11-22T20:00:00Z'), new Date('2026-11-22T21:30:00Z')]; // a day later there
    await gateway.store.fork().nativeUpdate(Opportunity, { identifier: 'demo-auckland' }, { startDate, endDate });
    const page = await openTab(browser, gateway, { timezoneId: 'America/New_York', locale: 'en-US' });
    const when = /Monday,? 23 November 2026, 09:00 to 10:30 \((?:NZDT|GMT\+13)\)/;
    await page.goto(await expandTemplate('demo-auckland'));
    expect(await textOf(page)).toMatch(when);
    await walkAsGuest(page, page.url());
    expect(await textOf(page)).toMatch(/until 01:15 \((?:NZDT|GMT\+13)\)/);
    await book(page);
    expect(await textOf(page)).toMatch(when);
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Add to your calendar' }).click();
    expect(await readFile(await (await waiting).path(), 'utf8')).toContain('DTSTART:20261122T200000Z');
  });

  it('is kindly turned away when under 13: nothing typed is kept, and the place is free', async () => {
    const page = await openTab(browser, gateway);
    const typed = { givenName: 'Canarygiven', familyName: 'Canaryfamily', email: 'canary.under.13@example.com' };
    const before = await placesOf(gateway);
    const { target } = await bookButton(gateway);
    await startAt(page, target);
    await typeDetails(page, typed);
    await press(page, 'Continue');
    await arrive(page, 'age');
    for (const text of Object.values(typed)) expect(await dump(gateway.store)).toContain(text);
    expect((await placesOf(gateway)).held).toBe(before.held + 1);
    await sayAge(page, 'No, I am under 13');
    await arrive(page, 'ended');
    expect(await title(page)).toBe('Sorry, you need to be 13 to book');
    for (const text of Object.values(typed)) expect(await dump(gateway.store)).not.toContain(text);
    expect(await placesOf(gateway)).toEqual(before);
    await page.goto(page.url().replace('ended', 'check'));
    expect(step(page)).toBe('ended');
    await page.goto(target); // a parent may book here, with details of their own
    await walkAsGuest(page, target);
  });
});
