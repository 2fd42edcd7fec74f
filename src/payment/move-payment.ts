import type { EntityManager } from '@mikro-orm/sql';
import { Payment } from './payment.entity.js';
import { paymentLifecycle, type PAYMENT_MOVES, type PaymentStatus } from './payment.lifecycle.js';

interface Move {
  readonly from: PaymentStatus;
  readonly on: (typeof PAYMENT_MOVES)[number]['on'];
}

/** Moves a payment along its table; false when somebody else has moved it before. Throws on a move that the table does not have. */
export async function movePayment(paymentId: string, { from, on }: Move, tx: EntityManager, now: Date): Promise<boolean> {
  const status = paymentLifecycle.next(from, on);
  if (!status) throw new Error(`a payment that is ${from} cannot move on ${on}`);
  return (await tx.nativeUpdate(Payment, { id: paymentId, status: from }, { status, ...(status !== 'AUTHORISED' && status !== 'VOIDING' && { endedAt: now }) })) === 1;
}
