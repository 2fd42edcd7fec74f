import { sentenceFor } from '../../src/catalogue/bookability-sentences.js';
import { newUuid } from '../../src/shared/ids.js';
import { itemBody, sessionBody, withOrder } from './bodies.js';
import { goToCheck, type Ask } from './book.js';
import type { Fleet, Member } from './fleet.js';
import { callGraphql } from './graphql.js';
import { callRest } from './rest.js';
import { issueLink } from './seller-flow.js';
import type { AddedItem } from './places.js';

export function oneOf<T>(some: readonly T[], random: () => number): T {
  const one = some[Math.floor(random() * some.length)];
  if (one === undefined) throw new Error('none to choose from');
  return one;
}

/** What customers and brokers have been told, from which the store must not differ. */
export interface Told {
  /** How many of our requests were answered. */
  answers: number;
  /** The addresses of the orders that customers hold a confirmation of. */
  readonly orders: string[];
  /** By idempotency key, every body that came. */
  readonly sessions: Map<string, Set<string>>;
  /** By link, how many browsers it let in. */
  readonly opened: Map<string, number>;
  /** By address, how many requests were let through, and how many were refused. */
  readonly greedy: Map<string, { through: number; refused: number }>;
  /** Answers that nobody should get. */
  readonly wrong: string[];
}

export function nothingTold(): Told {
  return { answers: 0, orders: [], sessions: new Map(), opened: new Map(), greedy: new Map(), wrong: [] };
}

export interface Shop {
  readonly fleet: Fleet;
  readonly apiKey: string;
  /** With fewer places than buyers. */
  readonly scarce: readonly AddedItem[];
  readonly plenty: AddedItem;
  readonly random: () => number;
  readonly told: Told;
}

const MOST_TRIES = 500;
const FULL = sentenceFor({ reasons: ['FULL'] });

/** Asks one after another, whoever is up, until somebody answers: who gets no answer does not know what was done. */
async function insist<T>(members: readonly Member[], { random, told }: Shop, ask: (member: Member) => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const member = oneOf(members, random);
    await member.up;
    const answer = await ask(member).catch(silence);
    if (answer === undefined) continue;
    told.answers += 1;
    return answer;
  }
  throw new Error('nobody answers any more');
}

/** What fetch throws when the connection is refused or ends. */
function silence(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

/** A customer comes from an address of its own, so that none pays for another. */
function addressOf(random: () => number): string {
  return `10.${[0, 0, 0].map(() => Math.floor(random() * 256)).join('.')}`;
}

const askOf = (address: string, { graphqlUrl }: Member): Ask => async (query, variables = {}, { apiKey = null, authorization } = {}) => {
  const { data, errors } = await callGraphql(graphqlUrl, query, variables, apiKey, { 'x-forwarded-for': address, ...(authorization !== undefined && { authorization }) });
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};

/** A broker opens a session, with one key twice at once; its customer goes to the end and clicks twice at once, at different gateways. */
export async function buy(shop: Shop): Promise<void> {
  const { fleet, random } = shop;
  const address = addressOf(random);
  const item = random() < 0.3 ? oneOf(shop.scarce, random) : shop.plenty;
  const key = newUuid();
  const targets = await Promise.all([0, 1].map(() => insist(fleet.adapters, shop, (adapter) => open(adapter, key, item, shop))));
  const [target] = targets;
  if (target === undefined || target === 'full') return;
  const click: Ask = async (...asked) => askOf(address, oneOf(fleet.gateways, random))(...asked);
  const reached = await goToCheck(click, target).catch((error: unknown) => noteEnd(error, item, shop));
  if (!reached) return; // it may have begun, and gives up
  const { authorization } = reached;
  const ends = await Promise.all([0, 1].map(() => insist(fleet.gateways, shop, (gateway) => book(askOf(address, gateway), authorization))));
  const orders = new Set(ends);
  if (orders.size !== 1) shop.told.wrong.push(`one checkout ended as ${[...orders].join(' and ')}`);
  for (const order of orders) if (order.startsWith('http')) shop.told.orders.push(order);
}

async function open(adapter: Member, key: string, item: AddedItem, { fleet, apiKey, told }: Shop): Promise<string | undefined> {
  const orderedItem = [itemBody('ScheduledSession', item.identifier, item.offer('free'))];
  const { status, text, body } = await callRest(`${adapter.url}/api/checkout-sessions`, { method: 'POST', apiKey, headers: { 'idempotency-key': key }, body: withOrder(sessionBody(fleet.publicUrl), { orderedItem }) });
  if (status === 503) return undefined; // the gateway behind it is gone
  if (status !== 201) {
    if (!text.includes(FULL)) told.wrong.push(`${status} ${text}`);
    return 'full';
  }
  told.sessions.set(key, (told.sessions.get(key) ?? new Set()).add(text));
  return (body as { readonly potentialAction: readonly [{ readonly target: string }] }).potentialAction[0].target; // of contract §2
}

const BOOK = 'mutation { bookCheckout { __typename ... on BookCheckoutPayload { checkout { order { id } } } ... on UserError { message } } }';

async function book(ask: Ask, authorization: string): Promise<string> {
  const { bookCheckout } = await ask(BOOK, {}, { authorization });
  return bookCheckout.checkout?.order.id ?? bookCheckout.__typename;
}

/** Without an answer, or without a place: all else is wrong. */
function noteEnd(error: unknown, item: AddedItem, { plenty, told }: Shop): undefined {
  if (error instanceof TypeError) return;
  if (item === plenty || !String(error).includes(FULL)) told.wrong.push(String(error));
}

/** One link, and a browser at each gateway that opens it. */
export async function openLinkTwice(shop: Shop, sellerId: string): Promise<void> {
  const { fleet, random, told } = shop;
  const jwt = await insist(fleet.gateways, shop, (gateway) => issueLink(gateway, 'VIEW', sellerId));
  told.opened.set(jwt, 0);
  const query = 'mutation ($jwt: String!) { openSellerLink(input: { jwt: $jwt, purpose: VIEW, heldTokens: [] }) { __typename } }';
  const openAt = async (gateway: Member): Promise<void> => {
    const { openSellerLink } = await askOf(addressOf(random), gateway)(query, { jwt });
    told.answers += 1;
    if (openSellerLink.__typename === 'OpenSellerLinkPayload') told.opened.set(jwt, (told.opened.get(jwt) ?? 0) + 1);
  };
  await Promise.all(fleet.gateways.map(async (gateway) => openAt(gateway).catch(silence)));
}

/** Asks more than an address may, at every door. */
export async function askTooOften(shop: Shop, address: string, requests: number): Promise<void> {
  const { fleet, told } = shop;
  const count = told.greedy.get(address) ?? { through: 0, refused: 0 };
  told.greedy.set(address, count);
  const askOnce = async (): Promise<void> => {
    const status = await insist(fleet.all, shop, async ({ url }) => {
      const answer = await fetch(`${url}/api/v2/opportunities?limit=1`, { headers: { 'x-forwarded-for': address } });
      await answer.arrayBuffer();
      return answer.status === 503 ? undefined : answer.status;
    });
    if (status === 200) count.through += 1;
    else if (status === 429) count.refused += 1;
    else told.wrong.push(`${status} for a list`);
  };
  for (let asked = 0; asked < requests; asked += 1) await askOnce();
}
