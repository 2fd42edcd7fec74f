import jsqr from 'jsqr';
import type { APIResponse, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import type { Store } from '../../src/store/open-store.js';
import { waitForPath } from './browser.js';
import { itemBody, personBody, sessionBody, withOrder } from './bodies.js';
import { startTestGateway, type TestGateway } from './gateway.js';
import { callRest } from './rest.js';
import { press } from './seller-pages.js';
import { createStandalone, standaloneBody } from './standalone.js';
import type { StoreKind } from './stores.js';

type Url = Pick<TestGateway, 'url'>;

/** Somebody who books, as the pages ask for them. */
export interface Guest {
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
}

export const GRACE: Guest = { givenName: 'Grace', familyName: 'Hopper', email: 'grace.hopper@example.com' };

/** A customer as a broker sends them, who says nothing of their age unless it is given here. */
export function person(members: Partial<Guest> & { readonly is13OrOver?: boolean | undefined } = {}) {
  const { 'platform:is13OrOver': _said, ...known } = personBody();
  const { is13OrOver, ...names } = members;
  return { ...known, ...names, ...(is13OrOver !== undefined && { 'platform:is13OrOver': is13OrOver }) };
}

/** Opens a session for this customer as the demo broker, and gives where to send them. (contract §4 row 5) */
export async function targetFor({ url }: Url, customer: object | string = person({ is13OrOver: true }), items: readonly object[] = [itemBody('ScheduledSession', 'demo-free', DEMO.offers.free)]): Promise<string> {
  const { status, text, body } = await callRest(`${url}/api/checkout-sessions`, { method: 'POST', body: withOrder(sessionBody(url), { customer, orderedItem: items }) });
  if (status !== 201) throw new Error(`no session but ${status} ${text}`);
  return targetIn(body);
}

/** Makes a book button as somebody without a key unless said otherwise: its target, and the session's own address. (contract §4 row 7) */
export async function bookButton({ url }: Url, identifier = 'demo-free', apiKey: string | null = null): Promise<{ readonly target: string; readonly location: string }> {
  const { status, text, body, headers } = await createStandalone(url, { apiKey, body: standaloneBody(url, identifier) });
  if (status !== 201) throw new Error(`no book button but ${status} ${text}`);
  return { target: targetIn(body), location: `${url}${headers.get('location') ?? ''}` };
}

function targetIn(body: unknown): string {
  const { potentialAction } = body as { potentialAction: readonly { readonly target: string }[] };
  const [action] = potentialAction;
  if (!action) throw new Error('a session without its action');
  return action.target;
}

/** Waits until the browser is at this page of a checkout. A second click gives up the navigation of the first, so waiting for one of them would not do. */
export async function arrive(page: Page, name: string): Promise<void> {
  await waitForPath(page, (path) => path.startsWith('/checkouts/') && path.endsWith(`/${name}`));
}

/** What a person reads on the page. */
export const textOf = (page: Page) => page.getByRole('main').innerText();

/** Goes there and presses the book button. */
export async function startAt(page: Page, target: string): Promise<void> {
  await page.goto(target);
  await press(page, 'Book now');
}

export async function typeDetails(page: Page, { givenName, familyName, email }: Guest = GRACE): Promise<void> {
  await arrive(page, 'details');
  await page.getByLabel('Given name').fill(givenName);
  await page.getByLabel('Family name').fill(familyName);
  await page.getByLabel('Email address').fill(email);
}

export async function sayAge(page: Page, answer: 'Yes, I am 13 or over' | 'No, I am under 13' = 'Yes, I am 13 or over'): Promise<void> {
  await arrive(page, 'age');
  await page.getByRole('radio', { name: answer }).check();
  await press(page, 'Continue');
}

/** From a book button to the page where everything is checked. */
export async function walkAsGuest(page: Page, target: string, guest: Guest = GRACE): Promise<void> {
  await startAt(page, target);
  await typeDetails(page, guest);
  await press(page, 'Continue');
  await sayAge(page);
  await arrive(page, 'check');
}

export async function book(page: Page): Promise<void> {
  await press(page, 'Book');
  await arrive(page, 'confirmation');
}

/** What somebody can be let in with, as the confirmation shows it. */
export async function readConfirmation(page: Page): Promise<{ readonly reference: string; readonly passes: readonly string[]; readonly codes: readonly string[] }> {
  const passes = page.locator('.pass');
  return { reference: await page.locator('.panel strong').innerText(), passes: await passes.locator('code').allInnerTexts(), codes: await passes.locator('.code').allInnerTexts() };
}

/** Reads a QR code as a camera would: from what the browser has painted. */
export async function scan(image: Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await image.screenshot());
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data;
}

