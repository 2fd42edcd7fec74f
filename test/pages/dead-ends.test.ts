import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from '../../src/broker/broker.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { newUuid } from '../../src/shared/ids.js';
import { openProfile, openTab, startBrowser } from '../support/browser.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { startLoggingServer } from '../support/logging-server.js';
import { callRest } from '../support/rest.js';
import { acceptTerms, askForLink, onboard, press, readSeller, startNow, step, title, walkToCheck } from '../support/seller-pages.js';
import { createTestBroker } from '../support/tenant-world.js';

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
const newSellerId = () => `https://lost-club-${(sellers += 1)}.example/about`;
const newLink = (sellerId = newSellerId()) => askForLink(gateway, 'onboard', { sellerId, stripe: false });

/** Goes there and gives the status with what a person reads. */
async function visit(page: Page, address: string): Promise<{ status: number; title: string; text: string }> {
  const response = await page.goto(address);
  return { status: response?.status() ?? 0, title: await title(page), text: await page.getByRole('main').innerText() };
}

/** A browser's request by hand: nothing is followed, no cookie is kept. */
const get = (address: string, headers: Record<string, string> = {}, method = 'GET') => fetch(address, { method, headers: { accept: 'text/html', ...headers }, redirect: 'manual' });

interface OpenFlow {
  readonly address: string;
  readonly cookie: string;
  readonly formToken: string;
}

/** A flow that stands before its terms, as a browser knows it. */
async function openFlow(): Promise<OpenFlow> {
  const opened = await get(await newLink());
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const address = `${gateway.url}/seller-flows/${cookie.slice('seller_flow_'.length, cookie.indexOf('='))}`;
  const form = await (await get(`${address}/terms`, { cookie })).text();
  return { address, cookie, formToken: /name="formToken" value="([^"]+)"/.exec(form)?.[1] ?? '' };
}

const FROM_OUR_PAGE = () => ({ origin: gateway.url, 'sec-fetch-site': 'same-origin' });
const post = ({ address, cookie }: Pick<OpenFlow, 'address' | 'cookie'>, fields: Record<string, string>, headers: Record<string, string> = FROM_OUR_PAGE()) =>
  fetch(`${address}/terms`, { method: 'POST', body: new URLSearchParams({ accepted: 'yes', version: '2026-11', ...fields }), headers: { cookie, ...headers }, redirect: 'manual' });
const countAcceptances = async () => (await gateway.store.orm.em.fork().execute('select id from terms_acceptance')).length;

describe('a link that leads nowhere', () => {
  it('says 410 in a second browser, and names the broker to ask for a new one', async () => {
    const link = await newLink();
    await visit(await openTab(browser, gateway), link);
    const page = await openTab(browser, gateway);
    expect(await visit(page, link)).toEqual({ status: 410, title: 'This link has been used', text: expect.stringContaining('Go back to Fitness Finder and ask for a new one.') });
    const wayBack = page.getByRole('link', { name: 'Go back to Fitness Finder' });
    expect(await wayBack.getAttribute('href')).toBe('https://fitness-finder.example');
    expect(await page.getByRole('main').innerText()).toContain('(fitness-finder.example)');
  });

  it('says 410 after its five minutes, and names the broker', async () => {
    const link = await newLink();
    gateway.clock.advance(301);
    const page = await openTab(browser, gateway);
    expect(await visit(page, link)).toEqual({ status: 410, title: 'This link has run out', text: expect.stringContaining('Go back to Fitness Finder and ask for a new one.') });
  });

  it.each([
    ['a changed signature', (link: string) => link.replace('jwt=', 'jwt=x')],
    ['a token cut off', (link: string) => link.slice(0, -20)],
    ['another page', (link: string) => link.replace('/onboard?', '/update?')],
    ['no token', (link: string) => link.replace(/\?.*/, '')],
    ['two tokens', (link: string) => `${link}&jwt=x`],
  ])('says 400 to %s, names nobody, and uses nothing up', async (_case, forge) => {
    const page = await openTab(browser, gateway);
    const link = await newLink();
    const answer = await visit(page, forge(link));
    expect(answer).toMatchObject({ status: 400, title: 'This link does not work' });
    expect(answer.text).not.toContain('Fitness Finder');
    expect((await visit(page, link)).status).toBe(200);
  });

  it.each(['update', 'view'] as const)('says so when a seller has opted out before it opens its link (%s)', async (purpose) => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await onboard(page, gateway, { sellerId, stripe: false });
    const link = await askForLink(gateway, purpose, { sellerId, ...(purpose === 'update' && { stripe: true }) });
    await callRest(`${gateway.url}/api/sellers/${encodeURIComponent(sellerId)}`, { method: 'DELETE' });
    const before = await readSeller(gateway, sellerId);
    expect(before).toMatchObject({ status: 'OPTED_OUT' });
    expect((await visit(page, link)).title).toBe('This organisation does not take bookings here');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await readSeller(gateway, sellerId)).toEqual(before);
  });

  it('is back in its flow when the same browser loads it again', async () => {
    const page = await openTab(browser, gateway);
    const link = await newLink();
    await page.goto(link);
    await startNow(page);
    await acceptTerms(page);
    expect((await visit(page, link)).status).toBe(200);
    await startNow(page);
    expect(step(page)).toBe('check');
  });

  it.each([
    ['HEAD', 'HEAD', {}],
    ['Sec-Purpose: prefetch', 'GET', { 'sec-purpose': 'prefetch' }],
    ['Sec-Purpose: prefetch;prerender', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['Purpose: prefetch', 'GET', { purpose: 'prefetch' }],
  ])('is not used up by 20 who only look ahead (%s)', async (_case, method, headers) => {
    const link = await newLink();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(link, headers as Record<string, string>, method)));
    for (const answer of answers) expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
    expect((await visit(await openTab(browser, gateway), link)).status).toBe(200);
  });
});

