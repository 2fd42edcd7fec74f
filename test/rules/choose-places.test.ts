import { describe, expect, it } from 'vitest';
import { ItemNotBookableError } from '../../src/catalogue/item-not-bookable-error.js';
import type { OfferView, OpportunityView } from '../../src/catalogue/opportunity-view.store.js';
import { choosePlaces, problemsOfMixture } from '../../src/checkout/choose-places.js';
import type { OrderItemRequest } from '../../src/checkout-session/session-request.js';
import { toMoney } from '../../src/shared/money.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const ORGANIZER = { id: 'https://sellers.example/1', name: 'Riverside Yoga', url: null };
const PARENT = { id: 'https://series.example/1', name: 'Yoga', description: null, url: null, organizer: ORGANIZER, provider: ORGANIZER, location: { name: 'Hall', address: null, latitude: null, longitude: null }, activities: [], offers: [] };

function offer(id: string, priceMinor = 850, currency: string | null = 'GBP'): OfferView {
  return { id, name: id, price: toMoney(priceMinor, currency), priceMinor, currency, validFromBeforeStartDate: null, validThroughBeforeStartDate: null, latestCancellationBeforeStartDate: null, allowCustomerCancellationFullRefund: false, isAdvanceBookingUnavailable: false };
}

function session(identifier: string, more: Partial<OpportunityView> = {}): OpportunityView {
  return {
    __typename: 'ScheduledSession',
    id: `https://sessions.example/${identifier}`,
    type: 'SCHEDULED_SESSION',
    identifier,
    sellerStatus: 'PAID',
    canTakePayments: true,
    eventStatus: 'SCHEDULED',
    startDate: new Date('2026-11-22T18:30:00Z'),
    endDate: null,
    timeZone: 'Europe/London',
    remainingCapacity: 2,
    remainingAttendeeCapacity: 2,
    remainingUses: 2,
    offers: [offer('adult'), offer('junior', 0, null)],
    bookability: { isBookable: true, reasons: [], opensAt: null },
    checkoutUrlTemplate: null,
    organizer: ORGANIZER,
    sellerKey: 'seller-1',
    attribution: null,
    superEvent: PARENT,
    facilityUse: PARENT,
    ...more,
  };
}

function choose(catalogue: readonly OpportunityView[], ...wanted: readonly (readonly [identifier: string, acceptedOffer: string])[]) {
  const items = wanted.map(([identifier, acceptedOffer]): OrderItemRequest => ({ acceptedOffer, orderedItem: { type: 'SCHEDULED_SESSION', identifier } }));
  return choosePlaces(items, ({ identifier }) => catalogue.find((item) => item.identifier === identifier), NOW);
}

function placesOf(...parameters: Parameters<typeof choose>) {
  const places = choose(...parameters);
  if (places instanceof ItemNotBookableError) throw new Error(`not bookable: ${places.reasons.join()}`);
  return places;
}

describe('choosing places', () => {
  it('finds each item with its offer and price, in the order of the request', () => {
    const places = placesOf([session('a'), session('b')], ['b', 'junior'], ['a', 'adult']);
    expect(places.map(({ opportunity, offer: { name }, acceptedOffer, priceMinor }) => [opportunity.identifier, name, acceptedOffer, priceMinor])).toEqual([
      ['b', 'junior', 'junior', 0],
      ['a', 'adult', 'adult', 850],
    ]);
  });

  it.each([
    ['an item that nobody knows', ['nowhere', 'adult'], ['UNKNOWN_ITEM']],
    ['a ticket that it does not have', ['a', 'senior'], ['UNKNOWN_OFFER']],
    ['an item that is full', ['full', 'adult'], ['FULL']],
  ] as const)('refuses %s, by name and with a sentence for the customer', (_what, wanted, reasons) => {
    const outcome = choose([session('a'), session('full', { remainingCapacity: 0 })], wanted);
    expect(outcome).toBeInstanceOf(ItemNotBookableError);
    expect(outcome).toMatchObject({ identifier: wanted[0], reasons, code: 'ITEM_NOT_BOOKABLE', opensAt: null, message: expect.stringMatching(/\.$/) });
  });

  it('asks about the chosen ticket alone: another one does not make up for it', () => {
    const early = { ...offer('early'), validFromBeforeStartDate: 'P1D' };
    const outcome = choose([session('a', { offers: [offer('adult'), early] })], ['a', 'early']);
    expect(outcome).toMatchObject({ reasons: ['NOT_YET_OPEN'], opensAt: new Date('2026-11-21T18:30:00Z') });
  });

  it('takes no paid place of a seller whose account takes no charges, and still its free ones', () => {
    const catalogue = [session('a', { canTakePayments: false })];
    expect(choose(catalogue, ['a', 'adult'])).toMatchObject({ reasons: ['SELLER_CANNOT_TAKE_PAYMENTS'], message: expect.stringMatching(/\.$/) });
    expect(placesOf(catalogue, ['a', 'junior'])).toHaveLength(1);
  });

  it('counts the same item twice as two places, whatever their tickets', () => {
    expect(placesOf([session('a')], ['a', 'adult'], ['a', 'junior'])).toHaveLength(2);
    expect(choose([session('a')], ['a', 'adult'], ['a', 'junior'], ['a', 'adult'])).toMatchObject({ identifier: 'a', reasons: ['FULL'] });
    expect(placesOf([session('a'), session('b')], ['a', 'adult'], ['b', 'adult'], ['a', 'adult'], ['b', 'adult'])).toHaveLength(4);
  });

  it('lets the first item that cannot be booked decide', () => {
    expect(choose([session('a')], ['a', 'adult'], ['x', 'adult'], ['y', 'adult'])).toMatchObject({ identifier: 'x' });
  });
});

describe('a mixture', () => {
  const path = ['initialOrder', 'orderedItem'];

  it('of one seller in one currency is fine, and free places have no say', () => {
    expect(problemsOfMixture(placesOf([session('a')], ['a', 'adult'], ['a', 'junior']))).toEqual([]);
  });

  it('of sellers, of currencies or of both is refused, with every problem at once', () => {
    const other = session('b', { sellerKey: 'seller-2' });
    const yen = session('c', { offers: [offer('adult', 500, 'JPY')] });
    const both = session('d', { sellerKey: 'seller-2', offers: [offer('adult', 500, 'JPY')] });
    const catalogue = [session('a'), other, yen, both];
    const sellers = { path, message: 'must all be of one seller' };
    const currencies = { path, message: 'must all be in one currency' };
    expect(problemsOfMixture(placesOf(catalogue, ['a', 'adult'], ['b', 'adult']))).toEqual([sellers]);
    expect(problemsOfMixture(placesOf(catalogue, ['a', 'adult'], ['c', 'adult']))).toEqual([currencies]);
    expect(problemsOfMixture(placesOf(catalogue, ['a', 'adult'], ['d', 'adult']))).toEqual([sellers, currencies]);
  });
});
