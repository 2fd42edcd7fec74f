import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Payments, PaymentRequest } from '../../src/payment/payments.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { Visitor } from '../support/visitor.js';

const ELSEWHERE = 'https://pay.example/session/1?a=1&b=2';
const EVIL = 'https://evil.example/';
/** Every name under which somebody could try to say where a browser shall go. */
const WISHES = Object.fromEntries(['url', 'return', 'returnUrl', 'cancelUrl', 'next', 'to', 'redirect', 'refresh'].map((name) => [name, EVIL]));

/** A provider whose page is another site's. */
const provider = { asked: [] as PaymentRequest[], url: ELSEWHERE };
const payments: Payments = {
  provider: 'elsewhere',
  start: async (_account, request) => {
    provider.asked.push(request);
    return { providerPaymentId: request.paymentId, url: provider.url };
  },
  verdict: async () => 'OPEN',
  fee: async () => null,
  end: async () => {},
  capture: async () => {},
  void: async () => {},
  refund: async () => ({ refundId: 'refund', verdict: 'DONE' }),
  refundedMinor: async () => 0,
  refundVerdict: async () => 'DONE',
};

describe.each(DOORS)('a payment at a provider elsewhere ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door, {}, { payments });
  });
  afterAll(() => gateway.stop());

  it('is reached by a page of ours that says where it leads, and nobody is told where the browser was', async () => {
    const visitor = new Visitor(gateway.url);
    const checkout = await visitor.walkToPay();
    for (const form of ['check', 'check', 'pay']) {
      const { status, location, headers, text } = await visitor.post(`${checkout}/${form}`);
      expect([status, location, headers.get('refresh'), headers.get('referrer-policy')], form).toEqual([200, '', `0; url=${ELSEWHERE}`, 'no-referrer']);
      expect(headers.get('content-security-policy')).toContain("form-action 'self'");
      expect(text).toContain(`<a href="${ELSEWHERE.replace('&', '&amp;')}" rel="noreferrer">Go on, if nothing happens</a> <span class="soft">(pay.example)</span>`);
      expect(text).not.toMatch(/<script|<meta http-equiv/i);
    }
    const { returnUrl, cancelUrl } = provider.asked.at(-1) ?? {};
    expect([returnUrl, cancelUrl]).toEqual([`${gateway.url}${checkout}/paying`, `${gateway.url}${checkout}/check`]);
  });

  it('is asked about again by the page itself, once it is under way and not before', async () => {
    const visitor = new Visitor(gateway.url);
    const checkout = await visitor.walkToPay();
    expect((await visitor.get(`${checkout}/check`)).headers.get('refresh')).toBeNull();
    await visitor.post(`${checkout}/check`);
    const { status, headers } = await visitor.get(`${checkout}/paying`);
    expect([status, headers.get('refresh')]).toEqual([200, '4']);
    expect((await visitor.get(`${checkout}/check`)).location).toBe(`${checkout}/paying`);
  });

  it('leads only where the provider says, whatever a form or an address asks for', async () => {
    const visitor = new Visitor(gateway.url);
    const checkout = await visitor.walkToPay();
    const wishes = `?${new URLSearchParams(WISHES).toString()}`;
    for (const path of [`${checkout}/check`, `${checkout}/pay`, `${checkout}/pay${wishes}`]) {
      const { headers, text, location } = await visitor.post(path, WISHES);
      expect([headers.get('refresh'), location, text.includes('evil')], path).toEqual([`0; url=${ELSEWHERE}`, '', false]);
    }
    for (const path of ['paying', 'check', 'next', 'cancel']) {
      const { headers, text, location } = await visitor.get(`${checkout}/${path}${wishes}`);
      expect([headers.get('refresh')?.includes('evil') ?? false, text.includes('evil'), location.includes('evil')], path).toEqual([false, false, false]);
    }
    const forged = await visitor.post(`${checkout}/pay`, {}, { headers: { origin: gateway.url, 'x-forwarded-host': 'pay.example', forwarded: 'host=pay.example' } });
    expect([forged.status, forged.location]).toEqual([200, '']); // and no redirect, as to our own pages
  });
});

it('has no link to what is no web page', async () => {
  const gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' }, {}, { payments });
  await using _stopping = { [Symbol.asyncDispose]: () => gateway.stop() };
  provider.url = 'javascript:alert(1)';
  const visitor = new Visitor(gateway.url);
  const { text } = await visitor.post(`${await visitor.walkToPay()}/check`);
  provider.url = ELSEWHERE;
  expect(text).toContain('Going to the payment provider');
  expect(text).not.toContain('javascript:');
});
