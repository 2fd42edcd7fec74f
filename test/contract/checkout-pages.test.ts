import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_ROUTES } from '../../rest-adapter/pages.js';
import { newUuid } from '../../src/shared/ids.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRaw } from '../support/raw-http.js';
import { CUSTOMER, FREE_START, personalLink, SWIM_OFFERS, SWIM_START, targetOf, Visitor, type PageSeen } from '../support/visitor.js';

const ROUTES = PAGE_ROUTES.filter(({ path }) => /^\/(checkouts?|bookings|demo-mailbox|demo-broker|demo-provider\/payments)\b/.test(path));
const FORMS = ROUTES.filter(({ method, path }) => method === 'POST' && path.startsWith('/checkouts/')).map(({ path }) => path.split('/').at(-1) ?? '');
const VIEWS = ROUTES.filter(({ method, path }) => method === 'GET' && path.startsWith('/checkouts/')).map(({ path }) => path.split('/').at(-1) ?? '');
const COURT_START = '/checkout/slots/demo-slot-own-offers';

/** What the forms would do if they were taken. */
const FILLED = { ...CUSTOMER, offer: SWIM_OFFERS.free, is13OrOver: 'yes', totalMinor: '0', 'place-0': 'yes' };

/** How a form arrives that a page of another site made, or nobody knows which. */
const foreignPages: readonly Readonly<Record<string, string>>[] = [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost:1' }, { origin: 'null', 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, {}];

function tokenIn(text: string): string {
  return /name="formToken" value="([\w-]{43})"/.exec(text)?.[1] ?? 'no token';
}

/** Remembers all that it has seen. */
class Witness extends Visitor {
  readonly seen: { readonly route: string; readonly answer: PageSeen }[] = [];

  override async send(method: string, path: string, headers?: Readonly<Record<string, string>>, body?: URLSearchParams): Promise<PageSeen> {
    const answer = await super.send(method, path, headers, body);
    this.seen.push({ route: routeOf(method, path), answer });
    return answer;
  }
}

/** The route that takes a request: of two that could, the one that says more. */
function routeOf(method: string, path: string): string {
  const fits = ROUTES.filter((route) => route.method === method && new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path));
  return `${method} ${fits.toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)[0]?.path ?? 'nothing'}`;
}

/** Sees every page that there is, and every form of it, refused and taken. */
async function seeEverything({ url }: TestGateway): Promise<Witness> {
  const witness = new Witness(url);
  const checkout = await walkPastEveryForm(witness);
  for (const page of VIEWS) await witness.get(`${checkout}/${page}`);
  const link = await personalLink(witness, (text) => text.includes('Family swim'));
  for (const path of [link, `${link}x`, '/bookings/nothing']) await new Witness(url).get(path).then((answer) => witness.seen.push({ route: 'GET /bookings/:token', answer }));
  for (const path of [await targetOf(url), '/checkout/nothing', '/checkout/slots/nothing', COURT_START, '/checkout/scheduled-sessions/demo-full', '/demo-broker']) await witness.get(path);
  for (const path of [await targetOf(url), COURT_START]) await witness.start(path);
  await witness.send('DELETE', `${checkout}/check`);
  await witness.post(`${checkout}/check`, { padding: 'x'.repeat(17_000) });
  return witness;
}

async function walkPastEveryForm(witness: Witness): Promise<string> {
  const gone = await witness.start(SWIM_START);
  for (const form of ['ticket', 'details', 'age', 'cancel', 'cancel']) await witness.post(`${gone}/${form}`, FILLED);
  await witness.get(`${gone}/ended`);
  await payPastEveryForm(witness);
  await witness.get(SWIM_START);
  const checkout = await witness.start(SWIM_START);
  await witness.get(`${checkout}/ticket`);
  for (const form of ['ticket', 'details', 'age']) {
    await witness.post(`${checkout}/${form}`);
    await witness.get(`${checkout}/${form}`);
    await witness.post(`${checkout}/${form}`, FILLED, { formToken: 'x' });
    await witness.post(`${checkout}/${form}`, FILLED);
  }
  for (const page of ['check', 'cancel']) await witness.get(`${checkout}/${page}`);
  for (const form of ['price', 'hold', 'check', 'pay']) await witness.post(`${checkout}/${form}`, FILLED);
  return checkout;
}