describe('a flow that cannot go on', () => {
  it('says 410 to a browser without its cookie', async () => {
    const flow = await openFlow();
    const page = await openTab(browser, gateway);
    for (const name of ['next', 'terms', 'check', 'payments/return']) {
      expect(await visit(page, `${flow.address}/${name}`)).toMatchObject({ status: 410, title: 'Your time here has run out' });
    }
  });

  it('says 410 to a cookie that somebody has guessed at', async () => {
    const { address, cookie } = await openFlow();
    for (const guess of [`${cookie}x`, cookie.slice(0, -1), cookie.replace(/\..*/, '.'), cookie.replace(/\..*/, '')]) expect((await get(`${address}/terms`, { cookie: guess })).status).toBe(410);
    expect((await get(`${address}/terms`, { cookie })).status).toBe(200);
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'nothing', newUuid()])('says 410 to a flow that nobody knows (%s)', async (id) => {
    const answer = await get(`${gateway.url}/seller-flows/${id}/terms`, { cookie: `seller_flow_${id}=${id}.secret` });
    expect(answer.status).toBe(410);
  });

  it('says 410 when its half an hour is over, and keeps nothing of a form that comes too late', async () => {
    const page = await openTab(browser, gateway);
    const sellerId = newSellerId();
    await walkToCheck(page, gateway, { sellerId, stripe: false });
    gateway.clock.advance(31 * 60);
    await press(page, 'Accept bookings');
    expect(await title(page)).toBe('Your time here has run out');
    expect(await readSeller(gateway, sellerId)).toBeNull();
    await page.goto(await newLink(sellerId));
    await startNow(page);
    expect(step(page)).toBe('check');
  });
});

