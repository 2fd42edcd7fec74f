import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { goBack, openProfile, openTab, startBrowser, waitForPath } from '../support/browser.js';
import { startTestGateway, type Door, type TestGateway } from '../support/gateway.js';
import { acceptTerms, askForLink, onboard, press, readSeller, startNow, step, title, visitProvider, walkToCheck } from '../support/seller-pages.js';

/** After the paid plan: the account is on its way out, or gone. */
const LEFT_PAID = { status: 'FREE', plan: 'FREE', bookability: 'BOOKABLE', paymentAccount: { status: expect.stringMatching(/^DISCONNECT(ING|ED)$/) } };
const FREE = { status: 'FREE', plan: 'FREE', bookability: 'BOOKABLE', paymentAccount: null };
const PAID = { status: 'PAID', plan: 'PAID', bookability: 'BOOKABLE', paymentAccount: { provider: 'demo', status: 'CONNECTED', connectedAt: expect.any(String) } };
const TERMS = { version: expect.any(String), acceptedAt: expect.any(String) };

let browser: Browser;
let gateway: TestGateway;
beforeAll(async () => {
  [browser, gateway] = await Promise.all([startBrowser(), startTestGateway({ store: 'sqlite', adapter: 'in process' })]);
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

let sellers = 0;
/** A sellerId that nobody has heard of. */
const newSellerId = () => `https://club-${(sellers += 1)}.example/about`;
const open = async (page: Page, purpose: 'onboard' | 'update' | 'view', sellerId: string, stripe?: boolean) =>
  page.goto(await askForLink(gateway, purpose, { sellerId, ...(stripe !== undefined && { stripe }) }));
const historyOf = async (sellerId: string) => (await readSeller(gateway, sellerId))?.history.map(({ trigger }: { trigger: string }) => trigger);
const countRows = async (table: 'seller_move_request' | 'terms_acceptance') => (await gateway.store.orm.em.fork().execute(`select id from ${table}`)).length;

describe('onboarding in a browser without JavaScript', () => {
  it('makes a Free Seller at its last step and not before', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await open(page, 'onboard', sellerId, false);
    expect(await title(page)).toBe(`Take bookings for ${new URL(sellerId).hostname}`);
    expect(await page.getByRole('link', { name: 'Go back to Fitness Finder' }).getAttribute('href')).toBe('https://fitness-finder.example');
    await startNow(page);
    expect(step(page)).toBe('terms');
    await acceptTerms(page);
    expect(step(page)).toBe('check');
    expect(await page.getByRole('main').innerText()).toContain(sellerId);
    expect(await readSeller(gateway, sellerId)).toBeNull();
    await press(page, 'Accept bookings');
    expect(await title(page)).toBe('You are ready to take bookings');
    expect(await readSeller(gateway, sellerId)).toEqual({ ...FREE, acceptedTerms: TERMS, history: [{ trigger: 'ONBOARDED_FREE', status: 'FREE', at: gateway.clock.now().toISOString() }] });
  });

  it('makes a Paid Seller once the provider has accepted its account and the answers were checked', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await open(page, 'onboard', sellerId, true);
    await startNow(page);
    await acceptTerms(page);
    expect(step(page)).toBe('payments');
    await visitProvider(page, 'accepted');
    expect(step(page)).toBe('check');
    expect(await readSeller(gateway, sellerId)).toBeNull();
    await press(page, 'Accept bookings');
    expect(await page.getByRole('main').innerText()).toContain('People can now book your free and paid places.');
    expect(await readSeller(gateway, sellerId)).toEqual({ ...PAID, acceptedTerms: TERMS, history: [{ trigger: 'ONBOARDED_PAID', status: 'PAID', at: gateway.clock.now().toISOString() }] });
  });

  it.each([
    ['needs more information', 'informationNeeded', 'needs more information from you'],
    ['has turned it down', 'refused', 'has turned this account down'],
    ['was left before the end', 'left', 'You have not finished at the payment provider yet.'],
  ] as const)('stays on the payments page while the provider %s, and goes on once it accepts', async (_case, verdict, text) => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await open(page, 'onboard', sellerId, true);
    await startNow(page);
    await acceptTerms(page);
    await visitProvider(page, verdict);
    expect(step(page)).toBe('payments');
    expect(await page.getByRole('main').innerText()).toContain(text);
    await page.goto(page.url().replace('/payments', '/check'));
    expect(step(page)).toBe('payments');
    expect(await readSeller(gateway, sellerId)).toBeNull();
    await visitProvider(page, 'accepted');
    await press(page, 'Accept bookings');
    expect(await readSeller(gateway, sellerId)).toMatchObject(PAID);
  });

  it('asks for the box when the terms are not accepted, and keeps nothing', async () => {
    const page = await openTab(browser, gateway);
    await open(page, 'onboard', newSellerId(), false);
    await startNow(page);
    const before = await countRows('terms_acceptance');
    await press(page, 'Continue');
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.getByRole('alert').innerText()).toContain('Tick the box to accept the terms');
    expect(await countRows('terms_acceptance')).toBe(before);
    await acceptTerms(page);
    expect(step(page)).toBe('check');
  });

  it('onboards again a seller that had opted out, and keeps its history', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = DEMO.sellerId('old-town-dance');
    await onboard(page, gateway, { sellerId, stripe: false });
    expect(await readSeller(gateway, sellerId)).toMatchObject({ ...FREE, history: [{ trigger: 'ONBOARDED_FREE', status: 'FREE' }] });
  });
});

