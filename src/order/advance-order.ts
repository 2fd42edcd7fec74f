import type { EntityManager } from '@mikro-orm/sql';
import { bookPlaces, releaseHolds } from '../checkout/place-counts.js';
import { Checkout } from '../checkout/checkout.entity.js';
import { readCheckout, type CheckoutView } from '../checkout/checkout.store.js';
import { endCheckout } from '../checkout/in-checkout.js';
import { markBooked, placesWanted } from '../checkout/place-order.js';
import { addTask } from '../outbox/add-task.js';
import { movePayment } from '../payment/move-payment.js';
import { Payment } from '../payment/payment.entity.js';
import { ProviderOutage } from '../payment/payment-accounts.js';
import type { Payments } from '../payment/payments.js';
import { addSeconds } from '../shared/clock.js';
import type { Tables } from '../store/tables.js';
import { confirmOrder } from './confirm-order.js';
import { moveOrder } from './move-order.js';
import type { OrderState } from './order.lifecycle.js';

export interface AdvanceParts {
  readonly fork: () => EntityManager;
  readonly clock: { now(): Date };
  readonly payments: Payments;
  readonly platformOrganization: { readonly name: string; readonly url: string };
}

/** Our choice: what a crash left standing for so long is taken up by somebody else. */
const SWEEP_SECONDS = 2 * 60;

interface Standing {
  readonly orderId: string;
  readonly payment: Payment;
  readonly orderState: OrderState;
  readonly checkoutId: string;
  readonly isCheckoutOpen: boolean;
}

/**
 * Takes a paid order as far as it can go at this moment: authorised → booked → captured → confirmed, or back, when the
 * places have gone or the time is over. Each step is stored before the next and each call to the provider bears a repeat,
 * so whoever comes after a crash, or at the same time, goes on from what is there. `isLeaving` undoes what is not booked
 * yet, because the seller's account is about to be disconnected.
 */
export async function advanceOrder(orderId: string, parts: AdvanceParts, isLeaving = false): Promise<void> {
  for (let moved = true; moved; ) {
    const standing = await read(orderId, parts.fork());
    moved = standing !== undefined && (await step(standing, parts, isLeaving));
  }
}

async function read(orderId: string, em: EntityManager): Promise<Standing | undefined> {
  const payment = await em.findOne(Payment, { order: orderId }, { orderBy: { attempt: 'desc' }, populate: ['order'] });
  const checkout = await em.findOne(Checkout, { quoteId: orderId });
  return payment && checkout ? { orderId, payment, orderState: payment.order.state, checkoutId: checkout.id, isCheckoutOpen: checkout.state === 'OPEN' } : undefined;
}

/** Makes one step, if there is one; false when there is nothing to do before something else happens. */
async function step(standing: Standing, parts: AdvanceParts, isLeaving: boolean): Promise<boolean> {
  const { payment, orderState } = standing;
  if (payment.status === 'STARTED') return settleStarted(standing, parts, isLeaving);
  if (payment.status === 'AUTHORISED' && orderState === 'AUTHORISED') return book(standing, parts, isLeaving);
  if (payment.status === 'AUTHORISED' && orderState === 'BOOKED') return capture(standing, parts);
  if (payment.status === 'VOIDING') return giveMoneyBack(standing, parts);
  if (orderState === 'PENDING_PAYMENT' && !standing.isCheckoutOpen) return giveUp(standing, parts);
  return false;
}

async function settleStarted(standing: Standing, parts: AdvanceParts, isLeaving: boolean): Promise<boolean> {
  const { payment, isCheckoutOpen } = standing;
  const { accountId, providerPaymentId } = payment;
  const now = parts.clock.now();
  const isOver = isLeaving || !isCheckoutOpen || payment.endsAt <= now;
  if (typeof providerPaymentId !== 'string') return isOver ? move(standing, parts, 'PROVIDER_ENDED') : false; // the customer never got an address
  let verdict = await parts.payments.verdict(accountId, providerPaymentId);
  if (verdict === 'OPEN' && !isOver) return false;
  if (verdict === 'OPEN') {
    await parts.payments.end(accountId, providerPaymentId);
    verdict = await parts.payments.verdict(accountId, providerPaymentId);
  }
  if (verdict === 'OPEN') throw new ProviderOutage('the provider keeps a payment open that it was asked to end');
  if (verdict === 'AUTHORISED' || verdict === 'CAPTURED') return move(standing, parts, 'PROVIDER_AUTHORISED');
  return move(standing, parts, verdict === 'DECLINED' ? 'PROVIDER_DECLINED' : 'PROVIDER_ENDED');
}

