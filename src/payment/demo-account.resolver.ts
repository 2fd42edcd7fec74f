import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { forbidden } from '../access/refusal.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { UserError } from '../shared/user-error.js';
import { chooseDemoOutcome } from './choose-demo-outcome.js';
import { DemoAccount as StoredDemoAccount } from './demo-account.entity.js';
import { ChooseDemoOutcomeInput, ChooseDemoOutcomeResult, DemoAccount } from './demo-account.type.js';

@Resolver()
export class DemoAccountResolver {
  @Query(() => DemoAccount, { nullable: true, description: 'An account with the demo provider; null when there is none. Open to whoever knows its id, where the demo provider is in use.' })
  async demoAccount(@Ctx() context: Context, @Arg('id', () => ID, { description: 'What the demo provider calls it.' }) id: string) {
    requireDemoProvider(context);
    return context.em.findOne(StoredDemoAccount, id);
  }

  @Mutation(() => ChooseDemoOutcomeResult, { description: 'Has the demo provider say something of an account. A repeat changes nothing. Open to whoever knows its id, where the demo provider is in use.' })
  async chooseDemoOutcome(@Ctx() context: Context, @Arg('input', () => ChooseDemoOutcomeInput, { description: 'What, and of which account.' }) { id, outcome }: ChooseDemoOutcomeInput) {
    requireDemoProvider(context);
    const account = await chooseDemoOutcome(id, outcome === 'DISCONNECTED' ? 'REFUSED' : outcome, context.em);
    return account instanceof UserError ? account : payload('ChooseDemoOutcomePayload', { account });
  }
}

function requireDemoProvider({ paymentAccounts }: Context): void {
  if (paymentAccounts.provider !== 'demo') throw forbidden('The demo provider is not in use here.');
}
