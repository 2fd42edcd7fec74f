import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTab, startBrowser } from '../support/browser.js';
import { GRACE, arrive, book, bookButton, countOrders, placesOf, readConfirmation, sayAge, sendTwice, setCapacity, startAt, startOwn, targetFor, textOf, typeDetails, walkAsGuest } from '../support/checkout-pages.js';
import type { TestGateway } from '../support/gateway.js';
import { addOpportunities } from '../support/seed.js';
import { press, title } from '../support/seller-pages.js';
import { STORES } from '../support/stores.js';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const A_HOLD_SECONDS = 15 * 60;
const UNAVAILABLE = 'This cannot be booked at the moment';

const isAtDetails = (page: Page) => page.url().endsWith('/details');

/** Two people press at the same moment, both with their form before them; gives who got on and who did not. */
async function pressAtOnce(pages: readonly [Page, Page], button: string): Promise<{ readonly first: Page; readonly beaten: Page }> {
  await Promise.all(pages.map((page) => pressAndLeave(page, button)));
  const [beaten, another] = pages.filter((page) => page.url().endsWith('/unavailable'));
  const first = pages.find((page) => page !== beaten);
  if (!beaten || another || !first) throw new Error(`not one of two: ${pages.map((page) => page.url()).join(' ')}`);
  return { first, beaten };
}

async function pressAndLeave(page: Page, button: string): Promise<void> {
  const before = page.url();
  await Promise.all([page.waitForURL((url) => url.href !== before), press(page, button)]);
}

/** The place is not to be had; other times of the same series are, nearest first. */
async function expectAlternatives(page: Page): Promise<void> {
  expect(await title(page)).toBe(UNAVAILABLE);
  expect(await textOf(page)).toContain('There are not enough places left.');
  expect((await page.getByRole('listitem').allInnerTexts()).map((when) => /\d\d:\d\d/.exec(when)?.[0])).toEqual(['19:30', '20:30', '21:30']);
}

describe.each(STORES)('people who want the same (%s)', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    ({ gateway } = await startOwn(kind));
    await addOpportunities(gateway.store, 0, 4);
  });
  afterAll(() => gateway.stop());

  it('are two orders on one book button, with a double click too, and neither sees the confirmation of the other', async () => {
    const { target } = await bookButton(gateway);
    const [one, two] = [await openTab(browser, gateway), await openTab(browser, gateway)];
    await Promise.all([walkAsGuest(one, target), walkAsGuest(two, target, { ...GRACE, givenName: 'Joan' })]);
    expect(await textOf(two)).not.toContain('Grace');
    const twice = sendTwice(one); // an impatient click
    await Promise.all([twice, book(two)]);
    for (const answer of await twice) expect([answer.status(), answer.headers()['location']]).toEqual([303, expect.stringMatching(/\/confirmation$/)]);
    await one.reload();
    await arrive(one, 'confirmation');
    const [mine, theirs] = [await readConfirmation(one), await readConfirmation(two)];
    expect(mine.reference).not.toBe(theirs.reference);
    expect(mine.passes).not.toEqual(theirs.passes);
    expect(await countOrders(gateway)).toBe(2);
    const [here, there] = [one.url(), two.url()];
    for (const [page, address] of [[one, there], [two, here]] as const) {
      expect((await page.goto(address))?.status()).toBe(410);
      expect(await title(page)).toBe('We do not know this browser');
    }
  });

  it("are one where the target is one customer's: of two browsers that start at once, one gets in", async () => {
    const pages = [await openTab(browser, gateway), await openTab(browser, gateway)] as const;
    const target = await targetFor(gateway);
    for (const page of pages) await page.goto(target);
    await Promise.all(pages.map((page) => press(page, 'Book now')));
    await expect.poll(() => pages.filter(isAtDetails).length).toBe(1);
    const out = pages.find((page) => !isAtDetails(page)) ?? pages[0];
    await expect.poll(() => title(out)).toBe('This booking was started in another browser');
    expect(out.url()).toBe(target);
  });

  it('get the last place once, held or booked; whoever comes second is shown other times and books one of them', async () => {
    await setCapacity(gateway, 1 + (await placesOf(gateway)).booked);
    const pages = [await openTab(browser, gateway), await openTab(browser, gateway)] as const;
    const { target } = await bookButton(gateway);
    for (const page of pages) {
      await startAt(page, target);
      await typeDetails(page);
    }
    const holding = await pressAtOnce(pages, 'Continue');
    await expectAlternatives(holding.beaten);
    await sayAge(holding.first);
    await arrive(holding.first, 'check');
    gateway.clock.advance(A_HOLD_SECONDS);
    await holding.beaten.getByRole('link', { name: 'Try again' }).click();
    await typeDetails(holding.beaten);
    await press(holding.beaten, 'Continue');
    await sayAge(holding.beaten);
    await arrive(holding.beaten, 'check');
    gateway.clock.advance(A_HOLD_SECONDS); // nobody holds it any more
    const booking = await pressAtOnce(pages, 'Book');
    expect(await title(booking.first)).toBe('You are booked');
    await expectAlternatives(booking.beaten);
    const orders = await countOrders(gateway);
    await booking.beaten.getByRole('link', { name: /, 19:30/ }).click();
    await walkAsGuest(booking.beaten, booking.beaten.url());
    await book(booking.beaten);
    expect(await countOrders(gateway)).toBe(orders + 1);
    expect(await placesOf(gateway)).toMatchObject({ held: 0 });
    expect(await placesOf(gateway, 'extra-0')).toEqual({ booked: 1, held: 0 });
  });
});

