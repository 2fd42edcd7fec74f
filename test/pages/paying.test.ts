import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DemoPayment } from '../../src/payment/demo-payment.entity.js';
import { goBack, openTab, startBrowser } from '../support/browser.js';
import { arrive, countOrders, GRACE, mailTo, placesOf, readConfirmation, reload, sendTwice, setCapacity, textOf } from '../support/checkout-pages.js';
import type { TestGateway } from '../support/gateway.js';
import { arriveAtProvider, bookAndPay, choose, COURT, demoPaymentStates, goToPay, mailsTo, MoodyProvider, walkToPay, waitForPayment } from '../support/paying-pages.js';
import { press, step, title } from '../support/seller-pages.js';

const provider = new MoodyProvider();
let browser: Browser;
let gateway: TestGateway;
beforeAll(async () => {
  [browser, gateway] = await Promise.all([startBrowser(), provider.startGateway()]);
  await setCapacity(gateway, 100, 'demo-paid');
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

/** Somebody whose mails are not anybody else's. */
const guest = (name: string) => ({ ...GRACE, email: `${name}@example.com` });
const places = () => placesOf(gateway, 'demo-paid');

describe('a customer who pays, in a browser without JavaScript', () => {
  it('makes one order and pays once, whatever is clicked twice, reloaded or gone back to', async () => {
    const page = await openTab(browser, gateway);
    const [orders, before, paid] = [await countOrders(gateway), await places(), (await demoPaymentStates(gateway)).length];
    await walkToPay(page, gateway, guest('pays.once'));
    expect(await title(page)).toBe('Check and pay');
    expect(await textOf(page)).toMatch(/Total\s+£8\.50/);
    await reload(page);
    const provided = (await sendTwice(page)).map((answer) => [answer.status(), answer.headers()['location']]);
    await page.getByRole('button', { name: 'Pay', exact: true }).dblclick();
    await arriveAtProvider(page);
    expect(provided).toEqual([[303, page.url()], [303, page.url()]]);
    expect(await textOf(page)).toMatch(/Courtside booking [2-9B-Z]{8}: £8\.50/);
    await reload(page);
    await page.getByRole('radio', { name: 'The payment succeeds', exact: true }).check();
    await page.getByRole('button', { name: 'Go on' }).dblclick();
    await arrive(page, 'confirmation');
    const shown = await readConfirmation(page);
    expect(await textOf(page)).toMatch(/Total\s+£8\.50/);
    await reload(page);
    await goBack(page);
    await arriveAtProvider(page);
    expect(await title(page)).toBe('This payment is settled');
    await goBack(page);
    await arrive(page, 'confirmation');
    for (const name of ['check', 'paying', 'failed', 'cancel']) {
      await page.goto(page.url().replace(/[^/]+$/, name));
      await arrive(page, 'confirmation');
    }
    expect(await readConfirmation(page)).toEqual(shown);
    expect(await countOrders(gateway)).toBe(orders + 1);
    expect((await demoPaymentStates(gateway)).slice(paid)).toEqual(['CAPTURED']);
    expect(await places()).toEqual({ booked: before.booked + 1, held: before.held });
    const mail = await mailTo(page, gateway, 'pays.once@example.com', `Booking reference: ${shown.reference}`);
    expect(await mail.count()).toBe(1);
    expect(await mail.innerText()).toContain('Paid: 8.50 GBP');
  });

  it('is declined, keeps the place and tries again, and says yes to the bank', async () => {
    const page = await openTab(browser, gateway);
    const [orders, before] = [await countOrders(gateway), await places()];
    await walkToPay(page, gateway, guest('tries.again'));
    const first = await goToPay(page);
    await press(page, 'Go on');
    expect(await page.getByRole('alert').innerText()).toContain('Choose what shall happen');
    await choose(page, 'declined');
    await arrive(page, 'check');
    for (const text of ['Your payment was declined. Your place is still kept', 'We are keeping your place']) expect(await textOf(page)).toContain(text);
    expect(await places()).toEqual({ booked: before.booked, held: before.held + 1 });
    const kept = 'Nobody else can take it until 12:50 (GMT).';
    expect(await textOf(page)).toContain(kept);
    await press(page, 'Keep it for longer');
    await arrive(page, 'check');
    expect(await textOf(page)).toContain(kept);
    await reload(page);
    const second = await goToPay(page);
    expect(second).not.toBe(first);
    await choose(page, 'furtherStep');
    await page.getByText('Your bank asks: do you approve this payment?').waitFor();
    await reload(page);
    await choose(page, 'disapprove');
    await arrive(page, 'check');
    await goToPay(page);
    await choose(page, 'furtherStep');
    await choose(page, 'approve');
    await arrive(page, 'confirmation');
    expect(await countOrders(gateway)).toBe(orders + 1);
    expect((await demoPaymentStates(gateway)).slice(-3)).toEqual(['DECLINED', 'DECLINED', 'CAPTURED']);
    expect(await places()).toEqual({ booked: before.booked + 1, held: before.held });
  });

  it('comes back before the provider has decided: the page asks again by itself, and leads back to the payment', async () => {
    const page = await openTab(browser, gateway);
    await walkToPay(page, gateway, guest('waits'));
    const payment = await goToPay(page);
    await choose(page, 'tooSlow');
    await arrive(page, 'paying');
    expect(await title(page)).toBe('We are confirming your payment');
    await page.getByRole('link', { name: 'Look now' }).click();
    await arrive(page, 'paying');
    expect(await goToPay(page, 'Go back to the payment')).toBe(payment);
    await choose(page, 'tooSlow');
    await arrive(page, 'paying');
    await gateway.store.fork().nativeUpdate(DemoPayment, payment, { state: 'AUTHORISED' }); // and nobody tells us
    await arrive(page, 'confirmation'); // nobody has clicked
    await waitForPayment(gateway, payment, 'CAPTURED');
  });

  it('pays and closes the window: the mail comes, and its link opens the booking anywhere', async () => {
    const page = await openTab(browser, gateway);
    await walkToPay(page, gateway, guest('leaves'));
    const payment = await goToPay(page);
    await choose(page, 'left');
    await expect.poll(() => title(page)).toBe('You have closed the window');
    await page.close();
    await waitForPayment(gateway, payment, 'CAPTURED');
    const elsewhere = await openTab(browser, gateway);
    const mail = await mailTo(elsewhere, gateway, 'leaves@example.com', 'Paid: 8.50 GBP');
    await elsewhere.goto((await mail.getByRole('link', { name: /\/bookings\// }).getAttribute('href')) ?? '');
    await arrive(elsewhere, 'confirmation');
    expect(await title(elsewhere)).toBe('You are booked');
    expect((await readConfirmation(elsewhere)).passes).toHaveLength(1);
  });

  it('goes back without paying: may pay after all, or gives up and frees the place', async () => {
    const page = await openTab(browser, gateway);
    const [orders, before] = [await countOrders(gateway), await places()];
    await walkToPay(page, gateway, guest('goes.back'));
    const payment = await goToPay(page);
    await page.getByRole('link', { name: 'Go back without paying' }).click();
    await arrive(page, 'paying');
    expect(await goToPay(page, 'Go back to the payment')).toBe(payment);
    await goBack(page);
    await arrive(page, 'paying');
    await page.getByRole('link', { name: 'Give up this booking' }).click();
    await arrive(page, 'cancel');
    await press(page, 'Give it up');
    await arrive(page, 'ended');
    expect(await title(page)).toBe('You have given this booking up');
    await waitForPayment(gateway, payment, 'ENDED');
    expect(await places()).toEqual(before);
    expect(await countOrders(gateway)).toBe(orders + 1); // which has come to nothing
    await page.goto(`${gateway.url}/demo-provider/payments/${payment}`);
    expect(await title(page)).toBe('This payment is settled');
  });

  it('is told when the provider is down, and loses nothing', async () => {
    const page = await openTab(browser, gateway);
    const [orders, before] = [await countOrders(gateway), await places()];
    await walkToPay(page, gateway, guest('unlucky'));
    const checkout = page.url();
    provider.isDown = true;
    const [answer] = await sendTwice(page);
    expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '60']);
    await press(page, 'Pay');
    await expect.poll(() => textOf(page)).toContain('It does not answer at the moment. Nothing was taken, and your place is still kept.');
    await press(page, 'Try again');
    await arrive(page, 'pay');
    expect(await title(page)).toBe('The payment provider does not answer');
    provider.isDown = false;
    await goToPay(page, 'Try again');
    await choose(page, 'tooSlow');
    await arrive(page, 'paying');
    provider.isDown = true;
    await page.goto(checkout.replace(/check$/, 'paying'));
    expect(step(page)).toBe('paying');
    await goBack(page);
    provider.isDown = false;
    await page.goto(checkout);
    await goToPay(page, 'Go back to the payment');
    await choose(page, 'paid');
    await arrive(page, 'confirmation');
    expect(await countOrders(gateway)).toBe(orders + 1);
    expect(await places()).toEqual({ booked: before.booked + 1, held: before.held });
  });
});

it('pays too late, when somebody else has the last place: nothing is booked, nothing is taken, and a mail says so', async () => {
  const moody = new MoodyProvider();
  const own = await moody.startGateway();
  await using _stopping = { [Symbol.asyncDispose]: () => own.stop() };
  const [late, quick] = [await openTab(browser, own), await openTab(browser, own)];
  await walkToPay(late, own, guest('late'), COURT);
  const payment = await goToPay(late);
  await quick.goto(`${own.url}${COURT}`);
  expect(await title(quick)).toBe('This cannot be booked at the moment');
  moody.unsureOf = payment;
  await choose(late, 'paid');
  await arrive(late, 'paying');
  own.clock.advance(51 * 60); // the place is kept for 50 minutes
  await bookAndPay(quick, own, guest('quick'), COURT);
  expect(step(late)).toBe('paying');
  moody.unsureOf = undefined;
  await late.getByRole('link', { name: 'Look now' }).click();
  await arrive(late, 'failed');
  expect(await title(late)).toBe('Your booking could not be made');
  expect(await textOf(late)).toContain('Nothing was taken from you');
  await reload(late);
  for (const name of ['check', 'paying', 'confirmation', 'cancel-booking']) {
    await late.goto(late.url().replace(/[^/]+$/, name));
    await arrive(late, 'failed');
  }
  await waitForPayment(own, payment, 'VOIDED');
  const mail = await mailsTo(late, own, 'late@example.com', 'Nothing was taken from you');
  expect(await mail.innerText()).toContain('the last places for Badminton court 1 went, or your time ran out. Nothing is booked.');
  expect(await late.locator('article', { hasText: 'late@example.com' }).count()).toBe(1);
  expect(await placesOf(own, 'demo-slot')).toEqual({ booked: 1, held: 0 });
});
