import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/customer/customer.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { itemBody } from '../support/bodies.js';
import { openTab, startBrowser } from '../support/browser.js';
import { arrive, book, bookButton, countOrders, mailTo, person, placesOf, readConfirmation, reload, sayAge, scan, setCapacity, startAt, startOwn, targetFor, textOf, waitForBroker, walkAsGuest } from '../support/checkout-pages.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { press, title } from '../support/seller-pages.js';

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

const BACK = { name: 'Back to Broker', href: 'https://fitness-finder.example/search' };
const PROFILE = { name: 'Back to Broker User Profile', href: 'https://fitness-finder.example/me' };

/** Names as people have them. */
const NAMES = [
  { givenName: "D'Arcy", familyName: "O'Neill-<b>Bold</b> & Sons" },
  { givenName: 'מרים', familyName: 'الخوارزمي' },
  { givenName: 'Zoë 👩🏽‍🦽', familyName: 'Nguyễn' },
  { givenName: 'Wolfeschlegelstein'.repeat(11), familyName: 'Hausenbergerdorff'.repeat(11) },
];

/** A way back is a plain link that says to which host it leads. */
async function expectWayBack(page: Page, { name, href }: typeof BACK): Promise<void> {
  const link = page.getByRole('link', { name, exact: true });
  expect(await link.getAttribute('href')).toBe(href);
  expect(await page.locator('p', { has: link }).innerText()).toBe(`${name} (fitness-finder.example)`);
}

const free = (count: number) => Array.from({ length: count }, () => itemBody('ScheduledSession', 'demo-free', DEMO.offers.free));

/** Each pass, seen through a camera, is the text beside it and what the broker was told. */
async function expectPasses(page: Page, email: string): Promise<void> {
  const { reference, passes, codes } = await readConfirmation(page);
  expect(reference).toMatch(/^[2-9B-Z]{8}$/);
  expect(new Set(passes).size).toBe(2);
  const images = page.locator('img.qr');
  expect([await scan(images.nth(0)), await scan(images.nth(1))]).toEqual(passes);
  const [order] = await waitForBroker(gateway, email);
  expect(order?.customer).toMatchObject({ identifier: 'member-42', givenName: 'Ada', familyName: 'Clarke', 'platform:is13OrOver': true });
  expect(order?.orderedItem.map(({ orderItemStatus, accessToken, accessCode }) => [orderItemStatus, accessToken[0]?.text, accessCode[0]?.value])).toEqual(
    passes.map((pass, index) => ['https://openactive.io/OrderConfirmed', pass, codes[index]]),
  );
}

async function expectCalendar(page: Page): Promise<void> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to your calendar' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('courtside.ics');
  const calendar = await readFile(await file.path(), 'utf8');
  for (const line of ['DTSTART:20261121T183000Z', 'DTEND:20261121T193000Z', 'SUMMARY:Yoga for beginners']) expect(calendar).toContain(line);
  expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1);
}