/** Whether somebody who comes now could book the last place of demo-one-left. */
async function isFree({ url }: TestGateway): Promise<boolean> {
  const answer = await fetch(`${url}/checkout/scheduled-sessions/demo-one-left`);
  return answer.status === 200;
}

describe('a place that is held, in a browser without JavaScript', () => {
  const KEPT = 'Nobody else can take it until';
  const OVER = 'We are no longer keeping your place. If it is still free, you get it when you book.';

  it('counts down by style, is kept for longer, and when it runs out the page says so and still books', async () => {
    await using own = await startOwn('sqlite');
    const { gateway } = own;
    const page = await openTab(browser, gateway);
    const { target } = await bookButton(gateway, 'demo-one-left');
    await page.goto(target);
    expect(await placesOf(gateway, 'demo-one-left')).toEqual({ booked: 0, held: 0 });
    await walkAsGuest(page, target);
    expect(await isFree(gateway)).toBe(false);
    gateway.clock.advance(60);
    await page.reload();
    expect(await textOf(page)).toContain(`${KEPT} 12:15 (GMT).`);
    expect(await secondsOfCountdown(page)).toBe(14 * 60);
    await press(page, 'Keep it for longer');
    await expect.poll(() => textOf(page)).toContain(`${KEPT} 12:16 (GMT).`);
    gateway.clock.advance(A_HOLD_SECONDS);
    await page.reload();
    expect(await textOf(page)).toContain(OVER);
    expect(await page.locator('.countdown').count()).toBe(0);
    expect(await isFree(gateway)).toBe(true);
    await press(page, 'Keep it for longer');
    await expect.poll(() => textOf(page)).toContain(`${KEPT} 12:31 (GMT).`);
    gateway.clock.advance(A_HOLD_SECONDS);
    await page.reload();
    await book(page);
    expect(await placesOf(gateway, 'demo-one-left')).toEqual({ booked: 1, held: 0 });
  });

  it('goes to somebody else once it has run out, comes back when they give it up, and is never sold twice', async () => {
    await using own = await startOwn('sqlite');
    const { gateway } = own;
    const [mine, theirs] = [await openTab(browser, gateway), await openTab(browser, gateway)];
    const { target } = await bookButton(gateway, 'demo-one-left');
    await walkAsGuest(mine, target);
    expect((await theirs.goto(target))?.status()).toBe(409);
    expect(await title(theirs)).toBe(UNAVAILABLE);
    expect(await textOf(theirs)).toContain('There is no other time of the same that can be booked at the moment.');
    gateway.clock.advance(A_HOLD_SECONDS);
    await theirs.getByRole('link', { name: 'Try again' }).click();
    await walkAsGuest(theirs, theirs.url());
    await press(mine, 'Book');
    await arrive(mine, 'unavailable');
    expect(await title(mine)).toBe(UNAVAILABLE);
    await theirs.getByRole('link', { name: 'Give up this booking' }).click();
    await press(theirs, 'Give it up');
    await arrive(theirs, 'ended');
    await mine.getByRole('link', { name: 'Try again' }).click();
    await arrive(mine, 'check');
    await book(mine);
    await theirs.goto(target);
    expect(await title(theirs)).toBe(UNAVAILABLE);
    expect(await countOrders(gateway)).toBe(1);
  });
});

/** From how many seconds the page's own style sheet counts down. */
async function secondsOfCountdown(page: Page): Promise<number> {
  const href = (await page.locator('link[href*=countdown]').getAttribute('href')) ?? '';
  expect(await page.evaluate("getComputedStyle(document.querySelector('.countdown'), '::after').animationName")).toBe('countdown');
  expect(await page.evaluate("getComputedStyle(document.querySelector('.countdown'), '::after').animationDuration")).toBe(`${/\d+/.exec(href)?.[0]}s`);
  return Number(/\d+/.exec(href)?.[0]);
}
