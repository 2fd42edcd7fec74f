import type { EntityManager } from '@mikro-orm/sql';
import type { StaffCaller } from '../access/caller.js';
import { newUuid } from '../shared/ids.js';
import { withoutAddresses } from '../shared/without-addresses.js';
import { AuditEntry } from './audit-entry.entity.js';

interface StaffChange {
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly before: object | null;
  readonly after: object | null;
}

/** Keeps, in the transaction of the change, who changed what and why. Nothing here can be erased, so that no e-mail address gets in. */
export function recordStaffChange(tx: EntityManager, { actor }: StaffCaller, change: StaffChange, now: Date): void {
  tx.create(AuditEntry, { id: newUuid(), at: now, actor, ...change, reason: withoutAddresses(change.reason) });
}
