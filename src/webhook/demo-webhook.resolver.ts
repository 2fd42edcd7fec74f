import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { forbidden } from '../access/refusal.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { UserError } from '../shared/user-error.js';
import { listDemoWebhooks, receiveDemoWebhook } from './demo-receiver.js';
import { DemoWebhook, ReceiveDemoWebhookInput, ReceiveDemoWebhookResult } from './demo-webhook.type.js';

@Resolver()
export class DemoWebhookResolver {
  @Query(() => [DemoWebhook], { description: 'What has arrived at the demo broker, the newest first, at most 50. Open to everybody, in demo only.' })
  async demoWebhooks(@Ctx() context: Context) {
    requireDemo(context);
    return listDemoWebhooks(context.em);
  }

  @Mutation(() => ReceiveDemoWebhookResult, { description: 'Hands a webhook to the demo broker, who looks at its key and signature. Every call keeps another. Open to everybody, in demo only.' })
  async receiveDemoWebhook(@Ctx() context: Context, @Arg('input', () => ReceiveDemoWebhookInput, { description: 'What arrived.' }) input: ReceiveDemoWebhookInput) {
    requireDemo(context);
    const outcome = await receiveDemoWebhook(input, context);
    return outcome instanceof UserError ? outcome : payload('ReceiveDemoWebhookPayload', outcome);
  }
}

function requireDemo({ isDemo }: Context): void {
  if (!isDemo) throw forbidden('The demo broker is not in use here.');
}
