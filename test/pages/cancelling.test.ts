import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refund } from '../../src/payment/refund.entity.js';
import { itemBody } from '../support/bodies.js';
import { goBack, openTab, startBrowser } from '../support/browser.js';
import { arrive, book, GRACE, mailTo, person, placesOf, reload, setCapacity, targetFor, textOf, walkAsGuest } from '../support/checkout-pages.js';
import type { TestGateway } from '../support/gateway.js';
import { bookAndPay, choose, COURT, goToPay, mailsTo, MoodyProvider, PAID } from '../support/paying-pages.js';
import { press, title } from '../support/seller-pages.js';
import { FREE_START, SWIM_OFFERS } from '../support/visitor.js';

const ADULT = SWIM_OFFERS.child.replace('swim-child', 'circuit-adult');
const provider = new MoodyProvider();
let browser: Browser;
let gateway: TestGateway;
beforeAll(async () => {
  [browser, gateway] = await Promise.all([startBrowser(), provider.startGateway()]);
  await setCapacity(gateway, 100, 'demo-paid');
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const guest = (name: string) => ({ ...GRACE, email: `${name}@example.com` });

/** A broker's customer with two places, which are paid for. */
async function payForTwo(page: Page, email: string): Promise<void> {
  const place = itemBody('ScheduledSession', 'demo-paid', ADULT);
  await page.goto(await targetFor(gateway, person({ email, is13OrOver: true }), [place, place]));
  await press(page, 'Book now');
  await arrive(page, 'details');
  await press(page, 'Continue');
  await arrive(page, 'check');
  expect(await textOf(page)).toMatch(/Total\s+£17\.00/);
  await goToPay(page);
  await choose(page, 'paid');
  await arrive(page, 'confirmation');
}

async function askToCancel(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Cancel this booking' }).click();
  await arrive(page, 'cancel-booking');
  expect(await title(page)).toBe('Cancel this booking?');
}

async function cancel(page: Page): Promise<void> {
  await press(page, 'Cancel these places');
  await arrive(page, 'confirmation');
}

/** Sends the form of this page for these places, twice at the same moment. */
async function sendTwice(page: Page, positions: readonly number[]): Promise<readonly number[]> {
  const formToken = (await page.locator('input[name=formToken]').first().getAttribute('value')) ?? '';
  const form = { formToken, ...Object.fromEntries(positions.map((position) => [`place-${position}`, 'yes'])) };
  const send = () => page.request.post(page.url(), { form, headers: { origin: gateway.url }, maxRedirects: 0 });
  return (await Promise.all([send(), send()])).map((answer) => answer.status());
}

/** Whether each place is still booked, and what the page says of its money. */
const passes = (page: Page) => page.locator('.pass').evaluateAll((all) => all.map((pass) => pass.textContent.match(/Cancelled.*$|Show this at the door/)?.[0]));

/** Waits until every pass says so; what goes back goes back behind the page. */
async function waitForPasses(page: Page, expected: readonly string[]): Promise<void> {
  const look = async () => {
    await page.reload();
    return page.locator('.pass > p:last-child').allInnerTexts();
  };
  await expect.poll(look, { timeout: 30_000 }).toEqual(expected);
}

describe('a customer who cancels, in a browser without JavaScript', () => {
  it('cancels one of two places, then the other, and each price goes back once', async () => {
    const page = await openTab(browser, gateway);
    const before = await placesOf(gateway, 'demo-paid');
    await payForTwo(page, 'two.places@example.com');
    const confirmation = page.url();
    await askToCancel(page);
    expect(await page.getByRole('checkbox').count()).toBe(2);
    expect((await textOf(page)).match(/You get £8\.50 back\. You can cancel until Saturday,? 21 November 2026,? 17:00 \(GMT\)\./g)).toHaveLength(2);
    await press(page, 'Cancel these places');
    expect(await page.getByRole('alert').innerText()).toContain('Choose at least one place');
    await page.getByRole('link', { name: 'Keep the booking' }).click();
    await arrive(page, 'confirmation');
    expect(await placesOf(gateway, 'demo-paid')).toEqual({ ...before, booked: before.booked + 2 });

    provider.isSlowWithRefunds = true;
    await askToCancel(page);
    await page.getByRole('checkbox').nth(1).check();
    await cancel(page);
    expect(await title(page)).toBe('You are booked');
    await waitForPasses(page, [expect.stringMatching(/^PIN: \d{6}$/), 'Cancelled £8.50 is on its way back to you.']);
    expect(await placesOf(gateway, 'demo-paid')).toEqual({ ...before, booked: before.booked + 1 });
    provider.isSlowWithRefunds = false;
    gateway.clock.advance(3_600); // the provider is asked again from time to time
    await waitForPasses(page, [expect.stringMatching(/^PIN: \d{6}$/), 'Cancelled £8.50 has gone back to you.']);

    await askToCancel(page);
    expect(await page.getByRole('checkbox').count()).toBe(1);
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    expect(await sendTwice(page, [0])).toEqual([303, 303]);
    await page.getByRole('button', { name: 'Cancel these places' }).dblclick();
    await arrive(page, 'confirmation');
    expect(await title(page)).toBe('Your booking is cancelled');
    await waitForPasses(page, Array(2).fill('Cancelled £8.50 has gone back to you.'));
    expect(await page.getByRole('link', { name: 'Cancel this booking' }).count()).toBe(0);
    await goBack(page);
    await page.goto(confirmation.replace(/confirmation$/, 'cancel-booking'));
    expect(await textOf(page)).toContain('This booking cannot be cancelled any more.');
    expect(await page.getByRole('button').count()).toBe(0);

    expect(await placesOf(gateway, 'demo-paid')).toEqual(before);
    expect((await gateway.store.fork().findAll(Refund)).map(({ amountMinor, status }) => [amountMinor, status])).toEqual([[850, 'DONE'], [850, 'DONE']]);
    const cancelled = await mailsTo(page, gateway, 'two.places@example.com', 'In all you get 17.00 GBP back.');
    expect(await cancelled.count()).toBe(1);
    for (const [text, count] of [['Cancelled: Circuit training', 2], ['In all you get 8.50 GBP back.', 1], ['What is not listed here stays booked.', 1], ['Your refund for booking', 2]] as const) {
      await expect.poll(async () => (await page.reload(), page.locator('article', { hasText: 'two.places@example.com' }).filter({ hasText: text }).count()), { timeout: 30_000, message: text }).toBe(count);
    }
  });

  it('gives a free place back too', async () => {
    const page = await openTab(browser, gateway);
    const before = await placesOf(gateway);
    await walkAsGuest(page, `${gateway.url}${FREE_START}`, guest('free'));
    await book(page);
    await askToCancel(page);
    expect(await textOf(page)).toMatch(/It was free, so there is nothing to give back\. You can cancel until Saturday,? 21 November 2026,? 18:30 \(GMT\)\./);
    await reload(page);
    await cancel(page);
    expect([await title(page), await page.locator('.pass > p:last-child').innerText()]).toEqual(['Your booking is cancelled', 'Cancelled']);
    expect(await textOf(page)).not.toMatch(/we are sending|calendar|print/i);
    expect(await placesOf(gateway)).toEqual(before);
    const mail = await mailsTo(page, gateway, 'free@example.com', 'Cancelled: Yoga for beginners');
    expect(await mail.innerText()).not.toMatch(/back|GBP/);
    const link = (await mail.getByRole('link', { name: /\/bookings\// }).getAttribute('href')) ?? '';
    const elsewhere = await openTab(browser, gateway);
    await elsewhere.goto(link);
    await arrive(elsewhere, 'confirmation');
    expect(await title(elsewhere)).toBe('Your booking is cancelled');
  });

  it('is refused with a sentence when it is too late, and stays booked', async () => {
    const page = await openTab(browser, gateway);
    await bookAndPay(page, gateway, guest('too.late'), COURT); // in 3 days, to be cancelled 7 days before
    const booked = await passes(page);
    await askToCancel(page);
    await cancelInVain(page, 'It is too late to cancel this.');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await arrive(page, 'confirmation');
    expect(await passes(page)).toEqual(booked);
    expect(await placesOf(gateway, 'demo-slot')).toEqual({ booked: 1, held: 0 });
  });

  it('is not asked where the ticket does not allow it', async () => {
    const page = await openTab(browser, gateway);
    await bookAndPay(page, gateway, guest('never'), PAID, 'Concession');
    expect(await page.getByRole('link', { name: 'Cancel this booking' }).count()).toBe(0);
    const before = await placesOf(gateway, 'demo-paid');
    await page.goto(page.url().replace(/confirmation$/, 'cancel-booking'));
    expect(await textOf(page)).toContain('This booking cannot be cancelled any more.');
    expect(await placesOf(gateway, 'demo-paid')).toEqual(before);
    await mailTo(page, gateway, 'never@example.com', 'Paid: 5.00 GBP');
  });
});

async function cancelInVain(page: Page, sentence: string): Promise<void> {
  await press(page, 'Cancel these places');
  await expect.poll(() => page.getByRole('alert').innerText()).toContain(sentence);
  expect(await page.title()).toMatch(/^Error: /);
}