/** Keeps what the provider has said; with the money set aside the order goes on, also if this process does not. */
async function move({ orderId, payment }: Standing, { fork, clock }: AdvanceParts, on: 'PROVIDER_ENDED' | 'PROVIDER_DECLINED' | 'PROVIDER_AUTHORISED'): Promise<boolean> {
  const now = clock.now();
  return fork().transactional(async (tx) => {
    if (!(await movePayment(payment.id, { from: 'STARTED', on }, tx, now))) return true; // somebody else did: look again
    if (on === 'PROVIDER_AUTHORISED') {
      await moveOrder(orderId, { from: 'PENDING_PAYMENT', on: 'PAYMENT_AUTHORISED' }, tx, now);
      addTask(tx, 'ADVANCE_ORDER', orderId, now, addSeconds(now, SWEEP_SECONDS));
    }
    return true;
  });
}

/** Leaves the transaction, so that nothing of it stays. */
class PlacesGone extends Error {}

async function book(standing: Standing, parts: AdvanceParts, isLeaving: boolean): Promise<boolean> {
  if (isLeaving) return undo(standing, parts);
  const now = parts.clock.now();
  try {
    return await parts.fork().transactional(async (tx) => {
      const view = await takeCheckout(standing, parts, tx, now);
      if (!(await moveOrder(standing.orderId, { from: 'AUTHORISED', on: 'PLACES_BOOKED' }, tx, now))) return true; // somebody else did: look again
      if (view.state === 'CANCELLED' || !view.places) throw new PlacesGone();
      await takePlaces(view, tx, now);
      await markBooked(standing.orderId, tx);
      addTask(tx, 'ADVANCE_ORDER', standing.orderId, now, addSeconds(now, SWEEP_SECONDS));
      return true;
    });
  } catch (error) {
    if (error instanceof PlacesGone) return undo(standing, parts);
    throw error;
  }
}

/** Takes the checkout's row, always before the order's, so that nobody who books and nobody who undoes waits for the other. */
async function takeCheckout({ checkoutId, orderId }: Standing, { platformOrganization }: AdvanceParts, tx: EntityManager, now: Date): Promise<CheckoutView> {
  await tx.nativeUpdate(Checkout, checkoutId, { quoteId: orderId });
  const view = await readCheckout(checkoutId, { reads: tx.getKysely<Tables>(), now, platformOrganization, selected: new Set() });
  if (!view) throw new Error('an order without its checkout');
  return view;
}

async function takePlaces(view: CheckoutView, tx: EntityManager, now: Date): Promise<void> {
  if ((await bookPlaces(tx, placesWanted(view), view.id, now)) !== undefined) throw new PlacesGone();
  await endCheckout(view, 'ORDER_CONFIRMED', tx, now);
}

/** The places have gone while the customer paid, or the seller leaves: the order fails, what is still held is free at once, and the money goes back. */
async function undo(standing: Standing, parts: AdvanceParts): Promise<boolean> {
  const { orderId, payment, checkoutId } = standing;
  const now = parts.clock.now();
  return parts.fork().transactional(async (tx) => {
    const view = await takeCheckout(standing, parts, tx, now);
    if (!(await moveOrder(orderId, { from: 'AUTHORISED', on: 'GIVEN_UP' }, tx, now))) return true; // it was booked while we looked: its money stays
    if (!(await movePayment(payment.id, { from: 'AUTHORISED', on: 'PLACES_GONE' }, tx, now))) throw new Error('an order that was given up had no money to give back');
    if (view.state === 'OPEN') await endCheckout(view, 'CUSTOMER_CANCELLED', tx, now);
    await releaseHolds(tx, checkoutId);
    addTask(tx, 'ADVANCE_ORDER', orderId, now);
    addTask(tx, 'SEND_PAYMENT_RETURNED', orderId, now);
    return true;
  });
}

async function capture({ orderId, payment }: Standing, { fork, clock, payments }: AdvanceParts): Promise<boolean> {
  await payments.capture(payment.accountId, nameOf(payment), `${orderId}:capture`);
  const feeMinor = await payments.fee(payment.accountId, nameOf(payment));
  const now = clock.now();
  await fork().transactional(async (tx) => {
    if (!(await movePayment(payment.id, { from: 'AUTHORISED', on: 'PROVIDER_CAPTURED' }, tx, now))) return;
    await tx.nativeUpdate(Payment, { id: payment.id }, { feeMinor });
    await confirmOrder(orderId, { from: 'BOOKED', on: 'PAYMENT_CAPTURED' }, tx, now);
  });
  return true;
}

async function giveMoneyBack({ orderId, payment }: Standing, { fork, clock, payments }: AdvanceParts): Promise<boolean> {
  await payments.void(payment.accountId, nameOf(payment), `${orderId}:void`);
  await movePayment(payment.id, { from: 'VOIDING', on: 'PROVIDER_VOIDED' }, fork(), clock.now());
  return true;
}

async function giveUp({ orderId }: Standing, { fork, clock }: AdvanceParts): Promise<boolean> {
  return fork().transactional((tx) => moveOrder(orderId, { from: 'PENDING_PAYMENT', on: 'GIVEN_UP' }, tx, clock.now()));
}

function nameOf({ id, providerPaymentId }: Payment): string {
  if (typeof providerPaymentId !== 'string') throw new Error(`payment ${id} has money set aside and no name at its provider`);
  return providerPaymentId;
}
