import type { EntityManager } from '@mikro-orm/sql';
import { addTask } from '../outbox/add-task.js';
import { toMoney, type Money } from '../shared/money.js';
import { UserError } from '../shared/user-error.js';
import { DemoPayment, type DemoPaymentState } from './demo-payment.entity.js';
import { Payment } from './payment.entity.js';

export type DemoPaymentOutcome = 'PAID' | 'DECLINED' | 'FURTHER_STEP' | 'TOO_SLOW' | 'PAID_AND_LEFT';

/** The demo provider knows no such payment. */
export class UnknownDemoPaymentError extends UserError {
  readonly __typename = 'UnknownDemoPaymentError';
  readonly code = 'UNKNOWN_DEMO_PAYMENT';
  readonly message = 'The demo provider knows no such payment.';
}

export interface DemoPaymentView extends Pick<DemoPayment, 'id' | 'description' | 'state' | 'returnUrl' | 'cancelUrl'> {
  readonly amount: Money;
}

const STATES: Readonly<Record<DemoPaymentOutcome, DemoPaymentState>> = { PAID: 'AUTHORISED', PAID_AND_LEFT: 'AUTHORISED', DECLINED: 'DECLINED', FURTHER_STEP: 'FURTHER_STEP', TOO_SLOW: 'OPEN' };

export async function readDemoPayment(id: string, em: EntityManager): Promise<DemoPaymentView | undefined> {
  const payment = await em.findOne(DemoPayment, id);
  if (!payment) return undefined;
  const { description, state, returnUrl, cancelUrl, amountMinor, currency } = payment;
  return { id, description, state, returnUrl, cancelUrl, amount: toMoney(amountMinor, currency) };
}

/** What the demo provider does with a payment that is still open. Of a customer who has left it tells the gateway, as a provider's event would. */
export async function chooseDemoPayment(id: string, outcome: DemoPaymentOutcome, em: EntityManager, now: Date): Promise<DemoPaymentView | UnknownDemoPaymentError> {
  await em.transactional(async (tx) => {
    await tx.nativeUpdate(DemoPayment, { id, state: { $in: ['OPEN', 'FURTHER_STEP'] } }, { state: STATES[outcome] });
    const payment = await tx.findOne(Payment, { providerPaymentId: id }, { populate: ['order'] });
    if (payment && outcome === 'PAID_AND_LEFT') addTask(tx, 'ADVANCE_ORDER', payment.order.quote.id, now);
  });
  return (await readDemoPayment(id, em.fork())) ?? new UnknownDemoPaymentError();
}
