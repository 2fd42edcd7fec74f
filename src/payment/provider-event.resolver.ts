import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { ReceiveProviderEventInput, ReceiveProviderEventResult } from './provider-event.type.js';
import { receiveProviderEvent } from './receive-provider-event.js';

@Resolver()
export class ProviderEventResolver {
  @Mutation(() => ReceiveProviderEventResult, { description: 'Takes a signed event of the payment provider. A repeat changes nothing. Open to whoever can sign.' })
  async receiveProviderEvent(@Ctx() context: Context, @Arg('input', () => ReceiveProviderEventInput, { description: 'What arrived.' }) { body, signature }: ReceiveProviderEventInput) {
    return (await receiveProviderEvent(body, signature, context)) ?? payload('ReceiveProviderEventPayload', { isKept: true });
  }
}
