import { createHash } from 'node:crypto';
import { LockMode, type EntityManager } from '@mikro-orm/sql';
import { demoPaymentAddress, type BaseAddresses } from '../shared/addresses.js';
import type { Clock } from '../shared/clock.js';
import type { Store } from '../store/open-store.js';
import { demoOutages, type DemoTrouble } from './demo-outages.js';
import { DemoPayment, type DemoPaymentState } from './demo-payment.entity.js';
import type { Payments, PaymentVerdict } from './payments.js';

const VERDICTS = {
  OPEN: 'OPEN',
  FURTHER_STEP: 'OPEN',
  DECLINED: 'DECLINED',
  AUTHORISED: 'AUTHORISED',
  CAPTURED: 'CAPTURED',
  VOIDED: 'VOIDED',
  ENDED: 'ENDED',
} as const satisfies Record<DemoPaymentState, PaymentVerdict>;

/** The provider's name for a payment says which trouble it is in, so that every process knows. */
const KINDS = { DOWN: 'demo_pay', DOWN_LATER: 'demo_pay_down_later', PAYS_LATE: 'demo_pay_late' } as const satisfies Record<DemoTrouble, string>;
const USUAL_KIND = 'demo_pay';

/** A provider for demo and development, with the same promises as a real one: its own page asks what it shall say. No money moves. `troubleOf` says for whom something goes wrong; for nobody unless it is given. */
export function demoPayments(store: Store, clock: Clock, addresses: BaseAddresses, troubleOf: (email: string | null) => DemoTrouble | undefined = () => undefined): Payments {
  const endure = demoOutages(clock);
  const move = async (id: string, from: readonly DemoPaymentState[], state: DemoPaymentState): Promise<void> => {
    await store.fork().nativeUpdate(DemoPayment, { id, state: { $in: [...from] } }, { state });
  };
  return {
    provider: 'demo',
    async start(accountId, { amountMinor, currency, description, email, returnUrl, cancelUrl }, idempotencyKey) {
      const trouble = troubleOf(email);
      if (trouble === 'DOWN') endure(idempotencyKey);
      const id = named(trouble ? KINDS[trouble] : USUAL_KIND, idempotencyKey);
      const row = { id, accountId, amountMinor, currency, description, returnUrl, cancelUrl, state: 'OPEN', refunds: {}, createdAt: clock.now() } as const;
      await store.fork().upsert(DemoPayment, row, { onConflictAction: 'ignore' });
      return { providerPaymentId: id, url: demoPaymentAddress(addresses, id) };
    },
    async verdict(_accountId, id) {
      return VERDICTS[(await store.fork().findOneOrFail(DemoPayment, id)).state];
    },
    end: (_accountId, id) => move(id, ['OPEN', 'FURTHER_STEP'], isOf('PAYS_LATE', id) ? 'AUTHORISED' : 'ENDED'),
    async capture(_accountId, id) {
      if (isOf('DOWN_LATER', id)) endure(id);
      await move(id, ['AUTHORISED'], 'CAPTURED');
    },
    fee: async () => 0,
    void: (_accountId, id) => move(id, ['AUTHORISED'], 'VOIDED'),
    refund: (_accountId, id, amountMinor, idempotencyKey) => store.fork().transactional((tx) => refund(tx, id, amountMinor, named('demo_refund', idempotencyKey))),
    async refundedMinor(_accountId, id) {
      return sumOf(await store.fork().findOneOrFail(DemoPayment, id));
    },
    refundVerdict: async () => 'DONE',
  };
}

/** Strict as a real one: no more goes back than was taken, and the same refund goes back once. */
async function refund(tx: EntityManager, id: string, amountMinor: number, refundId: string): Promise<{ refundId: string; verdict: 'DONE' }> {
  const payment = await tx.findOneOrFail(DemoPayment, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const left = payment.state === 'CAPTURED' ? payment.amountMinor - sumOf(payment) : 0;
  if (payment.refunds[refundId] === undefined) {
    if (amountMinor > left) throw new Error(`${id} has ${left} left to give back, not ${amountMinor}`);
    payment.refunds = { ...payment.refunds, [refundId]: amountMinor };
  }
  return { refundId, verdict: 'DONE' };
}

function sumOf({ refunds }: DemoPayment): number {
  return Object.values(refunds).reduce((sum, amount) => sum + amount, 0);
}

function isOf(trouble: DemoTrouble, id: string): boolean {
  return id.startsWith(`${KINDS[trouble]}_`);
}

function named(kind: string, idempotencyKey: string): string {
  return `${kind}_${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 24)}`;
}
