import { describe, expect, it } from 'vitest';
import { CHECKOUT_SESSION_STATES } from '../../src/checkout-session/checkout-session.lifecycle.js';
import { CHECKOUT_STEPS, checkoutStepOf, type CheckoutStep, type CheckoutStepFacts } from '../../src/checkout/checkout-step.js';

const BOTH = [true, false] as const;
const MONEY = BOTH.flatMap((isPaying) => BOTH.map((hasFailed) => ({ isPaying, hasFailed })));

/** Every combination of facts, those included that no checkout of ours gets into. */
const ALL: readonly CheckoutStepFacts[] = CHECKOUT_SESSION_STATES.flatMap((state) =>
  BOTH.flatMap((hasTicket) =>
    BOTH.flatMap((hasDetails) => [true, false, null].flatMap((is13OrOver) => BOTH.flatMap((isBookable) => BOTH.flatMap((hasPriceChanged) => MONEY.map((money) => ({ state, hasTicket, hasDetails, is13OrOver, isBookable, hasPriceChanged, ...money })))))),
  ),
);

type Fact<K extends keyof CheckoutStepFacts> = CheckoutStepFacts[K] | readonly CheckoutStepFacts[K][];
type Row = { readonly [K in keyof CheckoutStepFacts]?: Fact<K> } & { readonly step: CheckoutStep };

const NO_MONEY = { isPaying: false, hasFailed: false } as const;
const OPEN = { ...NO_MONEY, state: 'OPEN', isBookable: true } as const;

/** As a person reads it: every combination is in exactly one row. A fact that a row leaves out has no say in it. */
const TABLE: readonly Row[] = [
  { hasFailed: true, step: 'FAILED' },
  { hasFailed: false, isPaying: true, step: 'PAYING' },
  { ...NO_MONEY, state: 'COMPLETED', step: 'DONE' },
  { ...NO_MONEY, state: 'EXPIRED', step: 'EXPIRED' },
  { ...NO_MONEY, state: 'CANCELLED', is13OrOver: false, step: 'UNDER_13' },
  { ...NO_MONEY, state: 'CANCELLED', is13OrOver: [true, null], step: 'CANCELLED' },
  { ...NO_MONEY, state: 'OPEN', isBookable: false, step: 'NOT_BOOKABLE' },
  { ...OPEN, hasTicket: false, step: 'TICKET' },
  { ...OPEN, hasTicket: true, hasDetails: false, step: 'DETAILS' },
  { ...OPEN, hasTicket: true, hasDetails: true, is13OrOver: [false, null], step: 'AGE' },
  { ...OPEN, hasTicket: true, hasDetails: true, is13OrOver: true, hasPriceChanged: true, step: 'PRICE_CHANGED' },
  { ...OPEN, hasTicket: true, hasDetails: true, is13OrOver: true, hasPriceChanged: false, step: 'CHECK' },
];

function holds({ step: _step, ...row }: Row, facts: CheckoutStepFacts): boolean {
  return Object.entries(row).every(([name, wanted]) => [wanted].flat().includes(facts[name as keyof CheckoutStepFacts])); // a row has the names of facts
}

describe('what a checkout needs next', () => {
  it('is in exactly one row for each combination of facts', () => {
    expect(ALL).toHaveLength(4 * 3 * 2 ** 6);
    expect(ALL.filter((facts) => TABLE.filter((row) => holds(row, facts)).length !== 1)).toEqual([]);
  });

  it.each(TABLE)('is $step when it is $state (bookable: $isBookable, ticket: $hasTicket, details: $hasDetails, 13 or over: $is13OrOver, another price: $hasPriceChanged, paying: $isPaying, failed: $hasFailed)', (row) => {
    const covered = ALL.filter((facts) => holds(row, facts));
    expect(covered).not.toEqual([]);
    expect(covered.filter((facts) => checkoutStepOf(facts) !== row.step)).toEqual([]);
  });

  it('can be every step that there is, and no other', () => {
    expect(new Set(ALL.map(checkoutStepOf))).toEqual(new Set(CHECKOUT_STEPS));
  });

  it('leads to a booking never without a ticket, details, a yes to 13 or over, a price that was shown, and a place to be had, and not while money is on its way or going back (contract §2 Person)', () => {
    const ready = ALL.filter((facts) => checkoutStepOf(facts) === 'CHECK');
    expect(ready).toEqual([{ state: 'OPEN', hasTicket: true, hasDetails: true, is13OrOver: true, isBookable: true, hasPriceChanged: false, ...NO_MONEY }]);
  });
});