describe('updating in a browser without JavaScript', () => {
  it('moves a Free Seller to Paid at the last step, with the terms shown again', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await onboard(page, gateway, { sellerId, stripe: false });
    gateway.clock.advance(1);
    await open(page, 'update', sellerId, true);
    await startNow(page);
    expect(step(page)).toBe('terms');
    await acceptTerms(page);
    await visitProvider(page, 'accepted');
    expect(await readSeller(gateway, sellerId)).toMatchObject({ status: 'FREE', history: [{ trigger: 'ONBOARDED_FREE' }] });
    await press(page, 'Confirm the change');
    expect(await title(page)).toBe('Your details are up to date');
    const now = gateway.clock.now().toISOString();
    expect(await readSeller(gateway, sellerId)).toMatchObject({ ...PAID, acceptedTerms: { acceptedAt: now }, history: [{ trigger: 'MOVED_TO_PAID', at: now }, { trigger: 'ONBOARDED_FREE' }] });
  });

  it.each([
    ['the platform refunds', 'Refund my upcoming bookings now', 'REFUND_NOW'],
    ['the seller refunds', 'I refund from my own account', 'REFUND_MYSELF'],
  ])('moves a Paid Seller to Free and disconnects its account when %s', async (_case, label, choice) => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await onboard(page, gateway, { sellerId, stripe: true });
    gateway.clock.advance(1);
    await open(page, 'update', sellerId, false);
    await startNow(page);
    await acceptTerms(page);
    expect(step(page)).toBe('refunds');
    await press(page, 'Continue');
    expect(await page.getByRole('alert').innerText()).toContain('Choose who refunds the customers');
    await page.getByRole('radio', { name: label }).check();
    await press(page, 'Continue');
    expect(step(page)).toBe('check');
    expect(await page.getByRole('main').innerText()).toContain(label);
    expect(await readSeller(gateway, sellerId)).toMatchObject(PAID);
    await press(page, 'Confirm the change');
    expect(await page.getByRole('main').innerText()).toContain('Your payment account is being disconnected.');
    expect(await readSeller(gateway, sellerId)).toMatchObject({ ...LEFT_PAID, history: [{ trigger: 'MOVED_TO_FREE' }, { trigger: 'ONBOARDED_PAID' }] });
    const flows = await gateway.store.orm.em.fork().execute<{ refund_choice: string }[]>('select refund_choice from seller_flow where id = ?', [flowIdOf(page)]);
    expect(flows).toEqual([{ refund_choice: choice }]);
  });

  it('leaves a seller that asks for the plan it has as it is, with its terms accepted anew', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await onboard(page, gateway, { sellerId, stripe: true });
    const before = await readSeller(gateway, sellerId);
    gateway.clock.advance(1);
    await open(page, 'update', sellerId, true);
    expect(await page.getByRole('main').innerText()).toContain('Your plan stays as it is.');
    await startNow(page);
    await acceptTerms(page);
    await press(page, 'Confirm the change');
    expect(await title(page)).toBe('Your details are up to date');
    expect(await readSeller(gateway, sellerId)).toEqual({ ...before, acceptedTerms: { version: before.acceptedTerms.version, acceptedAt: gateway.clock.now().toISOString() } });
  });
});

