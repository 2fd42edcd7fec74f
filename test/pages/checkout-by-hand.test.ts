import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { sessionBody, withOrder } from '../support/bodies.js';
import { openTab, startBrowser } from '../support/browser.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { press, title } from '../support/seller-pages.js';
import { openAs, SWIM_START, targetOf, Visitor } from '../support/visitor.js';

let browser: Browser;
let gateway: TestGateway;
beforeAll(async () => {
  [browser, gateway] = await Promise.all([startBrowser(), startTestGateway({ store: 'sqlite', adapter: 'in process' })]);
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const newVisitor = () => new Visitor(gateway.url);

/** Presses Enter and waits for the page that it leads to. */
async function enter(page: Page, heading: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

describe('by keyboard alone', () => {
  /** What has the focus, as assistive technology would name it, and whether one can see that it has. */
  const FOCUSED = `(() => {
    const element = document.activeElement;
    const style = getComputedStyle(element);
    return { tag: element.tagName.toLowerCase(), name: (element.labels?.[0] ?? element).innerText.trim(), isVisible: element.matches(':focus-visible') && parseFloat(style.outlineWidth) >= 3 && style.outlineStyle === 'solid' };
  })()`;
  const focused = async (page: Page) => (await page.evaluate(FOCUSED)) as { tag: string; name: string; isVisible: boolean };

  /** Presses Tab until this has the focus; on the way the focus can always be seen. */
  async function tabTo(page: Page, name: string): Promise<void> {
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press('Tab');
      const now = await focused(page);
      expect(now).toMatchObject({ isVisible: true });
      if (now.name.startsWith(name)) return;
    }
    throw new Error(`Tab never came to ${name}`);
  }

  /** Sends a form that is not filled in; the focus is then where the problems are listed, and the first of them leads to its field. */
  async function beToldOff(page: Page, problem: string, tag: string): Promise<void> {
    await tabTo(page, 'Continue');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.title()).toMatch(/^Error: /);
    expect(await focused(page)).toMatchObject({ tag: 'div', name: expect.stringContaining(problem), isVisible: true });
    await tabTo(page, problem);
    await page.keyboard.press('Enter');
    expect(await focused(page)).toMatchObject({ tag });
  }

  it('a customer books, sees where the focus is, and is led to each field that is wrong', async () => {
    const page = await openTab(browser, gateway, { javaScriptEnabled: true });
    await openAs(page, newVisitor(), SWIM_START);
    await tabTo(page, 'Skip to main content');
    await tabTo(page, 'Book now');
    await enter(page, 'Choose a ticket');
    await beToldOff(page, 'Choose a ticket', 'input');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toMatchObject({ name: expect.stringMatching(/^Under 5/) });
    await tabTo(page, 'Continue');
    await enter(page, 'Your details');
    await beToldOff(page, 'Enter your given name', 'input');
    await page.keyboard.type('Ada');
    await tabTo(page, 'Family name');
    await page.keyboard.type('Clarke');
    await tabTo(page, 'Email address');
    await page.keyboard.type('ada.clarke@example.com');
    await tabTo(page, 'Continue');
    await enter(page, 'Are you 13 or over?');
    await beToldOff(page, 'Say whether you are 13 or over', 'input');
    await page.keyboard.press('Space');
    await tabTo(page, 'Continue');
    await enter(page, 'Check and book');
    await tabTo(page, 'Keep it for longer');
    await enter(page, 'Check and book');
    await tabTo(page, 'Book');
    await enter(page, 'You are booked');
    expect(await title(page)).toBe('You are booked');
    await tabTo(page, 'Add to your calendar');
  });

  it('a customer without JavaScript is at the errors first, each with the way to its field', async () => {
    const page = await openTab(browser, gateway);
    const visitor = newVisitor();
    await openAs(page, visitor, `${await visitor.start()}/details`);
    await press(page, 'Continue');
    expect(await page.locator('[role=alert]:focus').count()).toBe(1);
    const links = await page.getByRole('alert').getByRole('link').all();
    expect(links).toHaveLength(3);
    for (const link of links) {
      const field = page.locator((await link.getAttribute('href')) ?? 'none');
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
      expect(await page.locator(`#${ids.at(-1) ?? 'none'}`).innerText()).toBe(`Error:\n${await link.innerText()}`);
    }
  });
});

/** How many pages a PDF has. */
function sheetsIn(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

const COLOURS = `(() => {
  const inks = [...document.querySelectorAll('main p, main dt, main dd, main h1, main h2, main strong, main code')].filter((each) => each.offsetParent !== null).map((each) => getComputedStyle(each).color);
  return { paper: getComputedStyle(document.body).backgroundColor, inks: [...new Set(inks)] };
})()`;

describe('a confirmation', () => {
  it('is a pass on paper: dark on white whatever the screen, without what only a screen can use, on one sheet', async () => {
    const page = await openTab(browser, gateway, { javaScriptEnabled: true });
    const visitor = newVisitor();
    await openAs(page, visitor, `${await visitor.book()}/confirmation`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const shown of ['.pass h2', '.qr', '.code', '.panel strong']) expect(await page.locator(shown).isVisible(), shown).toBe(true);
    for (const hidden of ['header.top', 'footer', '.skip', '.no-print', 'a[href$=".ics"]']) expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    expect(await page.evaluate(COLOURS)).toEqual({ paper: 'rgb(255, 255, 255)', inks: ['rgb(0, 0, 0)'] });
    expect(sheetsIn(await page.pdf({ format: 'A4' }))).toBe(1);
  });
});

const LONG = 'Abcdefghij'.repeat(24);
const COURT_START = '/checkout/slots/demo-slot-own-offers';

/** A broker's order in which every name is one long word. */
function longBody(): object {
  const body = withOrder(sessionBody(gateway.url), { customer: { type: 'Person', givenName: LONG, familyName: LONG, email: `${'a'.repeat(200)}@${'b'.repeat(40)}.example`, 'platform:is13OrOver': true } });
  const links = body['platform:navigationLinks'].map((link) => ({ ...link, name: LONG, url: `https://${'a'.repeat(200)}.example/` }));
  return withOrder({ ...sessionBody(gateway.url), 'platform:navigationLinks': links }, { ...body['platform:initialOrder'], broker: { type: 'Organization', name: LONG, url: `https://${'a'.repeat(200)}.example/` } });
}

/** Gives the badminton court and yoga the longest names. */
async function nameEverythingAtLength(): Promise<void> {
  const em = gateway.store.fork();
  await em.nativeUpdate(OpportunityParent, {}, { name: LONG, locationName: LONG, locationAddress: LONG });
  await em.nativeUpdate(Seller, {}, { name: LONG });
  await em.nativeUpdate(Offer, {}, { name: LONG });
}

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describe('the longest names', () => {
  it('break no page at 320 px', async () => {
    const page = await openTab(browser, gateway, { javaScriptEnabled: true, viewport: { width: 320, height: 800 } });
    await nameEverythingAtLength();
    const visitor = newVisitor();
    const checkout = await visitor.start(await targetOf(gateway.url, longBody()));
    const fits = async (path: string) => {
      await openAs(page, visitor, path);
      expect(await page.getByRole('banner').innerText()).toBe(LONG);
      expect(await page.evaluate(OVERFLOW), path).toBe(0);
    };
    await fits(await targetOf(gateway.url, longBody()));
    await fits(`${checkout}/details`);
    await visitor.post(`${checkout}/details`);
    await fits(`${checkout}/check`);
    await visitor.post(`${checkout}/check`);
    await fits(`${checkout}/confirmation`);
    const court = newVisitor();
    await openAs(page, court, `${await court.start(COURT_START)}/ticket`);
    expect(await page.getByRole('radio').first().getAttribute('value')).not.toBeNull();
    expect([await page.getByRole('main').innerText(), await page.evaluate(OVERFLOW)]).toEqual([expect.stringContaining(LONG), 0]);
  });
});
