import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { DEMO_CUSTOMERS, DEMO_ITEMS, DEMO_RISE_MINOR, DEMO_SECONDS } from '../../src/store/demo-world.js';
import { BOOKABLE_ITEMS, BOOKABLE_ROW, FORCED_ROWS, NOT_BOOKABLE_ROWS, type TestModeRow } from '../../src/print/test-mode.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { callRest } from '../support/rest.js';
import { sessionInput } from '../support/seed.js';
import { createStandalone, standaloneBody } from '../support/standalone.js';
import { Trial, type PageTrial, type Transcript } from '../support/test-mode.js';
import { Visitor } from '../support/visitor.js';

const SOON = { timeout: 30_000, interval: 50 };

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly body: string | null;
  readonly attempts: readonly { readonly status: number | null; readonly durationMs: number }[];
}

/** Whatever a row puts between backticks or quotation marks was seen there. */
function expectSeen({ page, rest, graphql, webhook }: TestModeRow, seen: Transcript): void {
  const cells = { page, rest, graphql, webhook };
  for (const where of ['page', 'rest', 'graphql', 'webhook'] as const) {
    for (const [, code, sentence] of cells[where].matchAll(/`([^`]+)`|“([^”]+)”/g)) expect(seen[where], `${where}: ${cells[where]}`).toContain(code ?? sentence);
  }
}

/** The pages come to the confirmation, and REST says of the session what it said when it was opened. */
async function expectBooked(pages: PageTrial): Promise<void> {
  await expect.poll(() => pages.see('next'), SOON).toContain('You are booked');
  expect((await pages.reread()).text).toBe(pages.session.text);
}

/** Books something free through a session of Fitness Finder's, and by GraphQL. */
async function bookFree(trial: Trial): Promise<void> {
  const pages = await trial.atPages('demo-free');
  await pages.book();
  await expectBooked(pages);
  const graphql = await trial.atGraphql('demo-free');
  await graphql.details();
  expect((await graphql.act('bookCheckout')).step).toBe('DONE');
}

describe('docs/test-mode.md', () => {
  it('has every item of the demo world, every customer of it and every choice at the demo provider', () => {
    const rows: readonly TestModeRow[] = [BOOKABLE_ROW, ...NOT_BOOKABLE_ROWS, ...Object.values(FORCED_ROWS)];
    const named = new Set(rows.flatMap(({ triggers }) => triggers));
    const wanted = [...DEMO_ITEMS.map(({ identifier }) => identifier), ...Object.values(DEMO_CUSTOMERS), 'PAID', 'DECLINED', 'FURTHER_STEP', 'TOO_SLOW', 'PAID_AND_LEFT'];
    expect(wanted.filter((name) => !named.has(name))).toEqual([]);
  });
});

describe('the test mode, row by row', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  let tries = 0;
  /** Tries a row as a customer whom nobody has seen yet, unless it is about a certain one. */
  const prove = async (name: keyof typeof FORCED_ROWS, work: (trial: Trial) => Promise<void>) => {
    const row: TestModeRow = FORCED_ROWS[name];
    tries += 1;
    const trial = new Trial(gateway, row.triggers.find((trigger) => trigger.includes('@')) ?? `customer-${tries}@example.com`);
    const before = (await deliveries()).length;
    await work(trial);
    if (row.webhook === 'nothing') expect(await deliveries()).toHaveLength(before);
    else trial.seen.webhook += JSON.stringify(await arrived(trial.email));
    expectSeen(row, trial.seen);
  };
  const deliveries = async (): Promise<readonly Delivery[]> => {
    const { data, errors } = await callGraphql(gateway.graphqlUrl, '{ webhookDeliveries(first: 100) { nodes { id state body attempts { status durationMs } } } }');
    expect(errors).toBeUndefined();
    return data.webhookDeliveries.nodes;
  };
  const deliveriesTo = async (email: string) => (await deliveries()).filter(({ body }) => body?.includes(email) === true);
  const until = async (email: string, fits: (delivery: Delivery) => boolean): Promise<Delivery> => {
    let found: Delivery | undefined;
    await expect.poll(async () => (found = (await deliveriesTo(email)).find(fits)), SOON).toBeDefined();
    if (!found) throw new Error('nothing has come');
    return found;
  };
  /** The delivery to the broker about this customer, once it has its bytes. */
  const arrived = async (email: string) => until(email, ({ body }) => body !== null);
  const wait = () => gateway.clock.advance(DEMO_SECONDS + 1);

  const bodiesOf = async (webhookId: string) => (await callGraphql(gateway.graphqlUrl, '{ demoWebhooks { webhookId body } }')).data.demoWebhooks.filter((one: { webhookId: string }) => one.webhookId === webhookId);

  describe('what can be booked', () => {
    it.each(BOOKABLE_ITEMS)('is booked by every door: %s', async (identifier) => {
      const trial = new Trial(gateway, `${identifier}@example.com`);
      const graphql = await trial.atGraphql(identifier);
      const ready = await graphql.details();
      expect(ready.step).toBe('CHECK');
      const isLast = ['demo-one-left', 'demo-slot', 'demo-slot-own-offers'].includes(identifier);
      if (isLast) await graphql.act('cancelCheckout'); // its only place is for the pages
      else if ((ready.checkout?.totalPaymentDue?.amountMinor ?? 0) > 0) expect(await graphql.pay('PAID')).toBe('DONE');
      else expect((await graphql.act('bookCheckout')).step).toBe('DONE');
      const pages = await trial.atPages(identifier);
      if ((ready.checkout?.totalPaymentDue?.amountMinor ?? 0) > 0) await pages.pay('PAID').then(() => pages.see('paying'));
      else await pages.book();
      await expectBooked(pages);
      trial.seen.webhook += JSON.stringify(await arrived(trial.email));
      expectSeen(isLast ? { ...BOOKABLE_ROW, graphql: '`CANCELLED`' } : BOOKABLE_ROW, trial.seen);
    });
  });

  describe('what cannot be booked', () => {
    it.each(NOT_BOOKABLE_ROWS.map((row) => [row.triggers[0] ?? '', row] as const))('says so by every door: %s', async (identifier, row) => {
      const visitor = new Visitor(gateway.url);
      const { text: page } = await visitor.get(`/checkout/scheduled-sessions/${identifier}`);
      const { status, text: rest } = await createStandalone(gateway.url, { body: standaloneBody(gateway.url, identifier) });
      const document = 'mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { __typename ... on ItemNotBookableError { reasons } } }';
      const { data } = await callGraphql(gateway.graphqlUrl, document, { input: { item: { type: 'SCHEDULED_SESSION', identifier } } }, null);
      expectSeen(row, { page, rest: `${status} ${rest}`, graphql: JSON.stringify(data), webhook: '' });
    });
  });

  describe('what happens on the way', () => {
    it('sells out between choosing and giving details, every time, and leads to another time', async () => {
      await prove('sellsOut', async (trial) => {
        const pages = await trial.atPages('demo-sells-out');
        await pages.see('next');
        wait();
        const graphql = await trial.atGraphql('demo-sells-out');
        expect(await graphql.details()).toMatchObject({ name: 'ItemNotBookableError', reasons: ['FULL'] });
        wait();
        await trial.atGraphql('demo-sells-out'); // it has its place again for whoever comes next
      });
    });

    it('raises a price between choosing and giving details, asks about it, and books at the new one', async () => {
      await prove('priceRises', async (trial) => {
        const pages = await trial.atPages('demo-price-rises');
        expect(await pages.see('next')).toContain('The price has changed');
        await pages.visitor.post(`${pages.checkout}/price`, { totalMinor: String(500 + DEMO_RISE_MINOR) });
        await pages.pay('PAID');
        await expectBooked(pages);
        const graphql = await trial.atGraphql('demo-price-rises');
        const { step, checkout } = await graphql.details();
        expect([step, checkout?.totalPaymentDue?.amountMinor, checkout?.currentTotal?.amountMinor]).toEqual(['PRICE_CHANGED', 500 + DEMO_RISE_MINOR, 500 + 2 * DEMO_RISE_MINOR]);
        expect((await graphql.act('acceptPrices', { totalMinor: 500 + 2 * DEMO_RISE_MINOR })).step).toBe('CHECK');
        expect(await graphql.pay('PAID')).toBe('DONE');
      });
    });

    it('lets a hold run out, and books all the same while places are left', async () => {
      await prove('holdRunsOut', async (trial) => {
        const pages = await trial.atPages('demo-hold-runs-out');
        const graphql = await trial.atGraphql('demo-hold-runs-out');
        const held = await graphql.details();
        expect(new Date(held.checkout?.holdExpiresAt ?? 0).getTime() - gateway.clock.now().getTime()).toBe(DEMO_SECONDS * 1000);
        wait();
        expect(await pages.see('next')).toContain('We are no longer keeping your place.');
        expect(await graphql.read()).toMatchObject({ step: 'CHECK', holdExpiresAt: null });
        await pages.pay('PAID');
        await pages.see('paying');
        await expectBooked(pages);
        expect(await graphql.pay('PAID')).toBe('DONE');
      });
    });

    it('ends a payment that takes too long, and lets the customer try again', async () => {
      await prove('payEnds', async (trial) => {
        const pages = await trial.atPages('demo-hold-runs-out');
        await pages.visitor.goToPay(pages.checkout);
        const graphql = await trial.atGraphql('demo-hold-runs-out');
        await graphql.details();
        const { paymentId } = await graphql.goToPay();
        await graphql.choose(paymentId, 'TOO_SLOW');
        wait();
        await expect.poll(() => pages.see('next'), SOON).toContain('The payment was not finished in time.');
        await expect.poll(() => graphql.read(), SOON).toMatchObject({ step: 'CHECK', paymentStatus: 'ENDED' });
      });
    });

    it('lets a hold run out and gives the place to somebody else, unless it is booked in time', async () => {
      await prove('holdIsLost', async (trial) => {
        const pages = await trial.atPages('demo-hold-is-lost');
        wait();
        expect(await pages.see('next')).toContain('We are no longer keeping your place.');
        await pages.book();
        await pages.see('next');
        wait();
        const graphql = await trial.atGraphql('demo-hold-is-lost');
        await graphql.details();
        wait();
        expect(await graphql.act('bookCheckout')).toMatchObject({ name: 'ItemNotBookableError', reasons: ['FULL'] });
      });
      wait();
      const inTime = new Trial(gateway, 'quick@example.com');
      for (let time = 0; time < 2; time += 1) {
        const quick = await inTime.atGraphql('demo-hold-is-lost');
        await quick.details();
        expect((await quick.act('bookCheckout')).step).toBe('DONE');
      }
    });

    it('takes the places away while somebody pays, and gives the money back', async () => {
      await prove('goneWhilePaying', async (trial) => {
        const pages = await trial.atPages('demo-gone-while-paying');
        await pages.pay('PAID');
        expect(await pages.see('paying')).toContain('Your booking could not be made');
        const graphql = await trial.atGraphql('demo-gone-while-paying');
        await graphql.details();
        expect(await graphql.pay('PAID')).toBe('FAILED');
        await expect.poll(() => graphql.read(), SOON).toMatchObject({ step: 'FAILED', paymentStatus: 'VOIDED' });
      });
    });

    it('declines', async () => {
      await prove('declined', async (trial) => {
        const pages = await trial.atPages('demo-paid');
        await pages.pay('DECLINED');
        await pages.see('paying');
        const graphql = await trial.atGraphql('demo-paid');
        await graphql.details();
        expect(await graphql.pay('DECLINED')).toBe('CHECK');
        expect(await graphql.pay('PAID')).toBe('DONE');
      });
    });

    it('asks for a further step, and then it is fine', async () => {
      await prove('furtherStep', async (trial) => {
        const pages = await trial.atPages('demo-paid');
        await pages.pay('FURTHER_STEP', 'PAID');
        await pages.see('paying');
        await expectBooked(pages);
        const graphql = await trial.atGraphql('demo-paid');
        await graphql.details();
        expect(await graphql.pay('FURTHER_STEP', 'PAID')).toBe('DONE');
      });
    });

    it('has a customer back before the provider has decided', async () => {
      await prove('tooSlow', async (trial) => {
        const pages = await trial.atPages('demo-paid');
        await pages.pay('TOO_SLOW');
        await pages.see('paying');
        const graphql = await trial.atGraphql('demo-paid');
        await graphql.details();
        expect(await graphql.pay('TOO_SLOW')).toBe('PAYING');
      });
    });

    it('books for a customer who pays and does not come back', async () => {
      await prove('paidAndLeft', async (trial) => {
        const pages = await trial.atPages('demo-paid');
        await pages.pay('PAID_AND_LEFT');
        await expectBooked(pages);
        const graphql = await trial.atGraphql('demo-paid');
        await graphql.details();
        const { paymentId } = await graphql.goToPay();
        await graphql.choose(paymentId, 'PAID_AND_LEFT');
        await expect.poll(() => graphql.read(), SOON).toMatchObject({ step: 'DONE' });
      });
    });

    it('has the provider down for a while when somebody goes to pay', async () => {
      await prove('providerDown', async (trial) => {
        const pages = await trial.atPages('demo-paid');
        const { status, text } = await pages.visitor.post(`${pages.checkout}/check`);
        trial.seen.page += text;
        expect(status).toBe(503);
        const graphql = await trial.atGraphql('demo-paid');
        await graphql.details();
        expect((await graphql.goToPay()).name).toBe('PaymentProviderError');
        wait();
        await pages.pay('PAID');
        await pages.see('paying');
        await expectBooked(pages);
        expect(await graphql.pay('PAID')).toBe('DONE');
      });
    });

    it('has the provider down when money is to be taken, and takes it later without anybody', async () => {
      await prove('providerDownLater', async (trial) => {
        const pages = await trial.atPages('demo-paid');
        await pages.pay('PAID');
        expect(await pages.see('paying')).toContain('We are confirming your payment');
        const graphql = await trial.atGraphql('demo-paid');
        await graphql.details();
        expect(await graphql.pay('PAID')).toBe('PaymentProviderError');
        gateway.clock.advance(121);
        await expectBooked(pages);
        await expect.poll(() => graphql.read(), SOON).toMatchObject({ step: 'DONE' });
      });
    });

    it('books for a customer who pays when the time to pay ends', async () => {
      await prove('paysLate', async (trial) => {
        const pages = await trial.atPages('demo-hold-runs-out');
        await pages.pay('TOO_SLOW');
        expect(await pages.see('paying')).toContain('We are confirming your payment');
        const graphql = await trial.atGraphql('demo-hold-runs-out');
        await graphql.details();
        expect(await graphql.pay('TOO_SLOW')).toBe('PAYING');
        wait();
        await expectBooked(pages);
        await expect.poll(() => graphql.read(), SOON).toMatchObject({ step: 'DONE' });
      });
    });

    it('gives the money back that comes after somebody has given up', async () => {
      await prove('paysTooLate', async (trial) => {
        const pages = await trial.atPages('demo-paid');
        await pages.visitor.goToPay(pages.checkout);
        await pages.visitor.post(`${pages.checkout}/cancel`);
        await expect.poll(() => pages.see('next'), SOON).toContain('Your booking could not be made');
        const graphql = await trial.atGraphql('demo-paid');
        await graphql.details();
        expect(await graphql.pay('TOO_SLOW')).toBe('PAYING');
        await graphql.act('cancelCheckout');
        await expect.poll(() => graphql.read(), SOON).toMatchObject({ step: 'FAILED', paymentStatus: 'VOIDED' });
      });
    });

    it('fails to take a webhook twice, and takes the third attempt', async () => {
      await prove('webhookFailsTwice', async (trial) => {
        await bookFree(trial);
        await until(trial.email, ({ attempts }) => attempts.length === 1);
        gateway.clock.advance(6);
        await until(trial.email, ({ attempts }) => attempts.length === 2);
        gateway.clock.advance(361);
        const { id, attempts } = await until(trial.email, ({ state }) => state === 'DELIVERED');
        expect(attempts.map(({ status }) => status)).toEqual([500, 500, 204]);
        expect(await bodiesOf(id)).toHaveLength(1);
        trial.seen.webhook += 'webhook-id';
      });
    });

    it('never takes a webhook', async () => {
      await prove('webhookFails', async (trial) => {
        await bookFree(trial);
        await until(trial.email, ({ attempts }) => attempts.length === 1);
        gateway.clock.advance(6);
        await until(trial.email, ({ attempts }) => attempts.length === 2);
        gateway.clock.advance(361);
        const { id, state, attempts } = await until(trial.email, (delivery) => delivery.attempts.length === 3);
        expect([state, ...attempts.map(({ status }) => status)]).toEqual(['PENDING', 500, 500, 500]);
        expect(await bodiesOf(id)).toEqual([]);
      });
    });

    it('takes its time for a webhook', async () => {
      await prove('webhookSlow', async (trial) => {
        await bookFree(trial);
        const { attempts } = await until(trial.email, ({ state }) => state === 'DELIVERED');
        expect(attempts[0]?.durationMs).toBeGreaterThanOrEqual(2_900);
      });
    });

    it('gets a webhook twice that is sent again by hand', async () => {
      await prove('sentTwice', async (trial) => {
        await bookFree(trial);
        const { id } = await until(trial.email, ({ state }) => state === 'DELIVERED');
        await callGraphql(gateway.graphqlUrl, 'mutation ($input: RetryWebhookDeliveryInput!) { retryWebhookDelivery(input: $input) { __typename } }', { input: { id } });
        await expect.poll(async () => (await bodiesOf(id)).length, SOON).toBe(2);
        const [first, again] = await bodiesOf(id);
        expect(first).toEqual(again);
        trial.seen.webhook += 'webhook-id';
      });
    });

    it('refuses a session of a broker that could not hear of it', async () => {
      await prove('noWebhook', async (trial) => {
        expect((await trial.post('demo-free', DEMO.apiKeys.clubCompass)).status).toBe(403);
        const document = 'mutation ($input: CreateCheckoutSessionInput!) { createCheckoutSession(input: $input) { __typename } }';
        const { data } = await callGraphql(gateway.graphqlUrl, document, { input: sessionInput() }, DEMO.apiKeys.clubCompass);
        trial.seen.graphql += JSON.stringify(data);
      });
    });

    it('lets nobody under 13 book', async () => {
      await prove('under13', async (trial) => {
        await trial.post('demo-free', DEMO.apiKeys.fitnessFinder, { 'platform:is13OrOver': false });
        const visitor = new Visitor(gateway.url);
        const checkout = await visitor.start();
        await visitor.post(`${checkout}/details`, { givenName: 'Kim', familyName: 'Young', email: trial.email });
        await visitor.post(`${checkout}/age`, { is13OrOver: 'no' });
        trial.seen.page += (await visitor.get(`${checkout}/ended`)).text;
        const graphql = await trial.atGraphql('demo-free');
        await graphql.act('submitDetails', { customer: { givenName: 'Kim', familyName: 'Young', email: trial.email } });
        await graphql.act('confirmAge', { is13OrOver: false });
      });
    });
  });

  it('leaves every other checkout alone: a hold lasts its full term', async () => {
    const { checkout } = await (await new Trial(gateway, DEMO_CUSTOMERS.paysLate).atGraphql('demo-free')).details();
    expect(new Date(checkout?.holdExpiresAt ?? 0).getTime() - gateway.clock.now().getTime()).toBe(900_000);
    expect(await callRest(`${gateway.url}/api/v2/opportunities/demo-free`)).toMatchObject({ status: 200 });
  });
});
