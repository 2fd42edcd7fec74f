import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { BrokerOrigin } from '../../src/broker/broker-origin.entity.js';
import { examine } from '../support/axe.js';
import { startBrowser } from '../support/browser.js';
import { arrive, book, readConfirmation, sayAge, typeDetails } from '../support/checkout-pages.js';
import { startExample, startGatewayOfToday, type RunningExample } from '../support/examples.js';
import type { TestGateway } from '../support/gateway.js';
import { press } from '../support/seller-pages.js';

/** The demo world has 17 things that are not over, and the page asks for 10 at a time. */
const PAGE_SIZE = 10;
const SOON = { timeout: 30_000 };

describe('the front-end in the examples, in Chromium before a real gateway', () => {
  let gateway: TestGateway;
  let frontEnd: RunningExample;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    [gateway, browser] = await Promise.all([startGatewayOfToday(), startBrowser()]);
    frontEnd = await startExample('front-end/serve.mjs', { GATEWAY_URL: gateway.url });
    await gateway.store.fork().insert(BrokerOrigin, { broker: DEMO.brokerIds.fitnessFinder, origin: frontEnd.url });
  });
  afterAll(async () => {
    frontEnd.stop();
    await browser.close();
    await gateway.stop();
  });
  beforeEach(async () => {
    complaints = [];
    page = await browser.newPage({ timezoneId: 'America/New_York' });
    page.setDefaultTimeout(20_000); // a guard against hanging, not a measurement
    page.on('request', (request) => void ([gateway.url, frontEnd.url, 'data:'].some((known) => request.url().startsWith(known)) || complaints.push(`asked ${request.url()}`)));
    page.on('console', (message) => void (/content security policy/i.test(message.text()) && complaints.push(message.text())));
  });
  afterEach(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });

  const status = () => page.getByRole('status').innerText();
  const sessions = () => page.getByRole('list').locator('> li');
  const session = (name: string) => sessions().filter({ has: page.getByRole('heading', { name, exact: true }) });
  const showAll = async () => {
    await page.goto(frontEnd.url);
    await expect.poll(status, SOON).toBe(`${PAGE_SIZE} sessions shown.`);
    for (let pages = 2; !(await status()).endsWith('and these are all.'); pages += 1) {
      await page.getByRole('button', { name: 'More sessions' }).click();
      await expect.poll(status, SOON).toMatch(new RegExp(`^${PAGE_SIZE * pages} sessions shown\\.|and these are all\\.$`));
    }
  };
  /** Answers the page's questions in the gateway's place. */
  const answer = (body: object, status_ = 200) => page.route('**/graphql', (route) => route.fulfill({ status: status_, json: body, headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' } }));

  it('shows all there is, page by page, with venue times, prices, book buttons and why there is none', async () => {
    await showAll();
    const count = await sessions().count();
    expect(count).toBeGreaterThan(PAGE_SIZE);
    const focused = await page.evaluate('document.activeElement.textContent');
    expect(focused).toBe(await sessions().nth(count - (count % PAGE_SIZE || PAGE_SIZE)).getByRole('heading').innerText());
    expect(await session('Yoga for beginners').innerText()).toMatch(/18:30 GMT|18:30 BST/);
    expect(await session('Yoga for beginners').innerText()).toContain('\nFree\n');
    expect(await session('Circuit training').innerText()).toContain('From £5.00');
    expect(await session('Swimming gala').innerText()).toMatch(/Booking opens on .* 11:00 (GMT|BST)\./);
    expect(await session('Judo grading').innerText()).toContain('Booking has closed.');
    expect(await session('Friday spin').innerText()).toContain('This has been cancelled.');
    expect(await session('Sunrise yoga').first().innerText()).toContain('This is fully booked.');
    for (const name of ['Judo grading', 'Friday spin', 'Swimming gala']) expect(await session(name).getByRole('link').count(), name).toBe(0);
  });

  it('has nothing that axe finds wrong', async () => {
    await showAll();
    expect((await examine(page)).violations).toEqual([]);
  });

  it('leads by its book button to a finished booking', async () => {
    await page.goto(frontEnd.url);
    await session('Yoga for beginners').getByRole('link', { name: /^Book Yoga for beginners/ }).click();
    await press(page, 'Book now');
    await typeDetails(page);
    await press(page, 'Continue');
    await sayAge(page);
    await arrive(page, 'check');
    await book(page);
    expect((await readConfirmation(page)).reference).toMatch(/\S/);
  });

  it('shows text as text, whatever a publisher writes', async () => {
    const name = '<img src="https://evil.example/x" onerror="alert(1)">';
    const em = gateway.store.fork();
    const { id, name: before } = await em.findOneOrFail(OpportunityParent, { name: 'Yoga for beginners' });
    await em.nativeUpdate(OpportunityParent, { id }, { name });
    await page.goto(frontEnd.url);
    await session(name).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    await em.nativeUpdate(OpportunityParent, { id }, { name: before });
  });

  it('says that there is nothing to book', async () => {
    await answer({ data: { opportunities: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } } });
    await page.goto(frontEnd.url);
    await expect.poll(status, SOON).toBe('There is nothing to book at the moment.');
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('says when an answer is slow or fails, and tries again when it is asked to', async () => {
    const slow = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      await slow.promise;
      await route.abort();
    });
    await page.goto(frontEnd.url);
    await expect.poll(status, SOON).toContain('longer than usual');
    slow.resolve();
    await expect.poll(status, SOON).toBe('The sessions could not be loaded.');
    await page.unrouteAll();
    await answer({ errors: [{ message: 'no' }] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(status, SOON).toBe('The sessions could not be loaded.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(status, SOON).toBe(`${PAGE_SIZE} sessions shown.`);
  });
});

describe('what serves it', () => {
  it('gives out the page and what it needs, and nothing else', async () => {
    const server = await startExample('front-end/serve.mjs', {});
    for (const [path, status] of [['/', 200], ['/main.js', 200], ['/packages/graphql/index.mjs', 200], ['/serve.mjs', 404], ['/packages/graphql/%2e%2e/fastify/package.json', 404], ['/packages/graphql/..%2f..%2fpackage.json', 404], ['/tsconfig.json', 404]] as const) {
      expect((await fetch(`${server.url}${path}`)).status, path).toBe(status);
    }
    server.stop();
  });
});
