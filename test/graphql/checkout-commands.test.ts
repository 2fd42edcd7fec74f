import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { CHECKOUT_STEPS, type CheckoutStep } from '../../src/checkout/checkout-step.js';
import { OrderItem } from '../../src/order/order-item.entity.js';
import { customerIn, GUEST, startCheckout, type CustomerActs } from '../support/checkout.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { addItem, expectBalance, placesOf } from '../support/places.js';

/** `FUZZ_RUNS=1000 npx vitest run test/graphql/checkout-commands.test.ts` for more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 20);

const HOLD_SECONDS = 900;
const DAY_SECONDS = 86_400;
const MOST_GUESTS = 3;

type Ticket = 'adult' | 'child';
type Act = 'adult' | 'child' | 'choose again' | 'details' | 'bad details' | 'yes' | 'no' | 'accept' | 'renew' | 'book' | 'cancel';

/** What may happen to one item and the guests who want it, in any order. `guest` is which of those who have come, the latest being 0. */
type Command =
  | { readonly do: 'come' }
  | { readonly do: Act; readonly guest: number }
  | { readonly do: 'time passes'; readonly seconds: number }
  | { readonly do: 'a price becomes'; readonly ticket: Ticket; readonly price: number }
  | { readonly do: 'the item is'; readonly status: 'SCHEDULED' | 'CANCELLED' };

const guest = fc.integer({ min: 0, max: MOST_GUESTS - 1 });
const ACTS: readonly Act[] = ['adult', 'child', 'choose again', 'details', 'bad details', 'yes', 'no', 'accept', 'renew', 'book', 'cancel'];
const COMMAND: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ do: 'come' as const }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom(...ACTS), guest }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('time passes' as const), seconds: fc.constantFrom(1, HOLD_SECONDS - 1, HOLD_SECONDS, DAY_SECONDS - HOLD_SECONDS / 2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('a price becomes' as const), ticket: fc.constantFrom('adult', 'child'), price: fc.constantFrom(0, 0, 500) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('the item is' as const), status: fc.constantFrom('SCHEDULED', 'SCHEDULED', 'CANCELLED') }) },
);
const by = (who: number, ...acts: readonly Act[]): readonly Command[] => acts.map((act) => ({ do: act, guest: who }));
/** Random commands hardly ever get to a booking, so whole walks to one are mixed in. */
const WALK = fc.tuple(fc.constantFrom<Ticket>('adult', 'child'), fc.constantFrom<Act>('book', 'renew', 'no', 'cancel')).map(([ticket, last]) => [{ do: 'come' as const }, ...by(0, ticket, 'details', 'yes', last)]);
const COMMANDS = fc.array(fc.oneof({ weight: 5, arbitrary: COMMAND.map((command) => [command]) }, { weight: 2, arbitrary: WALK }), { minLength: 3, maxLength: 10 }).map((parts) => parts.flat());

/** One life that is led in every run, so that what every run must have seen does not hang on chance. */
const EVERY_RUN: readonly Command[] = [
  { do: 'come' },
  ...by(0, 'details', 'adult', 'choose again', 'adult', 'bad details', 'details', 'book', 'yes'),
  { do: 'a price becomes', ticket: 'adult', price: 500 },
  ...by(0, 'book', 'renew', 'accept', 'book'),
  { do: 'a price becomes', ticket: 'adult', price: 0 },
  ...by(0, 'accept'),
  { do: 'come' },
  { do: 'time passes', seconds: HOLD_SECONDS },
  { do: 'come' },
  ...by(0, 'adult', 'details', 'yes'),
  ...by(2, 'book', 'renew'),
  { do: 'the item is', status: 'CANCELLED' },
  ...by(0, 'book'),
  { do: 'the item is', status: 'SCHEDULED' },
  ...by(0, 'book', 'book', 'cancel'),
  ...by(2, 'cancel', 'cancel', 'book'),
  { do: 'time passes', seconds: DAY_SECONDS },
  ...by(1, 'adult'),
];
/** The same for a place that is given back, and a customer who is too young. */
const AND_EVERY_RUN: readonly Command[] = [{ do: 'come' }, ...by(0, 'child', 'details', 'no', 'no', 'yes'), { do: 'come' }, ...by(0, 'child', 'details', 'yes', 'book')];