/** Sends the form of this page twice at the same moment, as an impatient browser may. */
export async function sendTwice(page: Page): Promise<readonly APIResponse[]> {
  const formToken = (await page.locator('input[name=formToken]').first().getAttribute('value')) ?? '';
  const send = () => page.request.post(page.url(), { form: { formToken }, headers: { origin: new URL(page.url()).origin }, maxRedirects: 0 });
  return Promise.all([send(), send()]);
}

/** Loads the page again and sees that it stays where and what it is. */
export async function reload(page: Page): Promise<void> {
  const before = [page.url(), await textOf(page)];
  await page.reload();
  expect([page.url(), await textOf(page)]).toEqual(before);
}

/** An order as the broker hears of it. (contract §2 Order) */
export interface Heard {
  readonly id: string;
  readonly customer: { readonly identifier?: string; readonly givenName: string; readonly familyName: string; readonly email: string; readonly 'platform:is13OrOver'?: boolean };
  readonly orderedItem: readonly { readonly orderItemStatus: string; readonly accessToken: readonly { readonly text: string }[]; readonly accessCode: readonly { readonly value: string }[] }[];
}

/** Every order that the demo broker's own system has been told of, the newest first. */
export async function heardByBroker({ store }: Pick<TestGateway, 'store'>): Promise<readonly Heard[]> {
  const rows = await store.fork().execute<{ body: string }[]>('select body from demo_webhook order by id desc');
  return rows.map(({ body }) => JSON.parse(body) as Heard);
}

/** Waits until the demo broker has heard of this customer's orders, so many of them. */
export async function waitForBroker(gateway: Pick<TestGateway, 'store'>, email: string, count = 1): Promise<readonly Heard[]> {
  const ofCustomer = async () => (await heardByBroker(gateway)).filter(({ customer }) => customer.email === email);
  await expect.poll(async () => (await ofCustomer()).length, { timeout: 30_000 }).toBe(count);
  return ofCustomer();
}

export async function countOrders({ store }: Pick<TestGateway, 'store'>): Promise<number> {
  return (await store.fork().execute('select quote_id from customer_order')).length;
}

/** How many places of an opportunity are taken. */
export async function placesOf({ store }: Pick<TestGateway, 'store'>, identifier = 'demo-free'): Promise<{ readonly booked: number; readonly held: number }> {
  const { bookedPlaces, heldPlaces } = await store.fork().findOneOrFail(Opportunity, { identifier });
  return { booked: bookedPlaces, held: heldPlaces };
}

/** The feed's last word on how many places are left. */
export async function setCapacity({ store }: Pick<TestGateway, 'store'>, remainingCapacity: number | null, identifier = 'demo-free'): Promise<void> {
  await store.fork().nativeUpdate(Opportunity, { identifier }, { remainingCapacity });
}

/** Everything that an SQLite store holds, as text. */
export async function dump(store: Store): Promise<string> {
  const em = store.fork();
  const tables = await em.execute<{ name: string }[]>("select name from sqlite_master where type = 'table'");
  return JSON.stringify(await Promise.all(tables.map(({ name }) => em.execute(`select * from "${name}"`))));
}

/** What the feed says a ticket costs from now on. */
export async function setPrice({ store }: Pick<TestGateway, 'store'>, offerId: string, priceMinor: number): Promise<void> {
  await store.fork().nativeUpdate(Offer, { id: offerId }, { priceMinor });
}

/** Waits until the demo mailbox shows a mail to this address with this text in it, and gives the mail. */
export async function mailTo(page: Page, { url }: Url, email: string, text: string): Promise<Locator> {
  const mail = page.locator('article', { hasText: email });
  await expect
    .poll(
      async () => {
        await page.goto(`${url}/demo-mailbox`);
        return (await mail.allInnerTexts()).join();
      },
      { timeout: 30_000 },
    )
    .toContain(text);
  return mail;
}

/** A gateway of a test's own, where it moves the clock or looks at the store as a whole. */
export async function startOwn(kind: StoreKind, settings: Record<string, string> = {}): Promise<AsyncDisposable & { readonly gateway: TestGateway }> {
  const gateway = await startTestGateway({ store: kind, adapter: 'in process' }, settings);
  return { gateway, [Symbol.asyncDispose]: () => gateway.stop() };
}
