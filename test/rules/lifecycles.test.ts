import { describe, expect, it } from 'vitest';
import { CHECKOUT_SESSION_MOVES, CHECKOUT_SESSION_STATES, checkoutSessionLifecycle } from '../../src/checkout-session/checkout-session.lifecycle.js';
import { FEED_MOVES, FEED_STATES, feedLifecycle } from '../../src/feed/feed.lifecycle.js';
import { ORDER_MOVES, ORDER_STATES, orderLifecycle } from '../../src/order/order.lifecycle.js';
import { PAYMENT_ACCOUNT_MOVES, PAYMENT_ACCOUNT_STATUSES, paymentAccountLifecycle } from '../../src/payment/payment-account.lifecycle.js';
import { PAYMENT_MOVES, PAYMENT_STATUSES, paymentLifecycle } from '../../src/payment/payment.lifecycle.js';
import { SELLER_MOVES, SELLER_STATUSES, sellerLifecycle } from '../../src/seller/seller.lifecycle.js';
import type { Lifecycle, Move } from '../../src/shared/lifecycle.js';
import { WEBHOOK_DELIVERY_MOVES, WEBHOOK_DELIVERY_STATES, webhookDeliveryLifecycle } from '../../src/webhook/webhook-delivery.lifecycle.js';

interface Machine {
  readonly name: string;
  readonly states: readonly string[];
  readonly start: string;
  /** Nothing leads out of these. */
  readonly ends: readonly string[];
  readonly lifecycle: Lifecycle<Move>;
  readonly moves: readonly Move[];
  /** The table once more, as a person reads it: every legal pair and where it leads. Every other pair is illegal. */
  readonly expected: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const MACHINES: readonly Machine[] = [
  {
    name: 'a seller (contract §3)',
    states: SELLER_STATUSES,
    start: 'NOT_ONBOARDED',
    ends: [],
    lifecycle: sellerLifecycle,
    moves: SELLER_MOVES,
    expected: {
      NOT_ONBOARDED: { ONBOARDED_FREE: 'FREE', ONBOARDED_PAID: 'PAID' },
      FREE: { MOVED_TO_PAID: 'PAID', OPTED_OUT: 'OPTED_OUT' },
      PAID: { MOVED_TO_FREE: 'FREE', OPTED_OUT: 'OPTED_OUT' },
      OPTED_OUT: { ONBOARDED_FREE: 'FREE', ONBOARDED_PAID: 'PAID' },
    },
  },
  {
    name: 'a payment account',
    states: PAYMENT_ACCOUNT_STATUSES,
    start: 'ONBOARDING',
    ends: ['DISCONNECTED'],
    lifecycle: paymentAccountLifecycle,
    moves: PAYMENT_ACCOUNT_MOVES,
    expected: {
      ONBOARDING: { PROVIDER_ACCEPTED: 'CONNECTED', PROVIDER_ASKED: 'INFORMATION_NEEDED', PROVIDER_REFUSED: 'REFUSED', SELLER_LEFT: 'DISCONNECTING', PROVIDER_DISCONNECTED: 'DISCONNECTED' },
      INFORMATION_NEEDED: { PROVIDER_ACCEPTED: 'CONNECTED', PROVIDER_REFUSED: 'REFUSED', SELLER_LEFT: 'DISCONNECTING', PROVIDER_DISCONNECTED: 'DISCONNECTED' },
      CONNECTED: { PROVIDER_ASKED: 'INFORMATION_NEEDED', PROVIDER_REFUSED: 'REFUSED', SELLER_LEFT: 'DISCONNECTING', PROVIDER_DISCONNECTED: 'DISCONNECTED' },
      REFUSED: { PROVIDER_ACCEPTED: 'CONNECTED', PROVIDER_ASKED: 'INFORMATION_NEEDED', SELLER_LEFT: 'DISCONNECTING', PROVIDER_DISCONNECTED: 'DISCONNECTED' },
      DISCONNECTING: { PROVIDER_DISCONNECTED: 'DISCONNECTED' },
    },
  },
  {
    name: 'a feed',
    states: FEED_STATES.filter((state) => state !== 'FILE'),
    start: 'ACTIVE',
    ends: ['REMOVED'],
    lifecycle: feedLifecycle,
    moves: FEED_MOVES.filter(({ from }) => from !== 'FILE'),
    expected: {
      ACTIVE: { PAUSED: 'PAUSED', NOT_FOUND: 'GONE', FOUND_BROKEN: 'BROKEN', REMOVED: 'REMOVED' },
      PAUSED: { RESUMED: 'ACTIVE', REMOVED: 'REMOVED' },
      GONE: { RESUMED: 'ACTIVE', REMOVED: 'REMOVED' },
      BROKEN: { RESUMED: 'ACTIVE', REMOVED: 'REMOVED' },
    },
  },
  {
    name: 'a file of feed pages',
    states: ['FILE', 'REMOVED'],
    start: 'FILE',
    ends: ['REMOVED'],
    lifecycle: feedLifecycle,
    moves: FEED_MOVES.filter(({ from }) => from === 'FILE'),
    expected: { FILE: { REMOVED: 'REMOVED' } },
  },
  {
    name: 'a checkout session',
    states: CHECKOUT_SESSION_STATES,
    start: 'OPEN',
    ends: ['COMPLETED', 'CANCELLED'],
    lifecycle: checkoutSessionLifecycle,
    moves: CHECKOUT_SESSION_MOVES,
    expected: { OPEN: { ORDER_CONFIRMED: 'COMPLETED', TIME_RAN_OUT: 'EXPIRED', CUSTOMER_CANCELLED: 'CANCELLED', PERSON_ERASED: 'CANCELLED' }, EXPIRED: { ORDER_CONFIRMED: 'COMPLETED' } },
  },
  {
    name: 'an order',
    states: ORDER_STATES,
    start: 'CREATED',
    ends: ['CANCELLED', 'FAILED'],
    lifecycle: orderLifecycle,
    moves: ORDER_MOVES,
    expected: {
      CREATED: { FREE_PLACES_BOOKED: 'CONFIRMED', PAYMENT_STARTED: 'PENDING_PAYMENT', GIVEN_UP: 'FAILED' },
      PENDING_PAYMENT: { FREE_PLACES_BOOKED: 'CONFIRMED', PAYMENT_AUTHORISED: 'AUTHORISED', GIVEN_UP: 'FAILED' },
      AUTHORISED: { PLACES_BOOKED: 'BOOKED', GIVEN_UP: 'FAILED' },
      BOOKED: { PAYMENT_CAPTURED: 'CONFIRMED', GIVEN_UP: 'FAILED' },
      CONFIRMED: { SOME_ITEMS_CANCELLED: 'PARTLY_CANCELLED', ALL_ITEMS_CANCELLED: 'CANCELLED' },
      PARTLY_CANCELLED: { SOME_ITEMS_CANCELLED: 'PARTLY_CANCELLED', ALL_ITEMS_CANCELLED: 'CANCELLED' },
    },
  },
  {
    name: 'a payment',
    states: PAYMENT_STATUSES,
    start: 'STARTED',
    ends: ['DECLINED', 'ENDED', 'CAPTURED', 'VOIDED'],
    lifecycle: paymentLifecycle,
    moves: PAYMENT_MOVES,
    expected: {
      STARTED: { PROVIDER_DECLINED: 'DECLINED', PROVIDER_ENDED: 'ENDED', PROVIDER_AUTHORISED: 'AUTHORISED' },
      AUTHORISED: { PROVIDER_CAPTURED: 'CAPTURED', PLACES_GONE: 'VOIDING' },
      VOIDING: { PROVIDER_VOIDED: 'VOIDED' },
    },
  },
  {
    name: 'a webhook’s delivery',
    states: WEBHOOK_DELIVERY_STATES,
    start: 'PENDING',
    ends: ['ERASED'],
    lifecycle: webhookDeliveryLifecycle,
    moves: WEBHOOK_DELIVERY_MOVES,
    expected: {
      PENDING: { ACCEPTED: 'DELIVERED', LAST_ATTEMPT_FAILED: 'EXHAUSTED', SENT_AGAIN: 'PENDING', PERSON_ERASED: 'ERASED' },
      EXHAUSTED: { SENT_AGAIN: 'PENDING', PERSON_ERASED: 'ERASED' },
      DELIVERED: { SENT_AGAIN: 'PENDING' },
    },
  },
];

describe.each(MACHINES)('the states of $name', ({ states, start, ends, lifecycle, moves, expected }) => {
  const triggers = [...new Set(Object.values(expected).flatMap((row) => Object.keys(row)))];

  it.each(states.flatMap((state) => triggers.map((trigger) => [state, trigger, expected[state]?.[trigger]] as const)))('%s on %s: %s', (state, trigger, next) => {
    expect(lifecycle.next(state, trigger)).toBe(next);
  });

  it('have no row, state or trigger beside those', () => {
    expect(Object.fromEntries(moves.map(({ from, on, to }) => [`${from} ${on}`, to]))).toEqual(
      Object.fromEntries(Object.entries(expected).flatMap(([from, row]) => Object.entries(row).map(([on, to]) => [`${from} ${on}`, to]))),
    );
    expect(new Set(moves.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(states));
  });

  it('name each pair once, so that no row hides another', () => {
    const pairs = moves.map(({ from, on }) => `${from} ${on}`);
    expect(pairs).toEqual([...new Set(pairs)]);
  });

  it('can all be reached from the first, and end nowhere but where they should', () => {
    const reached = new Set([start]);
    for (const state of reached) for (const move of moves) if (move.from === state) reached.add(move.to);
    expect(reached).toEqual(new Set(states));
    expect(states.filter((state) => moves.every(({ from }) => from !== state))).toEqual(ends);
  });

  it('know nothing of a name that nobody gave', () => {
    for (const name of ['', 'nonsense', 'constructor', '__proto__', 'toString']) {
      expect(lifecycle.next(name, triggers[0] ?? '')).toBeUndefined();
      expect(lifecycle.next(start, name)).toBeUndefined();
    }
  });
});