interface ModelGuest {
  readonly endsAt: number;
  state: 'OPEN' | 'COMPLETED' | 'CANCELLED';
  ticket: Ticket | undefined;
  price: number;
  hasDetails: boolean;
  is13OrOver: boolean | undefined;
  heldUntil: number;
}

/** One item, its places and who wants them, in a few lines and with no database. */
class Model {
  now = 0;
  booked = 0;
  isScheduled = true;
  readonly prices = { adult: 0, child: 0 };
  readonly guests: ModelGuest[] = [];

  constructor(readonly capacity: number) {}

  come(): string {
    if (!this.isBookableFor(undefined)) return 'ItemNotBookableError undefined';
    this.guests.unshift({ endsAt: this.now + DAY_SECONDS, state: 'OPEN', ticket: undefined, price: 0, hasDetails: false, is13OrOver: undefined, heldUntil: 0 });
    return 'StartCheckoutPayload TICKET';
  }

  holders(): readonly ModelGuest[] {
    return this.guests.filter(({ state, heldUntil }) => state === 'OPEN' && heldUntil > this.now);
  }

  isBookableFor(mine: ModelGuest | undefined): boolean {
    return this.isScheduled && this.booked + this.holders().filter((other) => other !== mine).length < this.capacity;
  }

  stepOf(mine: ModelGuest): CheckoutStep {
    if (mine.state === 'COMPLETED') return 'DONE';
    if (mine.state === 'CANCELLED') return mine.is13OrOver === false ? 'UNDER_13' : 'CANCELLED';
    if (this.now >= mine.endsAt) return 'EXPIRED';
    if (!this.isBookableFor(mine)) return 'NOT_BOOKABLE';
    if (!mine.ticket) return 'TICKET';
    if (!mine.hasDetails) return 'DETAILS';
    if (!mine.is13OrOver) return 'AGE';
    return mine.price === this.prices[mine.ticket] ? 'CHECK' : 'PRICE_CHANGED';
  }

  /** How an act ends, by name and by the step that it tells; what it changes is changed. */
  act(what: Act, mine: ModelGuest): string {
    const at = this.stepOf(mine);
    const done = (name: string) => `${name}Payload ${this.stepOf(mine)}`;
    const refused = `CheckoutStepError ${at}`;
    if (what === 'adult' || what === 'child') {
      if (at !== 'TICKET' && mine.ticket !== what) return refused;
      if (at === 'TICKET') [mine.ticket, mine.price] = [what, this.prices[what]];
      return done('ChooseTicket');
    }
    if (what === 'choose again') {
      if (at !== 'TICKET' && at !== 'DETAILS') return refused;
      mine.ticket = undefined;
      return done('ChooseTicket');
    }
    if (what === 'yes' || what === 'no') return this.answer(what === 'yes', mine, at) ? done('ConfirmAge') : refused;
    if (what === 'cancel') {
      if (mine.state === 'COMPLETED' || at === 'EXPIRED') return refused;
      mine.state = 'CANCELLED';
      return done('CancelCheckout');
    }
    if (what === 'accept') {
      if (at !== 'PRICE_CHANGED' && at !== 'CHECK') return refused;
      if (mine.ticket) mine.price = this.prices[mine.ticket];
      return done('AcceptPrices');
    }
    if (what === 'book' && at === 'DONE') return done('BookCheckout');
    if (at === 'NOT_BOOKABLE') return 'ItemNotBookableError undefined';
    return this.take(what, mine, at) ?? refused;
  }

  answer(isYes: boolean, mine: ModelGuest, at: CheckoutStep): boolean {
    if (at === 'AGE') [mine.is13OrOver, mine.state] = [isYes, isYes ? 'OPEN' : 'CANCELLED'];
    return at === 'AGE' || (isYes ? at === 'CHECK' : at === 'UNDER_13');
  }

  take(what: 'details' | 'bad details' | 'renew' | 'book', mine: ModelGuest, at: CheckoutStep): string | undefined {
    if (what === 'book') {
      if (at !== 'CHECK') return undefined;
      if (mine.price > 0) return 'PaymentRequiredError undefined';
      mine.state = 'COMPLETED';
      this.booked += 1;
      return 'BookCheckoutPayload DONE';
    }
    const isLate = at === 'AGE' || at === 'PRICE_CHANGED' || at === 'CHECK';
    if (!isLate && (what === 'renew' || at !== 'DETAILS')) return undefined;
    if (what === 'bad details') return 'ValidationError undefined';
    mine.hasDetails = true;
    mine.heldUntil = Math.min(this.now + HOLD_SECONDS, mine.endsAt);
    return `${what === 'renew' ? 'RenewHold' : 'SubmitDetails'}Payload ${this.stepOf(mine)}`;
  }
}

