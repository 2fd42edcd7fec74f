import { raw, type EntityManager } from '@mikro-orm/sql';
import type { StaffCaller } from '../access/caller.js';
import { addTask } from '../outbox/add-task.js';
import { isUuid } from '../shared/ids.js';
import { UserError } from '../shared/user-error.js';
import { recordStaffChange } from '../staff/audit.js';
import { Refund } from './refund.entity.js';

/** There is no such refund, or it has not failed. Nothing was changed. */
export class RefundNotFailedError extends UserError {
  readonly __typename = 'RefundNotFailedError';
  readonly code = 'REFUND_NOT_FAILED';
  readonly message = 'There is no such refund, or it has not failed.';
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly staff: StaffCaller;
}

/** Has a refund that failed tried anew; the provider takes it for another one. Of two calls at once one counts, and a repeat finds it on its way. */
export async function retryRefund(id: string, reason: string, { em, now, staff }: Parts): Promise<undefined | RefundNotFailedError> {
  if (!isUuid(id)) return new RefundNotFailedError();
  const refundId = id.toLowerCase();
  return em.transactional(async (tx) => {
    const moved = await tx.nativeUpdate(Refund, { id: refundId, status: 'FAILED' }, { status: 'PENDING', providerRefundId: null, endedAt: null, retries: raw<number>('retries + 1') });
    if (moved === 0) return new RefundNotFailedError();
    addTask(tx, 'REFUND', refundId, now);
    recordStaffChange(tx, staff, { action: 'retryRefund', subject: `refund ${refundId}`, reason, before: { status: 'FAILED' }, after: { status: 'PENDING' } }, now);
    return undefined;
  });
}
