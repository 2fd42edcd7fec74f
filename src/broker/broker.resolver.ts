import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql';
import { requireReason } from '../access/on-behalf.js';
import { badUserInput } from '../access/refusal.js';
import { requireBroker, requireStaff } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { selectedFields } from '../shared/selected-fields.js';
import { UserError } from '../shared/user-error.js';
import { BrokersArgs, CreateBrokerInput, RetireApiKeyInput, RotateApiKeyInput } from './broker.input.js';
import { CreateBrokerResult, RetireApiKeyResult, RotateApiKeyResult } from './broker.result.js';
import { listBrokers, readBrokers } from './broker.store.js';
import { Broker, BrokerConnection } from './broker.type.js';
import { createBroker } from './create-broker.js';
import { isOriginRegistered } from './publishable-key.store.js';
import { retireApiKey } from './retire-api-key.js';
import { rotateApiKey, type Rotation } from './rotate-api-key.js';

@Resolver()
export class BrokerResolver {
  @Query(() => Broker, { nullable: true, description: 'The broker whose key made the request. Needs a secret key.' })
  async currentBroker(@Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    const { brokerId } = requireBroker(context);
    return (await readBrokers([brokerId], { ...context, selected: selectedFields(info) })).get(brokerId);
  }

  @Query(() => BrokerConnection, { description: 'All brokers. Needs a staff token.' })
  async brokers(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => BrokersArgs) { filter, orderBy, first, after, direction }: BrokersArgs) {
    requireStaff(context, 'support');
    return listBrokers(filter ?? {}, orderBy, { first, after: after ?? null, direction }, { ...context, selected: selectedFields(info) });
  }

  @Query(() => Boolean, { description: 'Whether some broker has registered this origin for its front-ends, so that a browser there may call. Open to everybody.' })
  async isOriginRegistered(@Ctx() context: Context, @Arg('origin', () => String, { description: 'As a browser sends it: https://app.example.' }) origin: string) {
    return isOriginRegistered(context.reads, null, origin);
  }

  @Mutation(() => CreateBrokerResult, { description: 'Takes in a broker and gives it its keys. Every call makes another. Needs a staff token with the role admin.' })
  async createBroker(@Ctx() context: Context, @Arg('input', () => CreateBrokerInput, { description: 'Who it is.' }) input: CreateBrokerInput) {
    const staff = requireStaff(context, 'admin');
    requireReason(input.reason);
    const outcome = await createBroker(input, { ...context, staff });
    return outcome instanceof UserError ? outcome : payload('CreateBrokerPayload', outcome);
  }

  @Mutation(() => RotateApiKeyResult, { description: 'Gives a broker a new secret key beside one that stays live. Every call makes another. Needs a secret key, or a staff token with the role admin.' })
  async rotateApiKey(@Ctx() context: Context, @Arg('input', () => RotateApiKeyInput, { description: 'Whose key.' }) { brokerId, reason }: RotateApiKeyInput) {
    const outcome = await rotateApiKey(whoseKey(context, brokerId ?? undefined, reason ?? ''), context);
    context.knownKeys.forget();
    return outcome instanceof UserError ? outcome : payload('RotateApiKeyPayload', outcome);
  }

  @Mutation(() => RetireApiKeyResult, { description: 'Ends one of the calling broker’s secret keys. A repeat changes nothing. Needs another secret key.' })
  async retireApiKey(@Ctx() context: Context, @Arg('input', () => RetireApiKeyInput, { description: 'Which key.' }) { id }: RetireApiKeyInput) {
    const { brokerId, apiKeyId } = requireBroker(context);
    const outcome = await retireApiKey(brokerId, apiKeyId, id, context);
    context.knownKeys.forget();
    return outcome instanceof UserError ? outcome : payload('RetireApiKeyPayload', { apiKey: outcome });
  }
}

/** A broker rotates its own key; staff say whose. */
function whoseKey(context: Context, brokerId: string | undefined, reason: string): Rotation {
  if (context.caller.kind === 'STAFF') {
    const staff = requireStaff(context, 'admin');
    if (brokerId === undefined) throw badUserInput('Staff name the broker whose key is rotated: input.brokerId.');
    return { brokerId, staff, reason: requireReason(reason) };
  }
  const caller = requireBroker(context);
  if (brokerId !== undefined && brokerId !== caller.brokerId) throw badUserInput('A broker rotates its own key only: leave out input.brokerId.');
  return { brokerId: caller.brokerId, callingKeyId: caller.apiKeyId };
}