describe('a form that none of our pages made', () => {
  it.each([
    ['no form token', async () => ({})],
    ["another flow's form token", async () => ({ formToken: (await openFlow()).formToken })],
    ['an empty form token', async () => ({ formToken: '' })],
  ])('is refused with %s: 403, and nothing is kept', async (_case, fields) => {
    const flow = await openFlow();
    const before = await countAcceptances();
    expect((await post(flow, await fields())).status).toBe(403);
    expect(await countAcceptances()).toBe(before);
  });

  it.each<[string, Record<string, string>]>([
    ['another site by its Origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site that claims the same', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ['another port', { origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' }],
    ['a hidden origin of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['nobody knows where', {}],
  ])('is refused from %s: 403, and nothing is kept', async (_case, headers) => {
    const flow = await openFlow();
    const before = await countAcceptances();
    const answer = await post(flow, { formToken: flow.formToken }, headers);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('We could not take what you sent');
    expect(await countAcceptances()).toBe(before);
  });

  it('is taken from ours', async () => {
    const flow = await openFlow();
    const before = await countAcceptances();
    const answer = await post(flow, { formToken: flow.formToken });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${new URL(flow.address).pathname}/check`]);
    expect(await countAcceptances()).toBe(before + 1);
  });

  it('is refused when it is too large or no form at all, as a page', async () => {
    const { address, cookie, formToken } = await openFlow();
    expect((await post({ address, cookie }, { formToken, accepted: 'y'.repeat(20_000) })).status).toBe(413);
    const answer = await fetch(`${address}/terms`, { method: 'POST', body: '{}', headers: { cookie, ...FROM_OUR_PAGE(), 'content-type': 'application/json' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([415, 'text/html; charset=utf-8']);
  });
});

describe('what strangers wrote', () => {
  const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&`;

  it('is shown as text, in a name', async () => {
    const created = await createTestBroker(gateway, { name: hostile, url: 'https://hostile.example/?q="><script>', accentColor: '#ffdd00' });
    const page = await openTab(browser, gateway, { javaScriptEnabled: true });
    await page.goto(await askForLink(gateway, 'onboard', { sellerId: newSellerId(), stripe: false, apiKey: created.apiKey }));
    expect(await page.getByRole('main').innerText()).toContain(`${hostile} has asked you`);
    expect(await page.locator('script, img').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Go back to' }).getAttribute('href')).toBe('https://hostile.example/?q="><script>');
  });

  it('is no link unless it is http or https: no broker can register another, and none is shown', async () => {
    await expect(createTestBroker(gateway, { name: 'Script', url: 'javascript:alert(1)' })).rejects.toThrow('the broker was refused');
    const created = await createTestBroker(gateway, { name: 'Script', url: 'https://script.example' });
    await gateway.store.fork().nativeUpdate(Broker, created.id, { url: 'javascript:alert(1)' });
    const page = await openTab(browser, gateway);
    await page.goto(await askForLink(gateway, 'onboard', { sellerId: newSellerId(), stripe: false, apiKey: created.apiKey }));
    expect(await page.content()).not.toContain('javascript:');
  });

  it.each(['path', 'host'])('breaks no page at 320 px, however long (%s)', async (where) => {
    const long = where === 'path' ? `https://long.example/${'a'.repeat(1_980)}` : `https://${'a'.repeat(1_980)}.example/`;
    const page = await openTab(browser, gateway, { javaScriptEnabled: true, viewport: { width: 320, height: 800 } });
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    await page.goto(await newLink(long));
    expect(await overflow()).toBe(0);
    await startNow(page);
    await acceptTerms(page);
    expect(await page.getByRole('main').innerText()).toContain(long);
    expect(await overflow()).toBe(0);
    await press(page, 'Accept bookings');
    await page.goto(await askForLink(gateway, 'view', { sellerId: long }));
    expect(await overflow()).toBe(0);
  });
});

describe('what every page tells the browser', () => {
  const CSP = "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  it.each(['opened', 'used', 'forged'])('nothing to keep, to guess, to frame, or to tell others, with a token in the address (%s)', async (which) => {
    const link = await newLink();
    if (which === 'used') await get(link);
    const { headers } = await get(which === 'forged' ? `${link}x` : link);
    expect(Object.fromEntries(['content-security-policy', 'referrer-policy', 'cache-control', 'x-content-type-options', 'x-frame-options'].map((name) => [name, headers.get(name)]))).toEqual({
      'content-security-policy': CSP,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it('the same inside a flow and on errors', async () => {
    const flow = await openFlow();
    const answers = [await get(`${flow.address}/terms`, { cookie: flow.cookie }), await get(`${flow.address}/terms`), await post(flow, {}), await get(`${gateway.url}/demo-provider/accounts/none`)];
    expect(answers.map(({ status }) => status)).toEqual([200, 410, 403, 404]);
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toBe(CSP);
      expect(headers.get('referrer-policy')).toBeOneOf(['same-origin', 'no-referrer']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('a cookie of one flow that no script can read, for half an hour', async () => {
    const cookie = (await get(await newLink())).headers.get('set-cookie');
    expect(cookie).toMatch(/^seller_flow_([0-9a-f-]{36})=\1\.[\w-]{43}; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/);
  });

  it('a cookie that travels encrypted only, everywhere but on this machine', async () => {
    const link = new URL(await newLink());
    const { request } = await openProfile(browser, gateway);
    const answer = await request.get(link.href, { headers: { host: 'sellers.courtside.example' } });
    expect(answer.headers()['set-cookie']).toMatch(/; SameSite=Lax; Secure$/);
  });
});

it('writes neither the token of a link nor the secret of a flow into the log', async () => {
  await using server = await startLoggingServer();
  const { url } = server;
  const link = await askForLink({ url }, 'onboard', { sellerId: DEMO.sellerId('parkside-runners'), stripe: false });
  const page = await openTab(browser, { url });
  await page.goto(`${link}x`);
  await page.goto(link);
  await startNow(page);
  await acceptTerms(page);
  const [cookie] = await page.context().cookies();
  await page.goto(link.replace('/onboard', '/view'));
  await server.stop();
  const log = server.log();
  expect(log).toContain('"path":"/onboard"');
  const jwt = new URL(link).searchParams.get('jwt') ?? 'none';
  for (const secret of [jwt, ...jwt.split('.').slice(1), cookie?.value.split('.')[1] ?? 'none']) {
    expect(secret.length).toBeGreaterThan(40);
    expect(log).not.toContain(secret);
  }
});
