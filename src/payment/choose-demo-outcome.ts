import type { EntityManager } from '@mikro-orm/sql';
import { UserError } from '../shared/user-error.js';
import { DemoAccount } from './demo-account.entity.js';
import type { ProviderVerdict } from './payment-accounts.js';

/** The demo provider knows no such account. */
export class UnknownDemoAccountError extends UserError {
  readonly __typename = 'UnknownDemoAccountError';
  readonly code = 'UNKNOWN_DEMO_ACCOUNT';
  readonly message = 'The demo provider knows no such account.';
}

/** What the demo provider shall say of an account from now on. A disconnected one stays so. */
export async function chooseDemoOutcome(id: string, outcome: ProviderVerdict, em: EntityManager): Promise<DemoAccount | UnknownDemoAccountError> {
  await em.nativeUpdate(DemoAccount, { id, outcome: { $ne: 'DISCONNECTED' } }, { outcome });
  return (await em.findOne(DemoAccount, id)) ?? new UnknownDemoAccountError();
}
