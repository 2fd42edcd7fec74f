import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StripeDouble } from '../support/stripe-double.js';
import { TestClock } from '../support/test-clock.js';

/** As Stripe's API reference has them. */
const SESSION = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'gbp',
  'line_items[0][price_data][unit_amount]': '850',
  'line_items[0][price_data][product_data][name]': 'A place',
  success_url: 'https://courtside.example/paying',
} as const;

describe('the Stripe of the tests is as strict as the real one', () => {
  let stripe: StripeDouble;
  beforeAll(async () => {
    const clock = new TestClock();
    stripe = await StripeDouble.start(() => clock.now());
  });
  beforeEach(() => stripe.addAccount('acct_club'));
  afterAll(() => stripe.stop());

  const ask = async (method: string, path: string, form: Readonly<Record<string, string>> = {}, headers: Readonly<Record<string, string>> = {}) => {
    const body = method === 'POST' ? new URLSearchParams(form).toString() : undefined;
    const sent = { authorization: `Bearer ${stripe.secretKey}`, 'content-type': 'application/x-www-form-urlencoded', 'stripe-account': 'acct_club', ...headers };
    const response = await fetch(`${stripe.apiBase}/v1/${path}`, { method, headers: sent, ...(body !== undefined && { body }) });
    const answer = (await response.json()) as { id?: string; status?: string; error?: { type: string; code?: string; param?: string } };
    return { http: response.status, isReplay: response.headers.get('idempotent-replayed') === 'true', ...answer };
  };
  const start = async () => (await ask('POST', 'checkout/sessions', SESSION)).id ?? '';

  it.each([
    ['an unknown parameter', { ...SESSION, colour: 'red' }, 'colour'],
    ['an unknown one within', { ...SESSION, 'line_items[0][price_data][colour]': 'red' }, 'line_items[0][price_data][colour]'],
    ['a missing one', { mode: 'payment', success_url: SESSION.success_url }, 'line_items'],
    ['a missing one within', { ...SESSION, 'line_items[1][quantity]': '1' }, 'line_items[1][price_data]'],
    ['a currency in capitals', { ...SESSION, 'line_items[0][price_data][currency]': 'GBP' }, 'line_items[0][price_data][currency]'],
    ['an end in less than half an hour', { ...SESSION, expires_at: String(Date.parse('2026-11-20T12:29:59Z') / 1000) }, 'expires_at'],
    ['an end after more than a day', { ...SESSION, expires_at: String(Date.parse('2026-11-21T12:00:01Z') / 1000) }, 'expires_at'],
  ])('refuses %s and names it', async (_case, form, param) => {
    expect(await ask('POST', 'checkout/sessions', form)).toMatchObject({ http: 400, error: { type: 'invalid_request_error', param } });
  });

  it('knows its key, its accounts, and where an object lives', async () => {
    const id = await start();
    expect((await ask('GET', `checkout/sessions/${id}`)).http).toBe(200);
    expect((await ask('GET', `checkout/sessions/${id}`, {}, { authorization: 'Bearer sk_test_another' })).http).toBe(401);
    expect(await ask('GET', `checkout/sessions/${id}`, {}, { 'stripe-account': 'acct_nobody' })).toMatchObject({ http: 403, error: { code: 'account_invalid' } });
    stripe.addAccount('acct_other');
    expect(await ask('GET', `checkout/sessions/${id}`, {}, { 'stripe-account': 'acct_other' })).toMatchObject({ http: 404, error: { code: 'resource_missing' } });
    expect((await ask('GET', 'checkout/rooms/1')).http).toBe(404);
  });

  it('gives the same answer for the same key, and none for another request with it', async () => {
    const key = { 'idempotency-key': 'key-1' };
    const [first, second] = [await ask('POST', 'checkout/sessions', SESSION, key), await ask('POST', 'checkout/sessions', SESSION, key)];
    expect([first.isReplay, second.isReplay, second.id]).toEqual([false, true, first.id]);
    expect(await ask('POST', 'checkout/sessions', { ...SESSION, customer_email: 'a@example.com' }, key)).toMatchObject({ http: 400, error: { type: 'idempotency_error' } });
    expect((await ask('POST', 'checkout/sessions', {}, { 'idempotency-key': 'key-2' })).http).toBe(400);
    expect((await ask('POST', 'checkout/sessions', SESSION, { 'idempotency-key': 'key-2' })).http).toBe(200);
  });

  it('ends a page once, and none that is paid', async () => {
    const [open, paid] = [await start(), await start()];
    stripe.pay(paid);
    expect(await ask('POST', `checkout/sessions/${open}/expire`)).toMatchObject({ status: 'expired' });
    expect([(await ask('POST', `checkout/sessions/${open}/expire`)).http, (await ask('POST', `checkout/sessions/${paid}/expire`)).http]).toEqual([400, 400]);
  });
});
