import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Mutation, Query, Resolver } from 'type-graphql';
import { requireReason } from '../access/on-behalf.js';
import { badUserInput } from '../access/refusal.js';
import { requireReach, requireStaff } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { NodeType } from '../shared/node.type.js';
import { payload } from '../shared/result.type.js';
import { selectedFields } from '../shared/selected-fields.js';
import { UserError } from '../shared/user-error.js';
import { lookUp } from './look-up.js';
import { readNode } from './read-node.js';
import { readOverview } from './overview.store.js';
import { Overview } from './overview.type.js';
import { revealPersonalData } from './reveal-personal-data.js';
import { RevealPersonalDataInput, RevealPersonalDataResult } from './reveal-personal-data.type.js';
import { search } from './search.store.js';
import { LookUp, SearchHit } from './search.type.js';

const [SHORTEST_TEXT, LONGEST_TEXT] = [3, 255];

@Resolver()
export class ExploreResolver {
  @Query(() => Overview, { description: 'How everything stands at this moment, across all brokers. Needs a staff token.' })
  async overview(@Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    requireStaff(context, 'support');
    return readOverview({ ...context, selected: selectedFields(info) });
  }

  @Query(() => [SearchHit], { description: 'What a text names, across all brokers: at most 5 of each kind, the newest first. Needs a staff token.' })
  async search(
    @Ctx() context: Context,
    @Arg('text', () => String, { description: 'From 3 to 255 characters: a part of a name or address of a broker or seller, or in whole an address, id, order reference or e-mail address.' }) text: string,
  ) {
    requireStaff(context, 'support');
    const asked = text.trim();
    if (asked.length < SHORTEST_TEXT || asked.length > LONGEST_TEXT) throw badUserInput(`"text" has from ${SHORTEST_TEXT} to ${LONGEST_TEXT} characters.`);
    return search(asked, context);
  }

  @Query(() => LookUp, { nullable: true, description: 'What one of the contract’s addresses leads to: an order, a checkout session of either variant, a registered customer, or a seller; of another broker’s, null as for nothing. Needs a secret key or a staff token.' })
  async lookUp(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('url', () => String, { description: 'The address: the id of an order or a session, the url of a customer, or a sellerId.' }) url: string) {
    requireReach(context);
    return (await lookUp(url, context, selectedFields(info))) ?? null;
  }

  @Query(() => NodeType, {
    nullable: true,
    description: 'The thing that an id names, of whatever type; of another broker’s, null as for nothing. What its own query would not show, this does not either. Needs a secret key or a staff token. (Relay object identification)',
  })
  async node(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('id', () => ID, { description: 'The `id` of a type that is a Node, in whole; an address that lookUp takes leads there too.' }) id: string) {
    return (await readNode(id, context, info)) ?? null;
  }

  @Mutation(() => RevealPersonalDataResult, {
    description: 'Shows staff who booked or wants to, which is hidden from them elsewhere, and puts on record that it did. Every call shows and records again. Needs a staff token and a reason.',
  })
  async revealPersonalData(@Ctx() context: Context, @Arg('input', () => RevealPersonalDataInput, { description: 'Who, and why.' }) { url, reason }: RevealPersonalDataInput) {
    const staff = requireStaff(context, 'support');
    const outcome = await revealPersonalData(url, requireReason(reason), { ...context, staff });
    return outcome instanceof UserError ? outcome : payload('RevealPersonalDataPayload', { person: outcome });
  }
}