describe('viewing in a browser without JavaScript', () => {
  it('shows what is held on the seller, and offers nothing to change', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await onboard(page, gateway, { sellerId, stripe: true });
    const before = await readSeller(gateway, sellerId);
    await open(page, 'view', sellerId);
    const text = await page.getByRole('main').innerText();
    for (const part of ['Taking bookings for free and paid places', sellerId, `Version ${before.acceptedTerms.version}`, 'Your account is connected.', 'Fitness Finder']) expect(text).toContain(part);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await readSeller(gateway, sellerId)).toEqual(before);
  });

  it('is what an onboard link opens for a seller that its broker manages already; nothing moves', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await onboard(page, gateway, { sellerId, stripe: false });
    const before = await readSeller(gateway, sellerId);
    await open(page, 'onboard', sellerId, true);
    expect(await page.getByRole('main').innerText()).toContain('is already taking bookings. Nothing was changed.');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await readSeller(gateway, sellerId)).toEqual(before);
  });
});

it("offers another broker's seller to ask for a move, keeps the wish once, and moves nothing", async () => {
  const page = await openTab(browser, gateway);
  const sellerId = DEMO.sellerId('harbour-sailing');
  const before = await readSeller(gateway, sellerId, DEMO.apiKeys.clubCompass);
  const link = await askForLink(gateway, 'onboard', { sellerId, stripe: false });
  for (let times = 0; times < 2; times += 1) {
    await page.goto(link);
    expect(await title(page)).toBe('Harbour Sailing Auckland is already represented');
    await press(page, 'Ask to be moved');
    expect(await page.getByRole('status').innerText()).toContain('We have your request');
  }
  expect(await countRows('seller_move_request')).toBe(1);
  expect(await readSeller(gateway, sellerId, DEMO.apiKeys.clubCompass)).toEqual(before);
  expect(await readSeller(gateway, sellerId)).toBeNull();
});

describe('a journey that does not go straight on', () => {
  it('goes on in another browser after the terms, with a new link', async () => {
    const sellerId = newSellerId();
    const first = await openProfile(browser, gateway);
    const page = await first.newPage();
    await open(page, 'onboard', sellerId, true);
    await startNow(page);
    await acceptTerms(page);
    await first.close();
    const later = await openTab(browser, gateway);
    await open(later, 'onboard', sellerId, true);
    await startNow(later);
    expect(step(later)).toBe('payments');
  });

  it('goes on in another browser after the account is connected, with a new link', async () => {
    const sellerId = newSellerId();
    const first = await openProfile(browser, gateway);
    await walkToCheck(await first.newPage(), gateway, { sellerId, stripe: true });
    await first.close();
    const later = await openTab(browser, gateway);
    await open(later, 'onboard', sellerId, true);
    await startNow(later);
    expect(step(later)).toBe('check');
    await press(later, 'Accept bookings');
    expect(await readSeller(gateway, sellerId)).toMatchObject(PAID);
  });

  it('shows every step again on reload, and does nothing twice', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    const reload = async () => {
      const [address, heading] = [page.url(), await title(page)];
      await page.reload();
      expect([page.url(), await title(page)]).toEqual([address, heading]);
    };
    await open(page, 'onboard', sellerId, true);
    await reload();
    await startNow(page);
    await reload();
    await acceptTerms(page);
    await reload();
    await press(page, 'Go to the payment provider');
    await reload();
    await goBack(page);
    await visitProvider(page, 'accepted');
    await reload();
    await press(page, 'Accept bookings');
    await reload();
    expect(await historyOf(sellerId)).toEqual(['ONBOARDED_PAID']);
  });

  it('shows what is done when the seller goes back after the end and presses again', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await onboard(page, gateway, { sellerId, stripe: false });
    await goBack(page);
    expect(step(page)).toBe('done');
    await goBack(page);
    await page.goto(page.url().replace(/\/[^/]*$/, '/terms'));
    expect(step(page)).toBe('done');
    expect(await historyOf(sellerId)).toEqual(['ONBOARDED_FREE']);
  });

  it('moves once on a double click', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await walkToCheck(page, gateway, { sellerId, stripe: false });
    await page.getByRole('button', { name: 'Accept bookings' }).dblclick();
    await waitForPath(page, (path) => path.endsWith('/done'));
    expect(await historyOf(sellerId)).toEqual(['ONBOARDED_FREE']);
  });

  it('moves once when the last form arrives twice at the same moment, and both are led to the end', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await walkToCheck(page, gateway, { sellerId, stripe: false });
    await sendTwice(page);
    expect(await historyOf(sellerId)).toEqual(['ONBOARDED_FREE']);
  });

  it('keeps two flows in two tabs of one browser apart', async () => {
    const profile = await openProfile(browser, gateway);
    const [free, paid] = [await profile.newPage(), await profile.newPage()];
    const [freeId, paidId] = [newSellerId(), newSellerId()];
    await open(free, 'onboard', freeId, false);
    await open(paid, 'onboard', paidId, true);
    await startNow(free);
    await startNow(paid);
    await acceptTerms(paid);
    expect(step(paid)).toBe('payments');
    expect(step(free)).toBe('terms');
    await visitProvider(paid, 'accepted');
    await acceptTerms(free);
    await press(paid, 'Accept bookings');
    expect(await readSeller(gateway, freeId)).toBeNull();
    await press(free, 'Accept bookings');
    expect(await readSeller(gateway, freeId)).toMatchObject(FREE);
    expect(await readSeller(gateway, paidId)).toMatchObject(PAID);
  });

  it('tells the second of two links open at once that somebody else was first, and moves nothing', async () => {
    const sellerId = newSellerId();
    const [first, second] = [await openTab(browser, gateway), await openTab(browser, gateway)];
    await onboard(first, gateway, { sellerId, stripe: true });
    for (const page of [first, second]) {
      await open(page, 'update', sellerId, true);
      await startNow(page);
      await acceptTerms(page);
    }
    await press(first, 'Confirm the change');
    const before = await readSeller(gateway, sellerId);
    const answer = second.waitForResponse((response) => response.request().method() === 'POST');
    await press(second, 'Confirm the change');
    expect((await answer).status()).toBe(409);
    expect(await title(second)).toBe('Somebody else has changed these details');
    expect(await second.getByRole('link', { name: 'Go back to Fitness Finder' }).getAttribute('href')).toBe('https://fitness-finder.example');
    expect(await readSeller(gateway, sellerId)).toEqual(before);
  });

  it('shows the second of two onboardings what the first has made, and moves nothing', async () => {
    const sellerId = newSellerId();
    const [first, second] = [await openTab(browser, gateway), await openTab(browser, gateway)];
    await walkToCheck(first, gateway, { sellerId, stripe: false });
    await open(second, 'onboard', sellerId, true); // it goes on behind the terms
    await startNow(second);
    await visitProvider(second, 'accepted');
    await press(first, 'Accept bookings');
    const before = await readSeller(gateway, sellerId);
    await press(second, 'Accept bookings');
    expect(step(second)).toBe('view');
    expect(await readSeller(gateway, sellerId)).toEqual(before);
  });
});

