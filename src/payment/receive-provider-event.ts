import type { EntityManager } from '@mikro-orm/sql';
import { addTask } from '../outbox/add-task.js';
import { UserError } from '../shared/user-error.js';
import type { Tables } from '../store/tables.js';
import { PaymentAccount } from './payment-account.entity.js';
import { Payment } from './payment.entity.js';
import type { ProviderEvents, VerifiedEvent } from './provider-events.js';

/** The signature is wrong or too old. Nothing was kept. */
export class ProviderEventRefusedError extends UserError {
  readonly __typename = 'ProviderEventRefusedError';
  readonly code = 'PROVIDER_EVENT_REFUSED';
  readonly message = 'The signature is wrong or too old.';
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly providerEvents: ProviderEvents | undefined;
}

/**
 * Takes a signed event: keeps its id, so that a second delivery does nothing, and notes what is to be looked at, in one
 * transaction. What it is about must belong to the account that it came for; anything else is kept and left alone.
 */
export async function receiveProviderEvent(body: string, signature: string, { em, now, providerEvents }: Parts): Promise<undefined | ProviderEventRefusedError> {
  const event = providerEvents?.verify(body, signature, now);
  if (!event) return new ProviderEventRefusedError();
  await em.transactional(async (tx) => {
    const { id, type, accountId } = event;
    const added = await tx
      .getKysely<Tables>()
      .insertInto('provider_event')
      .values({ id, type, account_id: accountId, received_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows !== 0n) await act(event, tx, now);
  });
  return undefined;
}

async function act({ accountId, about }: VerifiedEvent, tx: EntityManager, now: Date): Promise<void> {
  if (accountId === null || about.kind === 'NOTHING') return;
  if (about.kind === 'PAYMENT') {
    const payment = await tx.findOne(Payment, { providerPaymentId: about.providerPaymentId, accountId }, { populate: ['order'] });
    if (payment) addTask(tx, 'ADVANCE_ORDER', payment.order.quote.id, now);
    return;
  }
  const account = await tx.findOne(PaymentAccount, { providerAccountId: accountId });
  if (account) addTask(tx, about.kind === 'ACCOUNT' ? 'REFRESH_ACCOUNT' : 'ACCOUNT_GONE', account.id, now);
}
