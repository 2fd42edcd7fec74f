import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { sessionBody, type SessionBody } from './bodies.js';
import { callRest } from './rest.js';

/** What a browser got, nothing followed. */
export interface PageSeen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where it is sent on to; empty when it is not. */
  readonly location: string;
}

export interface Submitting {
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of that of the page that this browser sees. */
  readonly formToken?: string | null;
}

export const CUSTOMER = { givenName: 'Grace', familyName: 'Adebayo', email: 'grace.adebayo@example.com' } as const;
export const FREE_START = '/checkout/scheduled-sessions/demo-free';
export const PAID_START = '/checkout/scheduled-sessions/demo-paid';
const PAID_OFFER = `${new URL(DEMO.offers.free).origin}/offers/circuit-adult`;

/** A customer's browser as the server knows it: it keeps cookies and sends forms, and shows nothing. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(readonly url: string) {}

  async send(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: URLSearchParams): Promise<PageSeen> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.url}${path}`, { method, redirect: 'manual', headers: { accept: 'text/html', ...(cookie !== '' && { cookie }), ...headers }, ...(body && { body }) });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, text: await response.text(), location: response.headers.get('location') ?? '' };
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<PageSeen> {
    return this.send('GET', path, headers);
  }

  /** Sends a form as the page that has it would. */
  async post(path: string, fields: Readonly<Record<string, string>> = {}, { headers, formToken }: Submitting = {}): Promise<PageSeen> {
    const token = formToken === undefined ? await this.formTokenOf(path) : formToken;
    return this.send('POST', path, headers ?? { origin: this.url, 'sec-fetch-site': 'same-origin' }, new URLSearchParams({ ...fields, ...(token !== null && { formToken: token }) }));
  }

  /** The token in the forms of the checkout that an address belongs to. */
  async formTokenOf(path: string): Promise<string | null> {
    const [, checkout] = /^(\/checkouts\/[^/]+)\//.exec(path) ?? [];
    if (checkout === undefined) return null;
    for (const page of ['cancel', 'cancel-booking']) {
      const { text } = await this.get(`${checkout}/${page}`);
      const [, token] = /name="formToken" value="([^"]+)"/.exec(text) ?? [];
      if (token !== undefined) return token;
    }
    return null;
  }

  /** Presses "Book now"; gives the address of the checkout, `/checkouts/<id>`. */
  async start(path: string = FREE_START): Promise<string> {
    const { location, status } = await this.post(path);
    const [checkout] = /^\/checkouts\/[0-9a-f-]{36}/.exec(location) ?? [];
    if (checkout === undefined) throw new Error(`nothing was started at ${path}: ${status} ${location}`);
    return checkout;
  }

  /** From the start to the page where everything is checked, in a place that costs nothing. */
  async walkToCheck(path: string = FREE_START): Promise<string> {
    const checkout = await this.start(path);
    await this.post(`${checkout}/details`, CUSTOMER);
    await this.post(`${checkout}/age`, { is13OrOver: 'yes' });
    return checkout;
  }

  /** The same in a place that costs £8.50, which can be cancelled with the money back. */
  async walkToPay(): Promise<string> {
    const checkout = await this.start(PAID_START);
    await this.post(`${checkout}/ticket`, { offer: PAID_OFFER });
    await this.post(`${checkout}/details`, CUSTOMER);
    await this.post(`${checkout}/age`, { is13OrOver: 'yes' });
    return checkout;
  }

  /** Goes to pay; gives the path of the demo provider's page. */
  async goToPay(checkout: string): Promise<string> {
    const { location, status } = await this.post(`${checkout}/check`);
    if (!location.startsWith(`${this.url}/demo-provider/payments/`)) throw new Error(`nothing to pay at ${checkout}: ${status} ${location}`);
    return new URL(location).pathname;
  }

  /** Books and pays. */
  async pay(): Promise<string> {
    const checkout = await this.walkToPay();
    await this.post(await this.goToPay(checkout), { outcome: 'PAID' });
    const { location } = await this.get(`${checkout}/paying`);
    if (location !== `${checkout}/confirmation`) throw new Error(`nothing was paid for: ${location}`);
    return checkout;
  }

  async book(path: string = FREE_START): Promise<string> {
    const checkout = await this.walkToCheck(path);
    const { location } = await this.post(`${checkout}/check`);
    if (location !== `${checkout}/confirmation`) throw new Error(`nothing was booked at ${path}: ${location}`);
    return checkout;
  }
}

/** Where the customer of a broker's own session is sent. (contract §4 row 5) */
export async function targetOf(url: string, body: SessionBody | object = sessionBody(url)): Promise<string> {
  const answer = await callRest(`${url}/api/checkout-sessions`, { method: 'POST', body });
  if (answer.status !== 201) throw new Error(`no session but ${answer.status} ${answer.text}`);
  const { potentialAction } = answer.body as { potentialAction: readonly { target: string }[] };
  return new URL(potentialAction[0]?.target ?? '').pathname;
}

export const SWIM_START = '/checkout/scheduled-sessions/demo-several-offers';
export const SWIM_OFFERS = { child: `${new URL(DEMO.offers.free).origin}/offers/swim-child`, free: `${new URL(DEMO.offers.free).origin}/offers/swim-under-5` } as const;

/** The path of the personal link in the newest mail that fits, once it has arrived. */
export async function personalLink(visitor: Visitor, fits: (mail: string) => boolean): Promise<string> {
  const find = async (): Promise<string> => {
    const { text } = await visitor.get('/demo-mailbox');
    const mail = text.split('<article>').slice(1).find(fits) ?? '';
    const [, link] = /href="[^"]*(\/bookings\/[^"]+)"/.exec(mail) ?? [];
    if (link === undefined) throw new Error('no such mail has arrived');
    return link;
  };
  return vi.waitFor(find, { timeout: 30_000, interval: 100 });
}

/** Goes to the page that a visitor is at, as that visitor's browser. */
export async function openAs(page: Page, { cookies, url }: Visitor, path: string): Promise<void> {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`${url}${path}`);
}
