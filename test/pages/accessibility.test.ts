import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accentStyle } from '../../rest-adapter/pages/style.js';
import { DEMO } from '../../src/store/demo-data.js';
import { examine, RULES_OF_LOOKS } from '../support/axe.js';
import { openTab, startBrowser } from '../support/browser.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRest } from '../support/rest.js';
import { acceptTerms, askForLink, onboard, press, readSeller, startNow, title, visitProvider, walkToCheck, type LinkRequest } from '../support/seller-pages.js';

let browser: Browser;
let gateway: TestGateway;
beforeAll(async () => {
  [browser, gateway] = await Promise.all([startBrowser(), startTestGateway({ store: 'sqlite', adapter: 'in process' })]);
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

let sellers = 0;
const newSellerId = () => `https://open-club-${(sellers += 1)}.example/about`;
const link = (purpose: 'onboard' | 'update' | 'view', request: LinkRequest) => askForLink(gateway, purpose, request);

/** Onboards a seller as Paid and begins to make it Free. */
async function walkToRefunds(page: Page): Promise<void> {
  const sellerId = newSellerId();
  await onboard(page, gateway, { sellerId, stripe: true });
  await page.goto(await link('update', { sellerId, stripe: false }));
  await startNow(page);
  await acceptTerms(page);
}

async function walkToPayments(page: Page): Promise<void> {
  await page.goto(await link('onboard', { sellerId: newSellerId(), stripe: true }));
  await startNow(page);
  await acceptTerms(page);
}

async function walkToTerms(page: Page): Promise<void> {
  await page.goto(await link('onboard', { sellerId: newSellerId(), stripe: false }));
  await startNow(page);
}

/** Every screen by its title, with the way to it. */
const SCREENS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'Take bookings for': async (page) => page.goto(await link('onboard', { sellerId: newSellerId(), stripe: true })),
  'Terms for organisers': walkToTerms,
  'Error: Terms for organisers': async (page) => {
    await walkToTerms(page);
    await press(page, 'Continue');
  },
  'Connect a payment account': async (page) => {
    await walkToPayments(page);
    await visitProvider(page, 'informationNeeded');
  },
  'Demo payment provider': async (page) => {
    await walkToPayments(page);
    await press(page, 'Go to the payment provider');
  },
  'Error: Demo payment provider': async (page) => {
    await walkToPayments(page);
    await press(page, 'Go to the payment provider');
    await press(page, 'Go back to Courtside');
  },
  'Check your answers': (page) => walkToCheck(page, gateway, { sellerId: newSellerId(), stripe: true }),
  'You are ready to take bookings': (page) => onboard(page, gateway, { sellerId: newSellerId(), stripe: false }),
  'Change the plan of': async (page) => page.goto(await link('update', { sellerId: DEMO.sellerId('riverside-yoga'), stripe: true })),
  'Disconnect your payment account': walkToRefunds,
  'Error: Disconnect your payment account': async (page) => {
    await walkToRefunds(page);
    await press(page, 'Continue');
  },
  'Your details are up to date': async (page) => {
    await walkToRefunds(page);
    await page.getByRole('radio', { name: 'I refund from my own account' }).check();
    await press(page, 'Continue');
    await press(page, 'Confirm the change');
  },
  'Riverside Yoga': async (page) => page.goto(await link('view', { sellerId: DEMO.sellerId('riverside-yoga') })),
  'Harbour Sailing Auckland is already represented': async (page) => page.goto(await link('onboard', { sellerId: DEMO.sellerId('harbour-sailing'), stripe: true })),
  'This organisation does not take bookings here': async (page) => {
    const sellerId = newSellerId();
    await onboard(page, gateway, { sellerId, stripe: false });
    const view = await link('view', { sellerId });
    await callRest(`${gateway.url}/api/sellers/${encodeURIComponent(sellerId)}`, { method: 'DELETE' });
    await page.goto(view);
  },
  'This link has been used': async (page) => {
    const used = await link('onboard', { sellerId: newSellerId(), stripe: false });
    await fetch(used);
    await page.goto(used);
  },
  'This link has run out': async (page) => {
    const late = await link('onboard', { sellerId: newSellerId(), stripe: false });
    gateway.clock.advance(301);
    await page.goto(late);
  },
  'This link does not work': (page) => page.goto(`${gateway.url}/onboard?jwt=nonsense`),
  'Your time here has run out': (page) => page.goto(`${gateway.url}/seller-flows/00000000-0000-7000-8000-000000000000/terms`),
  'Somebody else has changed these details': async (page) => {
    const sellerId = newSellerId();
    await onboard(page, gateway, { sellerId, stripe: false });
    const [first, second] = [await link('update', { sellerId, stripe: false }), await link('update', { sellerId, stripe: false })];
    const checks: string[] = [];
    for (const each of [first, second]) {
      await page.goto(each);
      await startNow(page);
      await acceptTerms(page);
      checks.push(page.url());
    }
    for (const check of checks) {
      await page.goto(check);
      await press(page, 'Confirm the change');
    }
  },
  'We could not take what you sent': async (page) => {
    await walkToTerms(page);
    await page.evaluate("document.querySelector('[name=formToken]').value = 'x'");
    await press(page, 'Continue');
  },
  'Your personal data': (page) => page.goto(`${gateway.url}/privacy`),
  'Page not found': (page) => page.goto(`${gateway.url}/demo-provider/accounts/nobody`),
};

/** Both colour schemes and both widths; which goes with which makes no difference to either. */
const LOOKS = [
  { colorScheme: 'light', width: 1280, rules: undefined },
  { colorScheme: 'dark', width: 320, rules: RULES_OF_LOOKS },
] as const;
/** Whatever a finger must hit, and how high it is. A link inside a sentence may be as small as its line. */
const LOW_TARGETS = `[...document.querySelectorAll('button, .button, .back, .action a, .choice, .choice input')].filter((target) => target.getBoundingClientRect().height < 44).map((target) => target.outerHTML)`;

describe('every screen', () => {
  it.each(Object.entries(SCREENS))('can be read and used by everybody, light, dark and at 320 px: %s', async (name, walkTo) => {
    const page = await openTab(browser, gateway, { javaScriptEnabled: true });
    await walkTo(page);
    expect(await page.title()).toMatch(new RegExp(`^${name}.* – Courtside$`));
    for (const { colorScheme, width, rules } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const { violations, passed } = await examine(page, rules);
      expect(violations).toEqual([]);
      expect(passed).toContain('color-contrast');
      expect(await page.evaluate(LOW_TARGETS)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    }
  });

  it('is examined for the size of its targets too', async () => {
    const page = await openTab(browser, gateway, { javaScriptEnabled: true });
    await walkToTerms(page);
    expect((await examine(page)).passed).toContain('target-size');
    await page.evaluate(`(() => {
      const button = document.querySelector('button');
      button.after(button.cloneNode(true));
      for (const each of document.querySelectorAll('button')) each.style.cssText = 'height: 8px; min-height: 0; width: 8px; padding: 0; overflow: hidden';
    })()`);
    expect((await examine(page)).violations).toContainEqual(expect.stringMatching(/^target-size: /));
    expect(await page.evaluate(LOW_TARGETS)).toHaveLength(2);
  });
});

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
      const at = await focused(page);
      expect(at).toMatchObject({ isVisible: true });
      if (at.name === name) return;
    }
    throw new Error(`Tab never came to ${name}`);
  }

  it('a seller onboards as Paid, sees where the focus is, and is led to the field that is wrong', async () => {
    const page = await openTab(browser, gateway, { javaScriptEnabled: true });
    const sellerId = newSellerId();
    await page.goto(await link('onboard', { sellerId, stripe: true }));
    await tabTo(page, 'Skip to main content');
    await tabTo(page, 'Start now');
    await enter(page, 'Terms for organisers');
    await tabTo(page, 'Continue');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await focused(page)).toEqual({ tag: 'div', name: expect.stringContaining('There is a problem'), isVisible: true });
    await tabTo(page, 'Tick the box to accept the terms');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toMatchObject({ tag: 'input', name: 'I have read the terms and accept them for this organisation' });
    await page.keyboard.press('Space');
    await tabTo(page, 'Continue');
    await enter(page, 'Connect a payment account');
    await tabTo(page, 'Go to the payment provider');
    await enter(page, 'Demo payment provider');
    await tabTo(page, 'Everything is fine: connect the account');
    await page.keyboard.press('Space');
    await tabTo(page, 'Go back to Courtside');
    await enter(page, 'Check your answers');
    await tabTo(page, 'Accept bookings');
    await enter(page, 'You are ready to take bookings');
    expect(await readSeller(gateway, sellerId)).toMatchObject({ status: 'PAID', bookability: 'BOOKABLE' });
  });

  it('a seller without JavaScript is at the error first, and comes from there to the field', async () => {
    const page = await openTab(browser, gateway);
    await walkToRefunds(page);
    await press(page, 'Continue');
    await page.locator('[role=alert]:focus').waitFor();
    expect(await title(page)).toBe('Disconnect your payment account');
    const alert = page.getByRole('alert').getByRole('link');
    expect(await alert.innerText()).toBe('Choose who refunds the customers');
    expect(await page.locator((await alert.getAttribute('href')) ?? 'none').getAttribute('type')).toBe('radio');
  });
});

describe("a broker's colour", () => {
  it.each(['000000', 'ffffff', '0b6e4f', 'ffdd00', '777777', '767676', '757575', 'ff0000', '00ff00', '0000ff', 'ff00ff', 'e4003b', '8a8a8a'])('carries its name so that it can be read (#%s)', (hex) => {
    const style = accentStyle(hex) ?? '';
    const [, accent = '', ink = ''] = /--accent: #(\w{6}); --accent-ink: #(\w{6});/.exec(style) ?? [];
    expect(accent).toBe(hex);
    expect(contrast(accent, ink)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['', 'fff', '0b6e4f;', 'zzzzzz', '#0b6e4', 'FFFFFFF', 'red'])('is left out when it is none (%s)', async (hex) => {
    expect(accentStyle(hex)).toBeUndefined();
    expect((await fetch(`${gateway.url}/assets/accent-${encodeURIComponent(hex)}.css`)).status).toBe(404);
  });
});

/** Presses Enter and waits for the page that it leads to. */
async function enter(page: Page, heading: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** The ratio of WCAG 2.2, from its own formula. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (hex.match(/../g) ?? []).map((pair) => {
    const channel = Number.parseInt(pair, 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
