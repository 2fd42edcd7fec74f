import type { Page } from 'playwright-core';
import type { Visitor } from './visitor.js';

/** At the demo provider, nothing chosen. */
export async function atDemoPayment(visitor: Visitor): Promise<string> {
  return visitor.goToPay(await visitor.walkToPay());
}

/** At the bank's question. */
export async function atFurtherStep(visitor: Visitor): Promise<string> {
  const payment = await atDemoPayment(visitor);
  await visitor.post(payment, { outcome: 'FURTHER_STEP' });
  return payment;
}

/** Back from the demo provider; gives the address of a page of the checkout. */
export async function afterPayment(visitor: Visitor, outcome: string, page: string): Promise<string> {
  const checkout = await visitor.walkToPay();
  await visitor.post(await visitor.goToPay(checkout), { outcome });
  await visitor.get(`${checkout}/paying`);
  return `${checkout}/${page}`;
}

/** Paid for and cancelled. */
export async function cancelled(visitor: Visitor, page: string): Promise<string> {
  const checkout = await visitor.pay();
  await visitor.post(`${checkout}/cancel-booking`, { 'place-0': 'yes' });
  return `${checkout}/${page}`;
}

/** Holds a page that moves on by itself: it comes without the header that does it. */
export async function keepFromMovingOn(page: Page, path: string): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const { refresh: _movesOn, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}
