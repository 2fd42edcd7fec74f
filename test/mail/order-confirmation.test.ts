import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { OutboxTask } from '../../src/outbox/outbox-task.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { itemBody, personBody, sessionBody, withOrder } from '../support/bodies.js';
import { askOver, book, openButton, openSession, type Ask, type Booked } from '../support/book.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { MailServer, type ArrivedMail } from '../support/mail-server.js';
import { STORES } from '../support/stores.js';

/** Everything that waits here waits for the gateway's own outbox, which looks every second. */
const SOON = { timeout: 30_000 };
/** The same wall time at the venue in Europe/London, the day before and the day after its clocks go forward. */
const BEFORE_DST = '2027-03-27T18:30:00.000Z';
const AFTER_DST = '2027-03-29T17:30:00.000Z';

/** Adds sessions of Yoga for beginners at these times, an hour and a half each. */
async function addSessions({ store }: TestGateway, starts: Readonly<Record<string, string>>): Promise<void> {
  const em = store.fork();
  const model = await em.findOneOrFail(Opportunity, { identifier: 'demo-free' });
  for (const [identifier, start] of Object.entries(starts)) {
    const [startDate, endDate] = [new Date(start), new Date(Date.parse(start) + 90 * 60_000)];
    const parent = em.getReference(OpportunityParent, model.parent.id);
    em.create(Opportunity, { id: DEMO.scheduledSessionId(identifier), identifier, type: 'SCHEDULED_SESSION', parent, startDate, endDate, eventStatus: 'SCHEDULED', remainingCapacity: null });
  }
  await em.flush();
}

const fileOf = ({ attachments }: ArrivedMail, filename: string) => {
  const file = attachments.find((one) => one.filename === filename);
  if (!file) throw new Error(`no ${filename}`);
  return file;
};