describe('a customer whom the broker has named, in a browser without JavaScript', () => {
  it('books two places with three presses, asked for nothing that is known, and gets in with what the page shows', async () => {
    const page = await openTab(browser, gateway);
    const email = 'ada.two@example.com';
    const before = await placesOf(gateway);
    await page.goto(await targetFor(gateway, person({ email, is13OrOver: true }), free(2)));
    const start = await textOf(page);
    for (const part of ['Yoga for beginners, 2 places', 'You are booking through Fitness Finder.', 'Riverside Yoga, 1 Mill Lane, Brightwell']) expect(start).toContain(part);
    expect(start).toMatch(/Saturday,? 21 November 2026, 18:30 to 19:30 \(GMT\)/);
    for (const known of ['Ada', email]) expect(start).not.toContain(known);
    await expectWayBack(page, BACK);
    await press(page, 'Book now');
    await arrive(page, 'details');
    expect(await textOf(page)).toMatch(/Ada Clarke[^]*ada\.two@example\.com/);
    expect(await page.locator('input:not([type=hidden])').count()).toBe(0);
    await press(page, 'Continue');
    await arrive(page, 'check');
    expect(await textOf(page)).toContain('Ada Clarke');
    expect(await page.getByRole('link', { name: /Change/ }).count()).toBe(0);
    expect(await placesOf(gateway)).toEqual({ ...before, held: before.held + 2 });
    await book(page);
    expect(await title(page)).toBe('You are booked');
    expect(await placesOf(gateway)).toEqual({ ...before, booked: before.booked + 2 });
    await expectWayBack(page, PROFILE);
    await reload(page);
    await expectPasses(page, email);
    await expectCalendar(page);
  });

  it('is asked for its age where the broker has not said it, once, and the broker hears the answer', async () => {
    const page = await openTab(browser, gateway);
    const target = await targetFor(gateway, person({ email: 'asked@example.com' }));
    await startAt(page, target);
    await press(page, 'Continue');
    await arrive(page, 'age');
    await press(page, 'Continue');
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.getByRole('alert').innerText()).toContain('Say whether you are 13 or over');
    await sayAge(page);
    await arrive(page, 'check');
    await page.goto(target); // the button in the broker's app, again
    await arrive(page, 'check');
    await book(page);
    expect((await waitForBroker(gateway, 'asked@example.com'))[0]?.customer['platform:is13OrOver']).toBe(true);
  });

  it('is shown as its record has it, where the broker has sent the address of that, and is asked only what is not in there', async () => {
    const id = DEMO.customerIds.ofFitnessFinder;
    const url = `${gateway.url}/api/v2/customers/${id}`;
    const page = await openTab(browser, gateway);
    await startAt(page, await targetFor(gateway, url));
    expect(await textOf(page)).toMatch(/Sam Okafor[^]*sam\.okafor@example\.com/);
    expect(await page.locator('input:not([type=hidden])').count()).toBe(0);
    await press(page, 'Continue');
    await book(page); // its record says 13 or over
    expect((await waitForBroker(gateway, 'sam.okafor@example.com'))[0]?.customer).toMatchObject({ identifier: 'member-1', givenName: 'Sam', familyName: 'Okafor' });
    await gateway.store.fork().nativeUpdate(Customer, { id }, { is13OrOver: null });
    await startAt(page, await targetFor(gateway, url));
    await press(page, 'Continue');
    await sayAge(page);
    await book(page);
  });

  it('keeps every name as it was sent, up to the mail and what the broker hears', async () => {
    const page = await openTab(browser, gateway);
    for (const [index, names] of NAMES.entries()) {
      await startAt(page, await targetFor(gateway, person({ ...names, email: `names.${index}@example.com`, is13OrOver: true })));
      await press(page, 'Continue');
      await arrive(page, 'check');
      expect(await textOf(page)).toContain(`${names.givenName} ${names.familyName}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await book(page);
    }
    for (const [index, names] of NAMES.entries()) {
      const [order] = await waitForBroker(gateway, `names.${index}@example.com`);
      expect(order?.customer).toMatchObject(names);
      await mailTo(page, gateway, `names.${index}@example.com`, `Dear ${names.givenName},`);
    }
  });
});

describe("one customer's target, when it is not just started", () => {
  it('lets in the browser that started it and no other, under way and booked', async () => {
    const target = await targetFor(gateway);
    const [mine, other] = [await openTab(browser, gateway), await openTab(browser, gateway)];
    await startAt(mine, target);
    await arrive(mine, 'details');
    await expectEnd(other, target, 409, 'This booking was started in another browser');
    await press(mine, 'Continue');
    const orders = await countOrders(gateway);
    await book(mine);
    const { reference } = await readConfirmation(mine);
    await mine.goto(target);
    expect(await readConfirmation(mine)).toMatchObject({ reference });
    await expectEnd(other, target, 410, 'This is booked already');
    expect(await textOf(other)).not.toContain(reference);
    await expectEnd(other, mine.url(), 410, 'We do not know this browser');
    await expectWayBack(await backOn(other, target), PROFILE);
    expect(await countOrders(gateway)).toBe(orders + 1);
  });

  it('says so when the customer has given it up, and the places are free', async () => {
    const target = await targetFor(gateway);
    const page = await openTab(browser, gateway);
    const before = await placesOf(gateway);
    await startAt(page, target);
    await press(page, 'Continue');
    await arrive(page, 'check');
    await page.getByRole('link', { name: 'Give up this booking' }).click();
    await arrive(page, 'cancel');
    await page.getByRole('link', { name: 'Go on with the booking' }).click();
    await arrive(page, 'check');
    expect((await placesOf(gateway)).held).toBe(before.held + 1);
    await page.getByRole('link', { name: 'Give up this booking' }).click();
    await press(page, 'Give it up');
    await arrive(page, 'ended');
    expect(await title(page)).toBe('You have given this booking up');
    expect(await placesOf(gateway)).toEqual(before);
    await page.goto(target);
    expect(await title(page)).toBe('You have given this booking up');
    await expectEnd(await openTab(browser, gateway), target, 410, 'You have given this booking up');
  });

  it('is over a day after its start, in the browser that started it and in any other; a book button starts anew', async () => {
    await using own = await startOwn('sqlite');
    const [started, untouched] = [await targetFor(own.gateway), await targetFor(own.gateway)];
    const guest = await openTab(browser, own.gateway);
    const { target: button } = await bookButton(own.gateway);
    await walkAsGuest(guest, button);
    const page = await openTab(browser, own.gateway);
    await startAt(page, started);
    await press(page, 'Continue');
    await arrive(page, 'check');
    own.gateway.clock.advance(25 * 3600);
    await press(page, 'Book');
    await arrive(page, 'ended');
    expect(await title(page)).toBe('The time for this booking is over');
    const other = await openTab(browser, own.gateway);
    for (const target of [started, untouched]) await expectEnd(other, target, 410, 'The time for this booking is over');
    await guest.reload();
    await arrive(guest, 'ended');
    expect(await title(guest)).toBe('The time for this booking is over');
    expect(await countOrders(own.gateway)).toBe(0);
    await walkAsGuest(guest, button);
  });

  it('is not found where nothing is', async () => {
    const page = await openTab(browser, gateway);
    for (const path of [`checkout/${'x'.repeat(43)}`, 'checkout/scheduled-sessions/nothing', 'checkout/slots/demo-free']) {
      const response = await page.goto(`${gateway.url}/${path}`);
      expect([path, response?.status()]).toEqual([path, 404]);
    }
    await expectEnd(page, `${gateway.url}/bookings/${'x'.repeat(43)}`, 410, 'We do not know this browser');
  });
});

async function expectEnd(page: Page, address: string, status: number, heading: string): Promise<void> {
  const response = await page.goto(address);
  expect([response?.status(), await title(page)]).toEqual([status, heading]);
  expect(await page.getByRole('button').count()).toBe(0);
}

async function backOn(page: Page, address: string): Promise<Page> {
  await page.goto(address);
  return page;
}
