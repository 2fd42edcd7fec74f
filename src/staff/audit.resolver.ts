import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { requireStaff } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { listAuditEntries } from './audit.store.js';
import { AuditEntriesArgs, AuditEntryConnection } from './audit.type.js';

@Resolver()
export class AuditResolver {
  @Query(() => AuditEntryConnection, { description: 'What staff have changed or had revealed to them, and why. Needs a staff token.' })
  async auditEntries(@Ctx() context: Context, @Args(() => AuditEntriesArgs) { subject, filter, first, after, direction }: AuditEntriesArgs) {
    requireStaff(context, 'support');
    return listAuditEntries(subject, filter ?? {}, { first, after: after ?? null, direction }, context.reads);
  }
}
