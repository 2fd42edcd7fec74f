import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireBroker } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { UserError } from '../shared/user-error.js';
import { RetireApiKeyInput } from './broker.input.js';
import { RetireApiKeyResult, RotateApiKeyResult } from './broker.result.js';
import { readBroker } from './broker.store.js';
import { Broker } from './broker.type.js';
import { retireApiKey } from './retire-api-key.js';
import { rotateApiKey } from './rotate-api-key.js';

@Resolver()
export class BrokerResolver {
  @Query(() => Broker, { nullable: true, description: 'The broker whose key made the request. Needs a key.' })
  async currentBroker(@Ctx() context: Context) {
    return readBroker(context.reads, requireBroker(context).brokerId);
  }

  @Mutation(() => RotateApiKeyResult, { description: 'Gives the calling broker a new API key beside the one it used. Every call makes another. Needs a key.' })
  async rotateApiKey(@Ctx() context: Context) {
    const { brokerId, apiKeyId } = requireBroker(context);
    return payload('RotateApiKeyPayload', await rotateApiKey(brokerId, apiKeyId, context));
  }

  @Mutation(() => RetireApiKeyResult, { description: 'Ends one of the calling broker’s API keys. A repeat changes nothing. Needs another key.' })
  async retireApiKey(@Ctx() context: Context, @Arg('input', () => RetireApiKeyInput, { description: 'Which key.' }) { id }: RetireApiKeyInput) {
    const { brokerId, apiKeyId } = requireBroker(context);
    const outcome = await retireApiKey(brokerId, apiKeyId, id, context);
    return outcome instanceof UserError ? outcome : payload('RetireApiKeyPayload', { apiKey: outcome });
  }
}
