import { parse } from 'graphql';
import { signLocalStaffToken } from '../../src/access/staff-tokens.js';
import type { Gateway } from '../../src/gateway.js';
import { sessionBody } from './bodies.js';
import type { BrokerSecrets } from './broker-double.js';
import { callGraphql } from './graphql.js';
import { callRest } from './rest.js';
import { createStandalone } from './standalone.js';

interface Shown {
  readonly apiKey?: string;
  readonly authorization?: string;
}

/** Speaks GraphQL as whoever the credentials show, and gives the data; throws on errors. */
export type Ask = (query: string, variables?: object, shown?: Shown) => Promise<any>; // oxlint-disable-line typescript/no-explicit-any -- a test names what it expects inside

export function askOver({ graphqlUrl }: { readonly graphqlUrl: string }): Ask {
  return async (query, variables = {}, { apiKey = null, authorization } = {}) => {
    const { data, errors } = await callGraphql(graphqlUrl, query, variables, apiKey, authorization === undefined ? {} : { authorization });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}

export function askIn(gateway: Gateway): Ask {
  return async (query, variables = {}, shown = {}) => {
    const { data, errors } = await gateway.execute(parse(query), { ...variables }, { ...shown, clientAddress: '127.0.0.1', requestId: 'a-request-of-the-tests' });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}

export interface TakenInBroker extends BrokerSecrets {
  readonly id: string;
  readonly apiKey: string;
}

/** Takes a broker in as staff do. Give `dataFolder` and `now` of the gateway, whose own key signs the staff token. */
export async function takeInBroker(ask: Ask, { dataFolder, now }: { readonly dataFolder: string; readonly now: Date }, input: object): Promise<TakenInBroker> {
  const authorization = `Bearer ${await signLocalStaffToken(dataFolder, 'somebody in the tests', 'admin', now)}`;
  const query = `mutation ($input: CreateBrokerInput!) {
    createBroker(input: $input) { ... on CreateBrokerPayload { id apiKey webhookKey signingSecret } ... on ValidationError { problems { path message } } }
  }`;
  const { createBroker } = await ask(query, { input: { name: 'Move More', url: 'https://move-more.example', reason: 'they asked', ...input } }, { authorization });
  if (!createBroker.id) throw new Error(JSON.stringify(createBroker));
  return createBroker;
}

/** Opens an authenticated checkout session over REST, and gives its body. (contract §4 row 5) */
export async function openSession(url: string, apiKey: string, body: object = sessionBody(url)): Promise<OpenedSession> {
  const answer = await callRest(`${url}/api/checkout-sessions`, { method: 'POST', apiKey, body });
  if (answer.status !== 201) throw new Error(answer.text);
  const { 'platform:initialOrder': initialOrder, potentialAction } = answer.body as WireSession;
  return { orderId: initialOrder.id, target: potentialAction[0].target };
}

/** Makes a book button. (contract §4 row 7) */
export async function openButton(url: string, apiKey: string | null, body?: object): Promise<string> {
  const answer = await createStandalone(url, { apiKey, ...(body && { body }) });
  if (answer.status !== 201) throw new Error(answer.text);
  return (answer.body as WireSession).potentialAction[0].target;
}

interface WireSession {
  readonly 'platform:initialOrder': { readonly id: string };
  readonly potentialAction: readonly [{ readonly target: string }];
}

export interface OpenedSession {
  /** The quote's address. */
  readonly orderId: string;
  readonly target: string;
}

export interface Booked {
  /** The order's address. */
  readonly id: string;
  readonly reference: string;
  readonly checkoutId: string;
  /** What opens this checkout. */
  readonly token: string;
  /** The steps that the customer went through. */
  readonly steps: readonly string[];
}

const GUEST = { givenName: 'Grace', familyName: 'Hopper', email: 'grace.hopper@example.com' };

/** What a customer does at each step. */
const MOVES: Readonly<Record<string, (checkout: { readonly ticketChoices: readonly { readonly id: string }[]; readonly isCustomerFixed: boolean }, guest: object) => readonly [string, string, object]>> = {
  TICKET: ({ ticketChoices }) => ['chooseTicket', 'ChooseTicketInput', { offerId: ticketChoices[0]?.id }],
  DETAILS: ({ isCustomerFixed }, guest) => ['submitDetails', 'SubmitDetailsInput', { customer: isCustomerFixed ? null : guest }],
  AGE: () => ['confirmAge', 'ConfirmAgeInput', { is13OrOver: true }],
};

/** Goes from a target to the order, step by step, as a customer does. */
export async function book(ask: Ask, target: string, guest: object = GUEST): Promise<Booked> {
  const { authorization, checkoutId, token, steps } = await goToCheck(ask, target, guest);
  const { bookCheckout } = await ask('mutation { bookCheckout { ... on BookCheckoutPayload { checkout { order { id reference } } } ... on UserError { message } } }', {}, { authorization });
  if (!bookCheckout.checkout) throw new Error(JSON.stringify(bookCheckout));
  return { ...bookCheckout.checkout.order, checkoutId, token, steps };
}

/** The same up to the last click. */
export async function goToCheck(ask: Ask, target: string, guest: object = GUEST): Promise<Pick<Booked, 'checkoutId' | 'token' | 'steps'> & { readonly authorization: string }> {
  const secret = target.slice(target.lastIndexOf('/') + 1);
  const { startCheckout } = await ask('mutation ($secret: String) { startCheckout(input: { secret: $secret }) { ... on StartCheckoutPayload { token } ... on UserError { message } } }', { secret });
  const token: unknown = startCheckout.token;
  if (typeof token !== 'string') throw new Error(JSON.stringify(startCheckout));
  const authorization = `Checkout ${token}`;
  const steps: string[] = [];
  for (;;) {
    const { checkout } = await ask('{ checkout { id step isCustomerFixed ticketChoices { id } } }', {}, { authorization });
    steps.push(checkout.step);
    const move = MOVES[checkout.step as string]?.(checkout, guest);
    if (!move) return { authorization, checkoutId: checkout.id, token, steps };
    const [mutation, type, input] = move;
    const answer = await ask(`mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename ... on UserError { message } } }`, { input }, { authorization });
    if (answer[mutation].message) throw new Error(JSON.stringify(answer));
  }
}
