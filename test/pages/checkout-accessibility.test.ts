import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { Checkout } from '../../src/checkout/checkout.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { examine, RULES_OF_LOOKS } from '../support/axe.js';
import { itemBody, sessionBody, withOrder } from '../support/bodies.js';
import { openTab, startBrowser } from '../support/browser.js';
import type { TestGateway } from '../support/gateway.js';
import { addOpportunities } from '../support/seed.js';
import { MoodyProvider } from '../support/paying-pages.js';
import { afterPayment, atDemoPayment, atFurtherStep, cancelled, keepFromMovingOn } from '../support/paying-walks.js';
import { press } from '../support/seller-pages.js';
import { CUSTOMER, FREE_START, openAs, SWIM_OFFERS, SWIM_START, targetOf, Visitor } from '../support/visitor.js';

const FOREIGN_START = '/checkout/scheduled-sessions/extra-0';
const LATER = { timeout: 30_000 };

const provider = new MoodyProvider();
let browser: Browser;
let gateway: TestGateway;
beforeAll(async () => {
  [browser, gateway] = await Promise.all([startBrowser(), provider.startGateway()]);
  await addOpportunities(gateway.store, 0, 3);
  await gateway.store.fork().nativeUpdate(Opportunity, { identifier: 'extra-0' }, { eventStatus: 'CANCELLED' });
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const newVisitor = () => new Visitor(gateway.url);

/** Walks there without a browser, and then shows the page. */
function screen(walkTo: (visitor: Visitor) => Promise<string>): (page: Page) => Promise<void> {
  return async (page) => {
    const visitor = newVisitor();
    await openAs(page, visitor, await walkTo(visitor));
  };
}

/** The same, and then sends its form as it is. */
function sent(walkTo: (visitor: Visitor) => Promise<string>, button: string): (page: Page) => Promise<void> {
  return async (page) => {
    await screen(walkTo)(page);
    await press(page, button);
  };
}

async function atAge(visitor: Visitor): Promise<string> {
  const checkout = await visitor.start();
  await visitor.post(`${checkout}/details`, CUSTOMER);
  return `${checkout}/age`;
}

/** A price changes between the choice of a ticket and the booking. */
async function atChangedPrice(visitor: Visitor): Promise<string> {
  const checkout = await visitor.start(SWIM_START);
  await visitor.post(`${checkout}/ticket`, { offer: SWIM_OFFERS.child });
  await visitor.post(`${checkout}/details`, CUSTOMER);
  const em = gateway.store.fork();
  const { priceMinor } = await em.findOneOrFail(Offer, { id: SWIM_OFFERS.child });
  await em.nativeUpdate(Offer, { id: SWIM_OFFERS.child }, { priceMinor: (priceMinor ?? 0) + 100 });
  return (await visitor.post(`${checkout}/age`, { is13OrOver: 'yes' })).location;
}

async function ended(visitor: Visitor, how: 'CANCELLED' | 'EXPIRED' | 'UNDER_13'): Promise<string> {
  const checkout = await visitor.start();
  if (how === 'CANCELLED') await visitor.post(`${checkout}/cancel`);
  if (how === 'EXPIRED') await gateway.store.fork().nativeUpdate(Checkout, { id: checkout.split('/').at(-1) ?? '' }, { expiresAt: gateway.clock.now() });
  if (how === 'UNDER_13') {
    await visitor.post(`${checkout}/details`, CUSTOMER);
    await visitor.post(`${checkout}/age`, { is13OrOver: 'no' });
  }
  return `${checkout}/ended`;
}

/** A broker's own session that another browser has started, or booked. */
async function takenTarget(isBooked: boolean): Promise<string> {
  const target = await targetOf(gateway.url);
  const other = newVisitor();
  const checkout = await other.start(target);
  await other.post(`${checkout}/details`);
  if (isBooked) await other.post(`${checkout}/check`);
  return target;
}

/** Books something through the demo broker, and waits until the mail and the webhook have arrived. */
async function withPost(page: string): Promise<string> {
  const visitor = newVisitor();
  const checkout = await visitor.start(await targetOf(gateway.url));
  await visitor.post(`${checkout}/details`);
  await visitor.post(`${checkout}/check`);
  await expect.poll(async () => (await visitor.get(page)).text, LATER).toContain('<article>');
  return page;
}

const at = (page: string) => async (visitor: Visitor) => `${await visitor.start()}/${page}`;
const ofTheBroker = (page: string, body?: object) => async (visitor: Visitor) => `${await visitor.start(await targetOf(gateway.url, body))}/${page}`;
const atTickets = async (visitor: Visitor) => `${await visitor.start(SWIM_START)}/ticket`;
const atPaidCheck = async (visitor: Visitor) => `${await visitor.walkToPay()}/check`;

/** A broker's order of three places at once. */
const threePlaces = () => withOrder(sessionBody(gateway.url), { orderedItem: ['demo-free', 'demo-free', 'extra-1'].map((identifier) => itemBody('ScheduledSession', identifier, DEMO.offers.free)) });

async function bookedThree(visitor: Visitor): Promise<string> {
  const checkout = await visitor.start(await targetOf(gateway.url, threePlaces()));
  await visitor.post(`${checkout}/details`);
  return (await visitor.post(`${checkout}/check`)).location;
}

type Screen = readonly [what: string, title: string, walkTo: (page: Page) => Promise<void>];

/** Every page of the checkout, with its title and the way to it. */
const SCREENS: Readonly<Record<string, readonly Screen[]>> = {
  'before and at the ticket': [
    ['the start', 'Your booking', screen(async () => FREE_START)],
    ['the start with several tickets', 'Your booking', screen(async () => SWIM_START)],
    ['the start of somebody who has booked there before', 'Your booking', screen(async (visitor) => (await visitor.book(), FREE_START))],
    ["the start of a broker's own customer", 'Your booking', screen(() => targetOf(gateway.url, threePlaces()))],
    ['the tickets', 'Choose a ticket', screen(atTickets)],
    ['the tickets, none chosen', 'Error: Choose a ticket', sent(atTickets, 'Continue')],
  ],
  'at the details': [
    ['the details', 'Your details', screen(at('details'))],
    ['the details, all wrong', 'Error: Your details', sent(at('details'), 'Continue')],
    ['the details that the broker has sent', 'Your details', screen(ofTheBroker('details'))],
    ['the age', 'Are you 13 or over?', screen(atAge)],
    ['the age, not said', 'Error: Are you 13 or over?', sent(atAge, 'Continue')],
  ],
  'before the end': [
    ['a changed price', 'The price has changed', screen(atChangedPrice)],
    ['the check', 'Check and book', screen(async (visitor) => `${await visitor.walkToCheck()}/check`)],
    ['the check whose hold has run out', 'Check and book', screen(atCheckWithoutHold)],
    ['giving up', 'Give up this booking?', screen(at('cancel'))],
  ],
  'while paying': [
    ['the check of what costs something', 'Check and pay', screen(atPaidCheck)],
    ['a payment that was declined', 'Check and pay', screen((visitor) => afterPayment(visitor, 'DECLINED', 'check'))],
    ['waiting for the provider', 'We are confirming your payment', waitingForProvider],
    ['the provider down', 'The payment provider does not answer', whileDown],
    ['going to a provider elsewhere', 'Going to the payment provider', goingElsewhere],
    ['the demo provider', 'Demo payment', screen(atDemoPayment)],
    ['the demo provider, nothing chosen', 'Error: Demo payment', sent(atDemoPayment, 'Go on')],
    ["the bank's question", 'Demo payment', screen(atFurtherStep)],
    ['a window that was closed', 'You have closed the window', atClosedWindow],
    ['money that came too late', 'Your booking could not be made', screen(tooLate)],
  ],
  'after paying': [
    ['the confirmation of what was paid for', 'You are booked', screen(async (visitor) => `${await visitor.pay()}/confirmation`)],
    ['cancelling', 'Cancel this booking?', screen(async (visitor) => `${await visitor.pay()}/cancel-booking`)],
    ['cancelling several, none chosen', 'Error: Cancel this booking?', sent(async (visitor) => (await bookedThree(visitor)).replace(/confirmation$/, 'cancel-booking'), 'Cancel these places')],
    ['nothing left to cancel', 'Cancel this booking?', screen((visitor) => cancelled(visitor, 'cancel-booking'))],
    ['a cancelled booking', 'Your booking is cancelled', screen((visitor) => cancelled(visitor, 'confirmation'))],
  ],
  'at the end': [
    ['the confirmation', 'You are booked', screen(async (visitor) => `${await visitor.book()}/confirmation`)],
    ['the confirmation of three places', 'You are booked', screen(bookedThree)],
    ['given up', 'You have given this booking up', screen((visitor) => ended(visitor, 'CANCELLED'))],
    ['run out of time', 'The time for this booking is over', screen((visitor) => ended(visitor, 'EXPIRED'))],
    ['too young', 'Sorry, you need to be 13 to book', screen((visitor) => ended(visitor, 'UNDER_13'))],
    ['booked by another browser', 'This is booked already', screen(() => takenTarget(true))],
    ['started by another browser', 'This booking was started in another browser', screen(() => takenTarget(false))],
  ],
  'where it cannot be booked': [
    ['cancelled, with other times', 'This cannot be booked at the moment', screen(async () => FOREIGN_START)],
    ['not open yet', 'This cannot be booked at the moment', screen(async () => '/checkout/scheduled-sessions/demo-not-yet-open')],
    ['an unknown browser', 'We do not know this browser', screen(async (visitor) => ((await visitor.start()), `${await newVisitor().start()}/next`))],
    ['nothing there', 'Page not found', screen(async () => '/checkout/slots/nothing')],
    ['a form of another page', 'We could not take what you sent', formOfAnotherPage],
  ],
  'in demo': [
    ['the empty broker', 'What the demo broker has heard', screen(async () => '/demo-broker')],
    ['the mailbox', 'Demo mailbox', screen(() => withPost('/demo-mailbox'))],
    ['the broker', 'What the demo broker has heard', screen(() => withPost('/demo-broker'))],
  ],
};

async function atCheckWithoutHold(visitor: Visitor): Promise<string> {
  const checkout = await visitor.walkToCheck();
  gateway.clock.advance(901);
  return `${checkout}/check`;
}

async function atClosedWindow(page: Page): Promise<void> {
  await screen(atDemoPayment)(page);
  await page.getByRole('radio', { name: 'I close the window' }).check();
  await press(page, 'Go on');
}

async function whileDown(page: Page): Promise<void> {
  await screen(atPaidCheck)(page);
  provider.isDown = true;
  await press(page, 'Pay');
  await page.getByRole('heading', { name: 'The payment provider does not answer' }).waitFor();
  provider.isDown = false;
}

async function waitingForProvider(page: Page): Promise<void> {
  await keepFromMovingOn(page, '**/paying');
  await screen((visitor) => afterPayment(visitor, 'TOO_SLOW', 'paying'))(page);
}

async function goingElsewhere(page: Page): Promise<void> {
  await screen(atPaidCheck)(page);
  provider.elsewhere = 'https://pay.example/session/1';
  await keepFromMovingOn(page, '**/check');
  await press(page, 'Pay');
  await page.getByRole('heading', { name: 'Going to the payment provider' }).waitFor();
  provider.elsewhere = undefined;
}

/** The seller's last places go while the customer is at the provider, for longer than they are kept. */
async function tooLate(visitor: Visitor): Promise<string> {
  const checkout = await visitor.walkToPay();
  const payment = await visitor.goToPay(checkout);
  provider.unsureOf = payment.split('/').at(-1);
  await visitor.post(payment, { outcome: 'PAID' });
  gateway.clock.advance(51 * 60);
  const em = gateway.store.fork();
  const { remainingCapacity } = await em.findOneOrFail(Opportunity, { identifier: 'demo-paid' });
  await em.nativeUpdate(Opportunity, { identifier: 'demo-paid' }, { remainingCapacity: 0 });
  provider.unsureOf = undefined;
  await visitor.get(`${checkout}/paying`);
  await em.nativeUpdate(Opportunity, { identifier: 'demo-paid' }, { remainingCapacity });
  return `${checkout}/failed`;
}

async function formOfAnotherPage(page: Page): Promise<void> {
  await screen(at('details'))(page);
  await page.evaluate("document.querySelector('[name=formToken]').value = 'x'");
  await press(page, 'Continue');
}

/** Both colour schemes and both widths; which goes with which makes no difference to either. */
const LOOKS = [
  { colorScheme: 'light', width: 1280, rules: undefined },
  { colorScheme: 'dark', width: 320, rules: RULES_OF_LOOKS },
] as const;
/** Whatever a finger must hit, and how high it is. A link inside a sentence may be as small as its line. */
const LOW_TARGETS = `[...document.querySelectorAll('button, .button, .back, .action a, .choice, .choice input, .field input')].filter((target) => target.getBoundingClientRect().height < 44).map((target) => target.outerHTML)`;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describe('every page of the checkout', () => {
  it.each(Object.entries(SCREENS))('can be read and used by everybody, light, dark and at 320 px: %s', async (_group, screens) => {
    for (const [what, name, walkTo] of screens) {
      const page = await openTab(browser, gateway, { javaScriptEnabled: true });
      await walkTo(page);
      await page.waitForLoadState();
      expect(await page.title(), what).toBe(`${name} – Courtside`);
      for (const { colorScheme, width, rules } of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        const { violations, passed } = await examine(page, rules);
        expect(violations, what).toEqual([]);
        expect(passed, what).toContain('color-contrast');
        expect(await page.evaluate(LOW_TARGETS), what).toEqual([]);
        expect(await page.evaluate(OVERFLOW), what).toBe(0);
      }
    }
  });
});

describe('a page of the checkout', () => {
  it('is examined for the size of its targets too', async () => {
    const page = await openTab(browser, gateway, { javaScriptEnabled: true });
    await screen(at('details'))(page);
    await page.evaluate(`for (const each of document.querySelectorAll('button, .field input')) each.style.cssText = 'height: 20px; min-height: 0; padding: 0'`);
    expect(await page.evaluate(LOW_TARGETS)).toHaveLength(4);
  });
});