/** The events of a calendar, each by its properties; folded lines made whole. (RFC 5545) */
function eventsOf(calendar: string): ReadonlyMap<string, string>[] {
  const lines = calendar.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
  expect([lines[0], lines.at(-1) === '' ? lines.at(-2) : lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
  return calendarBlocks(lines).map((block) => new Map(block.map((line) => [line.slice(0, line.search(/[:;]/)), line.slice(line.indexOf(':') + 1)])));
}

function calendarBlocks(lines: readonly string[]): string[][] {
  const starts = lines.flatMap((line, index) => (line === 'BEGIN:VEVENT' ? [index] : []));
  return starts.map((start) => lines.slice(start + 1, lines.indexOf('END:VEVENT', start)));
}

/** What a phone reads from a picture. */
function scan(png: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(png);
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data;
}

describe.each(STORES)('the mail about a booking, by SMTP (%s)', (store) => {
  let gateway: TestGateway;
  let server: MailServer;
  let ask: Ask;
  let booked: Booked;
  let mail: ArrivedMail;
  beforeAll(async () => {
    server = await MailServer.reserve();
    gateway = await startTestGateway({ store, adapter: 'in process' }, server.settings);
    ask = askOver(gateway);
    await addSessions(gateway, { 'before-dst': BEFORE_DST, 'after-dst': AFTER_DST });
    const orderedItem = ['before-dst', 'after-dst'].map((identifier) => itemBody('ScheduledSession', identifier, DEMO.offers.free));
    booked = await book(ask, (await openSession(gateway.url, DEMO.apiKeys.fitnessFinder, withOrder(sessionBody(gateway.url), { orderedItem }))).target);
  });
  afterAll(async () => {
    await gateway.stop();
    await server.goDown();
  });

  const placesOf = async () => (await ask('query ($id: ID!) { order(id: $id) { orderedItem { accessToken { text } accessCode { name value } } } }', { id: booked.id }, { apiKey: DEMO.apiKeys.fitnessFinder })).order.orderedItem as {
    accessToken: [{ text: string }];
    accessCode: [{ name: string; value: string }];
  }[];

  it('waits for a server that is down, loses nothing, and comes once when it is back', async () => {
    const task = () => gateway.store.fork().findOneOrFail(OutboxTask, { kind: 'SEND_ORDER_CONFIRMATION' });
    await expect.poll(async () => (await task()).attempts, SOON).toBe(1);
    expect(await task()).toMatchObject({ doneAt: null, lastError: expect.stringContaining('ECONNREFUSED') });
    await server.goUp();
    gateway.clock.advance(5);
    await expect.poll(async () => (await task()).doneAt, SOON).not.toBeNull();
    expect(server.arrived).toHaveLength(1);
    [mail] = server.arrived as [ArrivedMail];
  });

  it('goes to the customer alone, from the sender of the settings, with an id by which a repeat would be known', () => {
    const { email, givenName, familyName } = personBody();
    expect([mail.from, mail.to]).toEqual(['bookings@courtside.example', [email]]);
    expect(mail.headers.get('to')).toBe(`${givenName} ${familyName} <${email}>`);
    expect(mail.headers.get('from')).toBe('Courtside <bookings@courtside.example>');
    expect(mail.headers.get('subject')).toBe('You are booked: Yoga for beginners');
    expect(mail.headers.get('message-id')).toBe(`<order-${booked.id.slice(booked.id.lastIndexOf('/') + 1)}@courtside>`);
  });

  it('says what was booked, when at the venue, for how much, the reference and what opens the doors', async () => {
    const places = await placesOf();
    expect(mail.text).toContain(`Booking reference: ${booked.reference}\nPrice: free`);
    expect(mail.text).toContain('your booking with Riverside Yoga, made through Fitness Finder, is confirmed.');
    expect(mail.text).toMatch(/Place 1\nYoga for beginners\nSaturday,? 27 March 2027 at 18:30 GMT\nRiverside Yoga, 1 Mill Lane, Brightwell\n/);
    expect(mail.text).toMatch(/Place 2\nYoga for beginners\nMonday,? 29 March 2027 at 18:30 BST\n/);
    for (const { accessToken, accessCode } of places) {
      expect(mail.text).toContain(`Pass: ${accessToken[0].text}\n${accessCode[0].name}: ${accessCode[0].value}`);
    }
  });

  it('has a personal link, whose token opens this booking and no other', async () => {
    const [, token = ''] = new RegExp(`^${gateway.url}/bookings/(\\S+)$`, 'm').exec(mail.text) ?? [];
    expect(token).toBe(booked.token);
    const { checkout } = await ask('{ checkout { id state order { id reference } } }', {}, { authorization: `Checkout ${token}` });
    expect(checkout).toEqual({ id: booked.checkoutId, state: 'COMPLETED', order: { id: booked.id, reference: booked.reference } });
    for (const wrong of [`${token}x`, token.slice(0, -1), token.split('.')[0]]) await expect(ask('{ checkout { id } }', {}, { authorization: `Checkout ${wrong}` })).rejects.toThrow('UNAUTHENTICATED');
  });

  it('brings a calendar file, in UTC, right on both sides of a change of the clocks', () => {
    const { contentType, content } = fileOf(mail, 'courtside.ics');
    expect(contentType).toMatch(/^text\/calendar;/);
    const events = eventsOf(content.toString('utf8'));
    expect(events.map((event) => [event.get('DTSTART'), event.get('DTEND')])).toEqual([['20270327T183000Z', '20270327T200000Z'], ['20270329T173000Z', '20270329T190000Z']]);
    for (const event of events) {
      expect(event.get('SUMMARY')).toBe('Yoga for beginners');
      expect(event.get('DESCRIPTION')).toBe(`Riverside Yoga. Booking reference ${booked.reference}`);
      expect(event.get('LOCATION')).toBe('Riverside Yoga\\, 1 Mill Lane\\, Brightwell');
      expect(event.get('STATUS')).toBe('CONFIRMED');
    }
    expect(new Set(events.map((event) => event.get('UID'))).size).toBe(2);
  });

  it('brings a picture of every pass, which a phone reads as the pass', async () => {
    const places = await placesOf();
    const scanned = ['pass-1.png', 'pass-2.png'].map((name) => scan(fileOf(mail, name).content));
    expect(scanned).toEqual(places.map(({ accessToken }) => accessToken[0].text));
    expect(mail.attachments.map(({ filename, contentType }) => [filename, contentType.split(';')[0]])).toEqual([['courtside.ics', 'text/calendar'], ['pass-1.png', 'image/png'], ['pass-2.png', 'image/png']]);
  });

  it('gives a name no way to write a header or another recipient', async () => {
    const guest = { givenName: 'Eve" <eve@example.com>,', familyName: 'O’Neil, Bcc: all@example.com', email: 'eve.oneil@example.com' };
    await book(ask, await openButton(gateway.url, null), guest);
    await expect.poll(() => server.arrived.length, SOON).toBe(2);
    const [, other] = server.arrived;
    expect([other?.to, other?.headers.has('bcc')]).toEqual([['eve.oneil@example.com'], false]);
    expect(other?.text).toContain('made through Courtside,');
  });

  it('leaves the demo mailbox closed', async () => {
    await expect(ask('{ demoMails { id } }')).rejects.toThrow('The demo mailbox is not in use here.');
  });
});

describe.each(STORES)('the mail about a booking, without SMTP (%s)', (store) => {
  it.each(['true', 'false'])('stays in the demo mailbox, or where there is no demo goes nowhere (DEMO=%s)', async (DEMO_SETTING) => {
    const first = await startTestGateway({ store, adapter: 'in process' });
    await first.stop(); // it leaves a demo world, which the next one may do without
    const gateway = await startTestGateway({ store, adapter: 'in process' }, { DATABASE_URL: first.databaseUrl, DEMO: DEMO_SETTING });
    try {
      const ask = askOver(gateway);
      const { id, reference } = await book(ask, await openButton(gateway.url, null));
      await expect.poll(async () => (await gateway.store.fork().findOneOrFail(OutboxTask, { kind: 'SEND_ORDER_CONFIRMATION' })).doneAt, SOON).not.toBeNull();
      const kept = (await gateway.store.fork().execute('select id from demo_mail')) as { id: string }[];
      if (DEMO_SETTING === 'false') {
        expect(kept).toEqual([]);
        await expect(ask('{ demoMails { id } }')).rejects.toThrow('The demo mailbox is not in use here.');
        return;
      }
      const { demoMails } = await ask('{ demoMails { id recipient subject text attachments { filename contentType } } }');
      expect(demoMails).toEqual([
        {
          id: `order-${id.slice(id.lastIndexOf('/') + 1)}@courtside`,
          recipient: 'grace.hopper@example.com',
          subject: 'You are booked: Yoga for beginners',
          text: expect.stringContaining(reference),
          attachments: [{ filename: 'courtside.ics', contentType: expect.stringMatching(/^text\/calendar/) }, { filename: 'pass-1.png', contentType: 'image/png' }],
        },
      ]);
    } finally {
      await gateway.stop();
    }
  });
});
