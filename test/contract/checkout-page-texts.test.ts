import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { CheckoutSession } from '../../src/checkout-session/checkout-session.entity.js';
import type { CheckoutSessionFacts } from '../../src/checkout-session/checkout-session.facts.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { sessionBody, withOrder } from '../support/bodies.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { startLoggingAdapter, startLoggingServer } from '../support/logging-server.js';
import { callRest } from '../support/rest.js';
import { CUSTOMER, FREE_START, personalLink, SWIM_OFFERS, SWIM_START, targetOf, Visitor } from '../support/visitor.js';

const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&{}`;
const ESCAPED = '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;{}';
const HOSTILE_URL = 'https://fitness-finder.example@evil.example/?q="><script>alert(1)</script>';

/** A broker's session in which everything that can be text is hostile. */
function hostileBody(url: string): object {
  const { 'platform:navigationLinks': links, ...body } = withOrder(sessionBody(url), {
    customer: { type: 'Person', identifier: HOSTILE, givenName: HOSTILE, familyName: HOSTILE, email: "o'brien&b@example.com", 'platform:is13OrOver': true },
    broker: { type: 'Organization', name: HOSTILE, url: HOSTILE_URL },
  });
  return { ...body, 'platform:navigationLinks': links.map((link) => ({ ...link, name: HOSTILE, url: HOSTILE_URL })) };
}

describe.each(DOORS.filter(({ store }) => store === 'sqlite'))('what strangers wrote, on the pages of the checkout ($adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  it('is no link unless it is http or https: none is taken, and none is shown', async () => {
    const url = 'javascript:alert(1)';
    const { 'platform:navigationLinks': links } = sessionBody(gateway.url);
    for (const body of [withOrder(sessionBody(gateway.url), { broker: { type: 'Organization', name: 'x', url } }), { ...sessionBody(gateway.url), 'platform:navigationLinks': [{ ...links[0], url }] }]) {
      expect((await callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', body })).status).toBe(400);
    }
    const target = await targetOf(gateway.url);
    const em = gateway.store.fork();
    const [session] = await em.find(CheckoutSession, { variant: 'AUTHENTICATED' }, { orderBy: { createdAt: 'desc' }, limit: 1 });
    if (!session) throw new Error('no session is stored');
    const facts = session.facts as CheckoutSessionFacts; // its variant says so
    for (const bad of [url, 'JaVaScript:alert(1)', 'data:text/html,x', '//evil.example', ' javascript:alert(1)']) {
      await em.nativeUpdate(CheckoutSession, session.identifier, { facts: { ...facts, broker: { ...facts.broker, url: bad }, navigationLinks: (facts.navigationLinks ?? []).map((link) => ({ ...link, url: bad })) } });
      const { status, text } = await new Visitor(gateway.url).get(target);
      expect([status, text.includes(`="${bad}`), /evil|alert/.test(text)], bad).toEqual([200, false, false]);
    }
  });

  it('is shown as text when a broker sent it, and a link says to which host it leads', async () => {
    const visitor = new Visitor(gateway.url);
    const target = await targetOf(gateway.url, hostileBody(gateway.url));
    const pages = [await visitor.get(target)];
    const checkout = await visitor.start(target);
    pages.push(await visitor.get(`${checkout}/details`));
    await visitor.post(`${checkout}/details`);
    pages.push(await visitor.get(`${checkout}/check`), await new Visitor(gateway.url).get(target));
    await visitor.post(`${checkout}/check`);
    pages.push(await visitor.get(`${checkout}/confirmation`));
    await personalLink(visitor, (mail) => mail.includes(ESCAPED));
    pages.push(await visitor.get('/demo-mailbox'));
    for (const { text } of pages) {
      expect(text).toContain(ESCAPED);
      expect(text).not.toMatch(/<script|<img(?! class="qr")/);
    }
    for (const [index, { text }] of pages.entries()) if ([0, 3, 4].includes(index)) expect(text).toContain('(evil.example)');
  });

  it('is shown as text when a customer typed it, wrong or right', async () => {
    const visitor = new Visitor(gateway.url);
    const checkout = await visitor.start();
    const wrong = await visitor.post(`${checkout}/details`, { givenName: HOSTILE, familyName: HOSTILE, email: HOSTILE });
    expect([wrong.status, wrong.text.split(`value="${ESCAPED}"`).length]).toEqual([400, 4]);
    await visitor.post(`${checkout}/details`, { ...CUSTOMER, givenName: HOSTILE, familyName: HOSTILE });
    await visitor.post(`${checkout}/age`, { is13OrOver: 'yes' });
    for (const { text } of [wrong, await visitor.get(`${checkout}/check`), await visitor.get(`${checkout}/details`)]) {
      expect(text).toContain(ESCAPED);
      expect(text).not.toMatch(/<script|<img/);
    }
    const odd = await visitor.post(`${checkout}/age`, { is13OrOver: HOSTILE });
    expect(odd.text).not.toContain('alert(1)');
  });

  it('is shown as text when it is in a catalogue', async () => {
    const em = gateway.store.fork();
    await em.nativeUpdate(OpportunityParent, {}, { name: HOSTILE, locationName: HOSTILE, locationAddress: HOSTILE });
    await em.nativeUpdate(Seller, {}, { name: HOSTILE });
    await em.nativeUpdate(Offer, {}, { name: HOSTILE });
    const visitor = new Visitor(gateway.url);
    const checkout = await visitor.start(SWIM_START);
    const pages = [await visitor.get(`${checkout}/ticket`)];
    await visitor.post(`${checkout}/ticket`, { offer: SWIM_OFFERS.free });
    await visitor.post(`${checkout}/details`, CUSTOMER);
    await visitor.post(`${checkout}/age`, { is13OrOver: 'yes' });
    pages.push(await visitor.get(`${checkout}/check`), await visitor.get('/checkout/scheduled-sessions/demo-full'), await new Visitor(gateway.url).get(FREE_START));
    for (const { text } of pages) {
      expect(text).toContain(ESCAPED);
      expect(text).not.toMatch(/<script|<img/);
    }
  });
});

const ADAPTER_TOKEN = 'the-token-of-the-adapter-in-this-test';

it('nobody who reads the logs of the gateway or of its adapter learns a name, an address or what opens a booking', async () => {
  await using server = await startLoggingServer({ ADAPTER_TOKEN, DEMO: 'true' });
  await using adapter = await startLoggingAdapter({ ADAPTER_TOKEN, GATEWAY_URL: server.url });
  const secrets: string[] = Object.values(CUSTOMER);
  for (const { url } of [server, adapter]) {
    const visitor = new Visitor(url);
    const checkout = await visitor.book();
    await visitor.post(`${checkout}/details`, { ...CUSTOMER, email: 'ada' }, { formToken: 'x' });
    const link = await personalLink(visitor, (mail) => mail.includes(CUSTOMER.givenName));
    const target = await targetOf(url);
    for (const path of [link, `${link}x`, `/${link}`, `${link}/x`, target, `${target}?token=${link.split('.')[1]}`]) {
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) await new Visitor(url).send(method, path);
    }
    secrets.push(...[...visitor.cookies.values()].flatMap((token) => token.split('.').slice(1)), ...link.split('.').slice(1), target.split('/').at(-1) ?? '');
  }
  await adapter.stop();
  await server.stop();
  expect(secrets.filter((secret) => secret.length === 43)).toHaveLength(6);
  for (const log of [server.log(), adapter.log()]) {
    for (const said of ['"path":"/bookings/', '"path":"/checkout/***"']) expect(log).toContain(said);
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  }
});
