import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { Feed } from '../../src/feed/feed.entity.js';
import { addSeconds } from '../../src/shared/clock.js';
import { newUuid } from '../../src/shared/ids.js';
import { examine, RULES_OF_LOOKS } from '../support/axe.js';
import { openTab, startBrowser } from '../support/browser.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { CUSTOMER, FREE_START, openAs, SWIM_OFFERS, SWIM_START, Visitor } from '../support/visitor.js';

const PUBLISHER = `The ${'Very'.repeat(40)}LongLeisureTrust & <Sons>`;
const SHOWN = PUBLISHER.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;');
const LICENCE = 'https://creativecommons.org/licenses/by/4.0/';
const FEED_URL = 'https://trust.example/feed';
const LINE = `<p class="soft">Source: <a href="${FEED_URL}" rel="noreferrer">${SHOWN}</a>, licence <a href="${LICENCE}" rel="noreferrer">CC BY 4.0</a></p>`;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

let gateway: TestGateway;
let browser: Browser;
beforeAll(async () => {
  [browser, gateway] = await Promise.all([startBrowser(), startTestGateway({ store: 'sqlite', adapter: 'in process' })]);
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

/** As if a feed had told of everything in the demo world. */
async function comesFrom(url: string, licence: string | null): Promise<void> {
  const [em, id, now] = [gateway.store.fork(), newUuid(), gateway.clock.now()];
  em.create(Feed, { id, url, publisher: PUBLISHER, licence, timeZone: 'Europe/London', state: 'PAUSED', stateReason: 'a test', nextUrl: url, addedAt: now, dueAt: addSeconds(now, 86_400), leasedUntil: null, failures: 0, lastFailure: null, polledAt: now, caughtUpAt: now, changedAt: now });
  await em.flush();
  await em.nativeUpdate(Opportunity, {}, { feedId: id });
  await em.nativeUpdate(OpportunityParent, {}, { feedId: id });
}

/** The ways to each page of a checkout that shows what is booked. */
const PAGES: Readonly<Record<string, (visitor: Visitor) => Promise<string>>> = {
  'the start': async () => SWIM_START,
  'the tickets': async (visitor) => `${await visitor.start(SWIM_START)}/ticket`,
  'the details': async (visitor) => {
    const checkout = await visitor.start(SWIM_START);
    await visitor.post(`${checkout}/ticket`, { offer: SWIM_OFFERS.free });
    return `${checkout}/details`;
  },
  'the check': async (visitor) => `${await visitor.walkToCheck()}/check`,
  'the confirmation': async (visitor) => `${await visitor.book()}/confirmation`,
  'giving a booking back': async (visitor) => `${await visitor.book()}/cancel-booking`,
  'what cannot be booked': async () => '/checkout/scheduled-sessions/demo-not-yet-open',
};

/** The page on which a booking starts. */
const startsWith = async (url: string): Promise<string> => (await new Visitor(url).get(FREE_START)).text;

describe('whose open data a page shows', () => {
  it('is not said where no feed told of it', async () => {
    for (const walkTo of Object.values(PAGES)) {
      const visitor = new Visitor(gateway.url);
      expect((await visitor.get(await walkTo(visitor))).text).not.toContain('Source:');
    }
  });

  it('is said once on every page that shows it, with links, and wraps at 320 px', async () => {
    await comesFrom(FEED_URL, LICENCE);
    for (const [what, walkTo] of Object.entries(PAGES)) {
      const visitor = new Visitor(gateway.url);
      const path = await walkTo(visitor);
      expect((await visitor.get(path)).text.split(LINE), what).toHaveLength(2);
      const page = await openTab(browser, gateway, { javaScriptEnabled: true, viewport: { width: 320, height: 800 } });
      await openAs(page, visitor, path);
      expect((await examine(page, what === 'the check' ? undefined : RULES_OF_LOOKS)).violations, what).toEqual([]);
      expect(await page.evaluate(OVERFLOW), what).toBe(0);
      await page.close();
    }
  });

  it('stands in the mail to the customer', async () => {
    const visitor = new Visitor(gateway.url);
    await visitor.book();
    await expect.poll(async () => (await visitor.get('/demo-mailbox')).text, { timeout: 30_000 }).toContain(`Source: ${SHOWN}, licence <a href="${LICENCE}">`);
  });

  it('leads nowhere but into the web, and goes without a licence that nobody has named', async () => {
    await comesFrom('file:///srv/pages.ndjson', 'javascript:alert(1)');
    expect(await startsWith(gateway.url)).toContain(`<p class="soft">Source: ${SHOWN}, licence javascript:alert(1)</p>`);
    await comesFrom('https://trust.example/other', 'https://trust.example/terms');
    expect(await startsWith(gateway.url)).toContain('licence <a href="https://trust.example/terms" rel="noreferrer">https://trust.example/terms</a>');
    await comesFrom('https://trust.example/third', null);
    expect(await startsWith(gateway.url)).toContain(`${SHOWN}</a></p>`);
  });

  it('does not follow a customer who gives the booking up', async () => {
    const visitor = new Visitor(gateway.url);
    const checkout = await visitor.start();
    await visitor.post(`${checkout}/details`, CUSTOMER);
    expect((await visitor.get(`${checkout}/cancel`)).text).not.toContain('Source:');
  });
});
