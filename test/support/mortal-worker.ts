import { doersOf } from '../../src/outbox-doers.js';
import { workOutbox } from '../../src/outbox/work-outbox.js';
import type { Payments } from '../../src/payment/payments.js';
import { workerParts, type PaidWorld } from './paid-world.js';

class Died extends Error {}

/**
 * One round of an outbox worker that dies at its step `dieAt`: from then on it asks nobody and writes nothing, as after
 * SIGKILL. A step lies before each transaction and read, and before and after each call to the provider and to the mail
 * server. True when it came to its end before that, so that whoever counts up from 0 has died at each step there is.
 */
export async function workAndDie(world: PaidWorld, dieAt: number): Promise<boolean> {
  let steps = 0;
  const step = (): void => {
    if (steps === dieAt) throw new Died(); // and again at whatever comes after
    steps += 1;
  };
  const around = async <T>(call: () => Promise<T>): Promise<T> => {
    step();
    const answer = await call();
    step();
    return answer;
  };
  const whole = workerParts(world);
  const fork = () => {
    step();
    return whole.fork();
  };
  const { mailer, paymentAccounts } = whole;
  const parts = {
    ...whole,
    fork,
    payments: mortal(whole.payments, around),
    paymentAccounts: { ...paymentAccounts, disconnect: (id: string) => around(() => paymentAccounts.disconnect(id)) },
    mailer: { ...mailer, send: (mail: Parameters<typeof mailer.send>[0]) => around(() => mailer.send(mail)) },
  };
  try {
    while ((await workOutbox({ fork, now: parts.now, doers: doersOf(parts) })) > 0);
    return true;
  } catch (error) {
    if (error instanceof Died) return false;
    throw error;
  }
}

function mortal(payments: Payments, around: <T>(call: () => Promise<T>) => Promise<T>): Payments {
  return {
    provider: payments.provider,
    start: (...args) => around(() => payments.start(...args)),
    verdict: (...args) => around(() => payments.verdict(...args)),
    end: (...args) => around(() => payments.end(...args)),
    capture: (...args) => around(() => payments.capture(...args)),
    fee: (...args) => around(() => payments.fee(...args)),
    void: (...args) => around(() => payments.void(...args)),
    refund: (...args) => around(() => payments.refund(...args)),
    refundedMinor: (...args) => around(() => payments.refundedMinor(...args)),
    refundVerdict: (...args) => around(() => payments.refundVerdict(...args)),
  };
}
