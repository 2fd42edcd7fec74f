import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { DEMO_WEBHOOK } from '../../src/store/demo-world.js';
import { askOver } from '../support/book.js';
import { startBrowser } from '../support/browser.js';
import { arrive, book, sayAge } from '../support/checkout-pages.js';
import { deliveriesOf, startExample, startGatewayOfToday, type RunningExample } from '../support/examples.js';
import type { TestGateway } from '../support/gateway.js';
import { press } from '../support/seller-pages.js';

const SOON = { timeout: 30_000 };

const orderOf = (id: string, pin = '1234') => ({ type: 'Order', id, customer: { type: 'Person', identifier: 'member-42' }, orderedItem: [{ type: 'OrderItem', orderedItem: { identifier: 'forged' }, accessCode: [{ value: pin }] }] });
/** A page without what is new in it every time. */
const withoutAttempt = (page: string): string => page.replace(/value="[^"]*"/, '');

describe('the broker in the examples, before a real gateway', () => {
  let gateway: TestGateway;
  let broker: RunningExample;
  let browser: Browser;
  beforeAll(async () => {
    [gateway, browser] = await Promise.all([startGatewayOfToday(), startBrowser()]);
    broker = await startExample('broker.mjs', { GATEWAY_URL: gateway.url });
  });
  afterAll(async () => {
    broker.stop();
    await browser.close();
    await gateway.stop();
  });

  const show = async (): Promise<string> => (await fetch(broker.url)).text();
  const post = async (attempt: string) => (await fetch(`${broker.url}/book`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ attempt }) })).headers.get('location');
  /** Sends it a webhook as somebody who knows these secrets. */
  const send = async (event: object, { key = DEMO_WEBHOOK.key, secret = DEMO_WEBHOOK.signingSecret }: { key?: string; secret?: string } = {}, id = randomUUID()): Promise<number> => {
    const [body, now] = [JSON.stringify(event), new Date()];
    const headers = { 'content-type': 'application/json', 'x-api-key': key, 'webhook-id': id, 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)), 'webhook-signature': new Webhook(secret).sign(id, now, body) };
    return (await fetch(`${broker.url}/webhooks`, { method: 'POST', headers, body })).status;
  };

  it('books a place end to end in a browser, shows it among the bookings, and drops the same webhook when it comes again', async () => {
    const page = await browser.newPage();
    await page.goto(broker.url);
    await press(page, 'Book demo-free');
    await page.waitForURL(/\/checkout\//);
    await press(page, 'Book now');
    await arrive(page, 'details');
    await press(page, 'Continue');
    await sayAge(page);
    await arrive(page, 'check');
    await book(page);
    await expect.poll(() => broker.lines, SOON).toEqual([expect.stringMatching(/^booked http.*\/api\/orders\//)]);
    await page.getByRole('link', { name: 'My bookings' }).click();
    await page.getByRole('heading', { name: 'My bookings' }).waitFor();
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([expect.stringMatching(/^demo-free, PIN \d+$/)]);
    await page.close();

    const [{ id } = { id: '' }] = await deliveriesOf(gateway);
    await askOver(gateway)('mutation ($id: ID!) { retryWebhookDelivery(input: { id: $id }) { __typename } }', { id }, { apiKey: DEMO.apiKeys.fitnessFinder });
    await expect.poll(async () => (await deliveriesOf(gateway)).map(({ attempts }) => attempts.map(({ status }) => status)), SOON).toEqual([[204, 204]]);
    expect(broker.lines).toHaveLength(1);
  });

  it('opens one session for a form that is sent twice', async () => {
    const once = randomUUID();
    const [one, two, other] = [await post(once), await post(once), await post(randomUUID())];
    expect(one).toMatch(/^http.*\/checkout\/[\w-]{43}$/);
    expect(two).toBe(one);
    expect(other).not.toBe(one);
  });

  it('believes nothing with another key, another signature or without either, and does nothing about what it does not know', async () => {
    const before = await show();
    expect(await send(orderOf('x'), { key: 'the-key-of-somebody-else' })).toBe(401);
    expect(await send(orderOf('x'), { secret: `whsec_${Buffer.from('the secret of somebody else').toString('base64')}` })).toBe(401);
    expect((await fetch(`${broker.url}/webhooks`, { method: 'POST', body: JSON.stringify(orderOf('x')) })).status).toBe(401);
    expect(await send({ type: 'platform:TestEvent' })).toBe(204);
    expect(withoutAttempt(await show())).toBe(withoutAttempt(before));
  });

  it('shows text as text, whatever an event says', async () => {
    expect(await send(orderOf('https://checkout.example/api/orders/1', '<script>"&'))).toBe(204);
    expect(await show()).toContain('PIN &#60;script&#62;&#34;&#38;');
  });
});