/** What each act of the model is through the schema. */
const doing = (mine: CustomerActs, offer: (ticket: string) => string) => ({
  adult: () => mine.choose(offer('adult')),
  child: () => mine.choose(offer('child')),
  'choose again': () => mine.choose(null),
  details: () => mine.details(),
  'bad details': () => mine.details({ ...GUEST, email: 'grace' }),
  yes: () => mine.age(),
  no: () => mine.age(false),
  accept: mine.accept,
  renew: mine.renew,
  book: mine.book,
  cancel: mine.cancel,
});

describe('a place, whoever wants it and whatever happens in whatever order', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  it(`is always where a model of it is, is sold once, and nothing but named errors comes back: ${RUNS} random lives`, { timeout: 60_000 + RUNS * 1_000 }, async () => {
    const [visited, seen] = [new Set<string>(), new Set<CheckoutStep>()];
    const live = async (commands: readonly Command[], capacity: number) => {
      const item = await addItem(gateway, { capacity, tickets: { adult: 0, child: 0 }, seller: 'northside-sports' });
      const [model, began] = [new Model(capacity), gateway.clock.now().getTime()];
      const guests: CustomerActs[] = [];
      for (const command of commands) {
        if (command.do === 'time passes') {
          gateway.clock.advance(command.seconds);
          model.now += command.seconds;
        } else if (command.do === 'a price becomes') {
          model.prices[command.ticket] = command.price;
          await gateway.store.fork().nativeUpdate(Offer, { id: item.offer(command.ticket) }, { priceMinor: command.price });
        } else if (command.do === 'the item is') {
          model.isScheduled = command.status === 'SCHEDULED';
          await gateway.store.fork().nativeUpdate(Opportunity, { id: item.id }, { eventStatus: command.status });
        } else if (command.do === 'come') {
          if (guests.length === MOST_GUESTS) continue;
          const { name, step, token } = await startCheckout(gateway, item.target);
          expect(`${name} ${step}`).toBe(model.come());
          if (token !== undefined) guests.unshift(customerIn(gateway, token));
        } else {
          const [mine, known] = [guests[command.guest], model.guests[command.guest]];
          if (!mine || !known) continue;
          const { name, step } = await doing(mine, item.offer)[command.do]();
          const expected = model.act(command.do, known);
          expect(`${name} ${step}`).toBe(expected);
          visited.add(expected.split(' ')[0] ?? '');
        }
        for (const known of model.guests) seen.add(model.stepOf(known));
      }
      for (const [index, mine] of guests.entries()) {
        const known = model.guests[index];
        if (!known) continue;
        const { step, holdExpiresAt, order } = await mine.read();
        const heldUntil = model.holders().includes(known) ? new Date(began + known.heldUntil * 1_000).toISOString() : null;
        expect({ step, holdExpiresAt, isBooked: order !== null }).toEqual({ step: model.stepOf(known), holdExpiresAt: heldUntil, isBooked: known.state === 'COMPLETED' });
      }
      expect(await gateway.store.fork().count(OrderItem, { opportunity: item.id, status: 'ORDER_CONFIRMED' })).toBe(model.booked);
      expect((await placesOf(gateway.store, item.id)).booked).toBe(model.booked);
    };
    await fc.assert(fc.asyncProperty(COMMANDS, fc.integer({ min: 1, max: 2 }), live), { numRuns: RUNS, examples: [[[...EVERY_RUN], 1], [[...AND_EVERY_RUN], 1]] });
    await expectBalance(gateway.store);
    expect(seen).toEqual(new Set(CHECKOUT_STEPS.filter((step) => step !== 'PAYING' && step !== 'FAILED'))); // nobody pays here
    expect([...visited]).toEqual(expect.arrayContaining(['BookCheckoutPayload', 'ItemNotBookableError', 'PaymentRequiredError', 'ValidationError', 'CheckoutStepError', 'RenewHoldPayload', 'AcceptPricesPayload']));
  });
});