const OTHER_DOORS: readonly Door[] = [
  { store: 'postgres', adapter: 'in process' },
  { store: 'sqlite', adapter: 'over HTTP' },
];

it.each(OTHER_DOORS)('is walked from onboarding as Paid to Free in the same way ($store, $adapter)', async (door) => {
  await using other = await startOther(door);
  const page = await openTab(browser, other.gateway);
  const sellerId = newSellerId();
  await walkToCheck(page, other.gateway, { sellerId, stripe: true });
  await sendTwice(page);
  expect(await readSeller(other.gateway, sellerId)).toMatchObject({ ...PAID, history: [{ trigger: 'ONBOARDED_PAID' }] });
  await page.goto(await askForLink(other.gateway, 'update', { sellerId, stripe: false }));
  await startNow(page);
  await acceptTerms(page);
  await page.getByRole('radio', { name: 'I refund from my own account' }).check();
  await press(page, 'Continue');
  await press(page, 'Confirm the change');
  expect(await title(page)).toBe('Your details are up to date');
  expect(await readSeller(other.gateway, sellerId)).toMatchObject(LEFT_PAID);
});

async function startOther(door: Door): Promise<AsyncDisposable & { gateway: TestGateway }> {
  const other = await startTestGateway(door);
  return { gateway: other, [Symbol.asyncDispose]: () => other.stop() };
}

/** Sends the form of this page twice at the same moment, as an impatient browser may; both answers lead to the end. */
async function sendTwice(page: Page): Promise<void> {
  const formToken = (await page.locator('input[name=formToken]').getAttribute('value')) ?? '';
  const send = () => page.request.post(page.url(), { form: { formToken }, headers: { origin: new URL(page.url()).origin }, maxRedirects: 0 });
  const answers = await Promise.all([send(), send()]);
  for (const answer of answers) expect([answer.status(), answer.headers()['location']]).toEqual([303, `/seller-flows/${flowIdOf(page)}/done`]);
}

function flowIdOf(page: Page): string {
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}