/** Pays after a decline and a look at the page that waits, and cancels. */
async function payPastEveryForm(witness: Witness): Promise<void> {
  const checkout = await witness.walkToPay();
  for (const outcome of ['DECLINED', 'TOO_SLOW', 'PAID_AND_LEFT']) {
    const payment = await witness.goToPay(checkout);
    for (const path of [payment, '/demo-provider/payments/nothing']) await witness.get(path);
    for (const [path, fields] of [[payment, {}], ['/demo-provider/payments/nothing', { outcome }], [payment, { outcome }]] as const) await witness.post(path, fields);
    for (const page of ['paying', 'next', 'failed']) await witness.get(`${checkout}/${page}`);
    if (outcome === 'TOO_SLOW') await witness.post(`${checkout}/pay`);
  }
  await witness.get(`${checkout}/cancel-booking`);
  for (const fields of [{}, { 'place-0': 'yes' }]) await witness.post(`${checkout}/cancel-booking`, fields);
  await witness.get(`${checkout}/confirmation`);
}

describe.each(DOORS)('the pages of the checkout ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  let witness: Witness;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
    witness = await seeEverything(gateway);
  });
  afterAll(() => gateway.stop());

  const newVisitor = () => new Visitor(gateway.url);

  /** Everything that a request could change. */
  async function standing(): Promise<string> {
    const { reads } = gateway.store;
    const tables = [reads.selectFrom('checkout').selectAll().orderBy('id'), reads.selectFrom('place_hold').selectAll().orderBy('id'), reads.selectFrom('customer_order').selectAll().orderBy('quote_id')];
    const money = [reads.selectFrom('payment').selectAll().orderBy('id'), reads.selectFrom('refund').select('id').orderBy('id')];
    return JSON.stringify(await Promise.all([...tables, ...money].map((query) => query.execute())));
  }

  it('tell every browser to guess nothing, to keep nothing, to run nothing and to tell nobody', () => {
    expect(new Set(witness.seen.map(({ route }) => route))).toEqual(new Set([...ROUTES.map(({ method, path }) => `${method} ${path}`), 'DELETE nothing']));
    expect(new Set(witness.seen.map(({ answer }) => answer.status))).toEqual(new Set([200, 303, 400, 403, 404, 405, 409, 410, 413]));
    for (const { route, answer } of witness.seen) {
      const { headers, text } = answer;
      const told = Object.fromEntries(['content-security-policy', 'cache-control', 'x-content-type-options', 'x-frame-options'].map((name) => [name, headers.get(name)]));
      expect(told, route).toEqual({
        'content-security-policy': "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers.get('referrer-policy'), route).toBeOneOf(route === 'GET /bookings/:token' ? ['no-referrer'] : ['no-referrer', 'same-origin']);
      expect(text, route).not.toMatch(/<script|<style|<iframe|<object|<base|<meta http-equiv|javascript:|\sstyle=|\son\w+=/i);
      if (text !== '' && !route.endsWith('.ics')) expect(headers.get('content-type'), route).toBe('text/html; charset=utf-8');
    }
    const calendar = witness.seen.find(({ route }) => route.endsWith('.ics'))?.answer;
    expect([calendar?.headers.get('content-type'), calendar?.headers.get('content-disposition')]).toEqual(['text/calendar; charset=utf-8', 'attachment; filename="courtside.ics"']);
  });

  it('never show what opens a booking, but in the mail', () => {
    const secrets = [...witness.cookies.values()].map((token) => token.split('.')[1] ?? '');
    expect(secrets.length).toBeGreaterThan(3);
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      const telling = witness.seen.filter(({ route, answer }) => route !== 'GET /demo-mailbox' && (answer.text.includes(secret) || answer.location.includes(secret)));
      expect(telling.map(({ route }) => route)).toEqual([]);
    }
  });

  it('give each checkout a cookie of its own, that no script reads and no other site sends', async () => {
    const origin = 'https://checkout.example';
    const here = await newVisitor().post(FREE_START);
    const [elsewhere] = (await callRaw(gateway.url, { method: 'POST', target: FREE_START, headers: { host: 'checkout.example', origin, 'content-type': 'application/x-www-form-urlencoded' }, body: '' })).headers['set-cookie'] ?? [];
    expect(here.headers.get('set-cookie')).toMatch(/^checkout_([0-9a-f-]{36})=\1\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
    expect(elsewhere).toMatch(/^checkout_([0-9a-f-]{36})=\1\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('refuse a form that none of them made in this browser: 403, and nothing changes', async () => {
    const [visitor, other] = [newVisitor(), newVisitor()];
    const [checkout, foreign] = [await visitor.start(SWIM_START), await other.start(SWIM_START)];
    const [own, others] = [await visitor.formTokenOf(`${checkout}/x`), await other.formTokenOf(`${foreign}/x`)];
    expect([own, others]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
    const before = await standing();
    for (const form of FORMS) {
      for (const formToken of [null, '', others, `${own}x`]) expect((await visitor.post(`${checkout}/${form}`, FILLED, { formToken })).status, form).toBe(403);
      for (const headers of foreignPages) expect((await visitor.post(`${checkout}/${form}`, FILLED, { formToken: own, headers })).status, form).toBe(403);
    }
    for (const headers of foreignPages) {
      const refused = await newVisitor().post(FREE_START, {}, { headers });
      expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
    }
    expect(await standing()).toBe(before);
    expect((await visitor.post(`${checkout}/ticket`, FILLED, { formToken: own })).location).toBe(`${checkout}/details`);
  });

  it('pay nothing, choose nothing and cancel nothing for a form that none of them made: 403, and nothing changes', async () => {
    const [visitor, payer] = [newVisitor(), newVisitor()];
    const [paid, paying, other] = [await visitor.pay(), await payer.walkToPay(), await visitor.start(SWIM_START)];
    const payment = await payer.goToPay(paying);
    const others = await visitor.formTokenOf(`${other}/x`);
    for (const [name, token] of payer.cookies) visitor.cookies.set(name, token); // one browser, two bookings
    const before = await standing();
    for (const [path, page] of [[`${paying}/pay`, `${paying}/paying`], [`${paying}/check`, `${paying}/paying`], [`${paid}/cancel-booking`, `${paid}/cancel-booking`]] as const) {
      const own = tokenIn((await visitor.get(page)).text);
      for (const formToken of [null, '', others, `${own}x`]) expect((await visitor.post(path, FILLED, { formToken })).status, path).toBe(403);
      for (const headers of foreignPages) expect((await visitor.post(path, FILLED, { formToken: own, headers })).status, path).toBe(403);
    }
    for (const headers of foreignPages) expect((await visitor.post(payment, { outcome: 'PAID' }, { headers })).status).toBe(403);
    expect((await visitor.get(payment)).text).toContain('value="PAID"');
    expect(await standing()).toBe(before);
    const own = tokenIn((await visitor.get(`${paid}/cancel-booking`)).text);
    expect((await visitor.post(`${paid}/cancel-booking`, FILLED, { formToken: own })).location).toBe(`${paid}/confirmation`);
    expect((await visitor.get(`${paid}/confirmation`)).text).toContain('Your booking is cancelled');
  });

  it('open with no cookie but their own: 410, and nothing changes', async () => {
    const [visitor, thief] = [newVisitor(), newVisitor()];
    const [checkout, stolen] = [await thief.walkToCheck(), await visitor.walkToCheck()];
    const [id, token] = [stolen.split('/').at(-1) ?? '', thief.cookies.get(`checkout_${checkout.split('/').at(-1)}`) ?? ''];
    const right = visitor.cookies.get(`checkout_${id}`) ?? '';
    const before = await standing();
    const guesses = [undefined, token, `${id}.${token.split('.')[1]}`, `${right}x`, right.slice(0, -1), `${id}.`, id, `${newUuid()}.${right.split('.')[1]}`];
    for (const guess of guesses) {
      thief.cookies.delete(`checkout_${id}`);
      if (guess !== undefined) thief.cookies.set(`checkout_${id}`, guess);
      for (const view of VIEWS) expect((await thief.get(`${stolen}/${view}`)).status, `${view} with ${guess}`).toBe(410);
      for (const form of FORMS) expect((await thief.post(`${stolen}/${form}`, FILLED, { formToken: 'x' })).status, `${form} with ${guess}`).toBeOneOf([403, 410]);
    }
    expect(await standing()).toBe(before);
    expect((await visitor.get(`${stolen}/check`)).status).toBe(200);
  });

  it('change nothing and leave nothing with whoever only looks', async () => {
    const link = await personalLink(witness, (text) => text.includes('Family swim'));
    const before = await standing();
    const starts = [FREE_START, COURT_START, await targetOf(gateway.url)];
    const ahead = [{ 'sec-purpose': 'prefetch' }, { 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }, { 'x-purpose': 'preview' }, { 'x-moz': 'prefetch' }];
    const looks = starts.flatMap((start) => [['GET', start, {}], ['HEAD', start, {}]] as const);
    const prefetches = [...starts, link].flatMap((page) => ahead.map((sign) => ['GET', page, sign] as const));
    for (const [method, path, headers] of [...looks, ['HEAD', link, {}] as const, ...prefetches]) {
      const { status, headers: told } = await newVisitor().send(method, path, headers);
      expect([status, told.get('set-cookie')], `${method} ${path}`).toEqual([200, null]);
    }
    expect(await standing()).toBe(before);
  });

  it('are reached by the personal link from any browser, which tells nobody where it was', async () => {
    const visitor = newVisitor();
    const { status, location, headers, text } = await visitor.get(await personalLink(witness, (mail) => mail.includes('Family swim')));
    expect([status, headers.get('referrer-policy'), text]).toEqual([303, 'no-referrer', '']);
    expect(location).toMatch(/^\/checkouts\/[0-9a-f-]{36}\/next$/);
    expect((await visitor.get((await visitor.get(location)).location)).text).toContain('You are booked');
  });

  it('work for a browser that has started 25 bookings, the first and the last', async () => {
    const visitor = newVisitor();
    const first = await visitor.start(SWIM_START);
    for (let count = 0; count < 24; count += 1) await visitor.post(`${await visitor.start()}/cancel`);
    const last = await visitor.start();
    expect(visitor.cookies.size).toBe(26);
    expect([(await visitor.get(FREE_START)).location, (await visitor.get(`${last}/details`)).status]).toEqual([`${last}/next`, 200]);
    expect((await visitor.post(`${first}/ticket`, FILLED)).location).toBe(`${first}/details`);
  });

  it('refuse a form over 16 KiB with 413 and no form at all with 415, as a page, and nothing changes', async () => {
    const visitor = newVisitor();
    const checkout = await visitor.start();
    const before = await standing();
    const large = await visitor.post(`${checkout}/details`, { ...FILLED, padding: 'x'.repeat(16 * 1024) });
    expect([large.status, large.text]).toEqual([413, expect.stringContaining('We could not take what you sent')]);
    const json = await visitor.send('POST', `${checkout}/details`, { origin: gateway.url, 'content-type': 'application/json' }, new URLSearchParams(FILLED));
    expect([json.status, json.headers.get('content-type')]).toEqual([415, 'text/html; charset=utf-8']);
    expect(await standing()).toBe(before);
  });

  it('answer a wrong method with 405 and what they take, as a page', async () => {
    const visitor = newVisitor();
    const checkout = await visitor.start();
    for (const { path } of ROUTES) {
      const address = path.replace('/checkouts/:id', checkout).replaceAll(/:\w+/g, 'x');
      const allowed = ROUTES.filter((route) => route.path === path).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      for (const method of ['PUT', 'DELETE', ...(allowed.includes('POST') ? [] : ['POST']), ...(allowed.includes('GET') ? [] : ['GET'])]) {
        const { status, headers } = await visitor.send(method, address);
        expect([status, headers.get('allow'), headers.get('content-type')], `${method} ${path}`).toEqual([405, allowed.join(', '), 'text/html; charset=utf-8']);
      }
    }
  });

  it('count down and carry a colour by style sheets that take nothing but a number and a colour', async () => {
    for (const name of ['countdown-900', 'countdown-1', 'countdown-99999', 'accent-0b6e4f']) {
      const { status, headers, text } = await newVisitor().get(`/assets/${name}.css`);
      expect([status, headers.get('content-type'), headers.get('x-content-type-options')], name).toEqual([200, 'text/css; charset=utf-8', 'nosniff']);
      expect(text).toContain(name.split('-')[1]);
    }
    const odd = ['0', '-1', '1e3', '1.5', '100000', '0900', '9%3B%7D', '9%0A', '%D9%A3', '', 'x'].map((seconds) => `countdown-${seconds}`);
    for (const name of [...odd, ...['', 'fff', 'FFFFFF', '0b6e4f%0A', '0b6e4f0', 'red%3B%7D'].map((hex) => `accent-${hex}`)]) {
      const { status, text } = await newVisitor().get(`/assets/${name}.css`);
      expect([status, text.includes('--')], name).toEqual([404, false]);
    }
  });
});
