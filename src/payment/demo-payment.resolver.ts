import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { forbidden } from '../access/refusal.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { UserError } from '../shared/user-error.js';
import { chooseDemoPayment, readDemoPayment } from './choose-demo-payment.js';
import { ChooseDemoPaymentInput, ChooseDemoPaymentResult, DemoPayment } from './demo-payment.type.js';

@Resolver()
export class DemoPaymentResolver {
  @Query(() => DemoPayment, { nullable: true, description: 'A payment with the demo provider; null when there is none. Open to whoever knows its id, where the demo provider is in use.' })
  async demoPayment(@Ctx() context: Context, @Arg('id', () => ID, { description: 'What the demo provider calls it.' }) id: string) {
    requireDemoProvider(context);
    return (await readDemoPayment(id, context.em)) ?? null;
  }

  @Mutation(() => ChooseDemoPaymentResult, { description: 'Has the demo provider do something with a payment; one that is settled stays as it is. Open to whoever knows its id, where the demo provider is in use.' })
  async chooseDemoPayment(@Ctx() context: Context, @Arg('input', () => ChooseDemoPaymentInput, { description: 'What, and with which payment.' }) { id, outcome }: ChooseDemoPaymentInput) {
    requireDemoProvider(context);
    const payment = await chooseDemoPayment(id, outcome, context.em, context.now);
    return payment instanceof UserError ? payment : payload('ChooseDemoPaymentPayload', { payment });
  }
}

function requireDemoProvider({ payments }: Context): void {
  if (payments.provider !== 'demo') throw forbidden('The demo provider is not in use here.');
}
