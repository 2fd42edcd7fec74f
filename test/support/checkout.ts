import type { CheckoutStep } from '../../src/checkout/checkout-step.js';
import type { CheckoutSessionState } from '../../src/checkout-session/checkout-session.lifecycle.js';
import type { TestGateway } from './gateway.js';
import { callGraphql, type GraphqlAnswer } from './graphql.js';
import { sessionInput } from './seed.js';

type Reached = Pick<TestGateway, 'graphqlUrl'>;
export type Target = { readonly secret: string } | { readonly item: { readonly type: 'SCHEDULED_SESSION' | 'SLOT'; readonly identifier: string } };

export interface Price {
  readonly amountMinor: number;
  readonly currency: string | null;
}

/** What the tests look at in a checkout. */
export interface SeenCheckout {
  readonly id: string;
  readonly state: CheckoutSessionState;
  readonly step: CheckoutStep;
  readonly expiresAt: string;
  readonly holdExpiresAt: string | null;
  readonly isCustomerFixed: boolean;
  readonly broker: { readonly name: string; readonly url: string; readonly accentColor: string | null };
  readonly customer: { readonly identifier: string | null; readonly givenName: string; readonly familyName: string; readonly email: string; readonly is13OrOver: boolean | null } | null;
  readonly items: readonly { readonly acceptedOffer: string; readonly price: Price; readonly currentPrice: Price | null }[];
  readonly totalPaymentDue: Price | null;
  readonly currentTotal: Price | null;
  readonly ticketChoices: readonly { readonly id: string }[];
  readonly obstacle: { readonly reasons: readonly string[] } | null;
  readonly alternatives: readonly { readonly identifier: string }[];
  readonly order: { readonly id: string; readonly reference: string; readonly state: string } | null;
}

/** How a mutation of a checkout ended. */
export interface Outcome {
  /** A payload's or an error's name; the code of the refusal when nobody was let in. */
  readonly name: string;
  /** Where the checkout is afterwards, as far as the answer says. */
  readonly step: CheckoutStep | undefined;
  readonly checkout: SeenCheckout | undefined;
  readonly token: string | undefined;
  /** Why it cannot be booked. */
  readonly reasons: readonly string[] | undefined;
  /** Where each problem of the input is. */
  readonly problems: readonly string[] | undefined;
}

export const CHECKOUT_FIELDS = `id state step expiresAt holdExpiresAt isCustomerFixed broker { name url accentColor }
  customer { identifier givenName familyName email is13OrOver } items { acceptedOffer price { amountMinor currency } currentPrice { amountMinor currency } }
  totalPaymentDue { amountMinor currency } currentTotal { amountMinor currency } ticketChoices { id } obstacle { reasons } alternatives { ... on ScheduledSession { identifier } ... on Slot { identifier } }
  order { id reference state }`;
const STEP = '... on CheckoutStepError { step }';
const ITEM = '... on ItemNotBookableError { reasons }';
/** What each mutation takes, and what its errors tell beside their names. */
const MUTATIONS: Readonly<Record<string, { readonly input?: string; readonly errors: string }>> = {
  startCheckout: { input: 'StartCheckoutInput', errors: ITEM },
  chooseTicket: { input: 'ChooseTicketInput', errors: `${STEP} ${ITEM}` },
  submitDetails: { input: 'SubmitDetailsInput', errors: `${STEP} ${ITEM} ... on ValidationError { problems { path message } }` },
  confirmAge: { input: 'ConfirmAgeInput', errors: STEP },
  acceptPrices: { input: 'AcceptPricesInput', errors: STEP },
  renewHold: { errors: `${STEP} ${ITEM}` },
  bookCheckout: { errors: `${STEP} ${ITEM}` },
  cancelCheckout: { errors: STEP },
};

/** What somebody types who books for the first time. */
export const GUEST = { givenName: 'Grace', familyName: 'Okoro', email: 'grace.okoro@example.com' } as const;

export function checkoutHeader(token: string): { authorization: string } {
  return { authorization: `Checkout ${token}` };
}

interface Start {
  readonly heldTokens?: readonly string[];
  readonly apiKey?: string | null;
}

/** The document of a mutation that answers with a checkout. */
export function documentOf(field: string): string {
  const name = `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
  const { input, errors } = MUTATIONS[field] ?? { errors: '' };
  const [takes, gives] = input === undefined ? ['', ''] : [`($input: ${input}!)`, '(input: $input)'];
  return `mutation ${takes} { ${field}${gives} { __typename ... on UserError { message code } ${errors} ... on ${name}Payload { ${field === 'startCheckout' ? 'token' : ''} checkout { ${CHECKOUT_FIELDS} } } } }`;
}

/** How the mutation `field` ended, out of what GraphQL answered. */
export function outcomeOf({ data, errors }: Pick<GraphqlAnswer, 'data' | 'errors'>, field: string): Outcome {
  const result = data?.[field];
  const nothing = { step: undefined, checkout: undefined, token: undefined, reasons: undefined, problems: undefined };
  if (!result) return { ...nothing, name: String(errors?.[0]?.extensions['code']) };
  const { __typename: name, step, checkout, token, reasons, problems } = result;
  return { name, step: step ?? checkout?.step, checkout, token, reasons, problems: problems?.map(({ path }: { path: string[] }) => path.join('/')) };
}

/** Starts a checkout as a browser without a key, unless said otherwise. */
export async function startCheckout({ graphqlUrl }: Reached, target: Target, { heldTokens = [], apiKey = null }: Start = {}): Promise<Outcome> {
  return outcomeOf(await callGraphql(graphqlUrl, documentOf('startCheckout'), { input: { ...target, heldTokens } }, apiKey), 'startCheckout');
}

export type CustomerActs = ReturnType<typeof customerIn>;

/** Everything that somebody can do who has the token of a checkout. */
export function customerIn({ graphqlUrl }: Reached, token: string) {
  const ask = (query: string, variables: object = {}) => callGraphql(graphqlUrl, query, variables, null, checkoutHeader(token));
  const act = async (field: string, input?: object) => outcomeOf(await ask(documentOf(field), input && { input }), field);
  const read = async (): Promise<SeenCheckout> => {
    const { data, errors } = await ask(`{ checkout { ${CHECKOUT_FIELDS} } }`);
    if (errors) throw new Error(JSON.stringify(errors));
    return data.checkout;
  };
  return {
    token,
    read,
    choose: (offerId: string | null) => act('chooseTicket', { offerId }),
    details: (customer: object | null = GUEST) => act('submitDetails', { customer }),
    age: (is13OrOver = true) => act('confirmAge', { is13OrOver }),
    /** Agrees to this total, else to the one that is shown now. */
    accept: async (totalMinor?: number) => act('acceptPrices', { totalMinor: totalMinor ?? (await read()).currentTotal?.amountMinor ?? 0 }),
    renew: () => act('renewHold'),
    book: () => act('bookCheckout'),
    cancel: () => act('cancelCheckout'),
  };
}

/** Starts a checkout and is in it. */
export async function enter(gateway: Reached, target: Target, start: Start = {}): Promise<CustomerActs> {
  const { name, token } = await startCheckout(gateway, target, start);
  if (token === undefined) throw new Error(`no checkout was started: ${name}`);
  return customerIn(gateway, token);
}

/** Enters the book button of an item of the catalogue and does everything but the last click. */
export async function readyGuest(gateway: Reached, target: Target): Promise<CustomerActs> {
  const guest = await enter(gateway, target);
  await guest.details();
  const { step } = await guest.age();
  if (step !== 'CHECK') throw new Error(`not ready to book but at ${step}`);
  return guest;
}

export interface MadeSession {
  readonly id: string;
  readonly identifier: string;
  readonly orderId: string;
  readonly target: { readonly secret: string };
}

interface Ordered {
  readonly acceptedOffer: string;
  readonly orderedItem: { readonly type: string; readonly identifier: string };
}

/** Opens a checkout session for one customer, as the demo broker. */
export async function openSession({ graphqlUrl }: Reached, orderedItem: readonly Ordered[], customer: object = sessionInput().initialOrder.customer): Promise<MadeSession> {
  const input = sessionInput();
  const document = `mutation ($input: CreateCheckoutSessionInput!) { createCheckoutSession(input: $input) { __typename ... on UserError { message }
    ... on CreateCheckoutSessionPayload { checkoutSession { id identifier initialOrder { id } potentialAction { target } } } } }`;
  const { data, errors } = await callGraphql(graphqlUrl, document, { input: { ...input, initialOrder: { ...input.initialOrder, customer, orderedItem } } });
  const session = data?.createCheckoutSession.checkoutSession;
  if (!session) throw new Error(`no session was created: ${JSON.stringify({ data, errors })}`);
  return { id: session.id, identifier: session.identifier, orderId: session.initialOrder.id, target: secretIn(session.potentialAction[0].target) };
}

/** Makes a public book button for a ScheduledSession by its id in open data; without a key it is the platform's own. */
export async function makeButton({ graphqlUrl }: Reached, scheduledSessionId: string, apiKey: string | null = null): Promise<{ readonly secret: string }> {
  const document = `mutation ($input: CreateStandaloneCheckoutSessionInput!) { createStandaloneCheckoutSession(input: $input) { __typename
    ... on CreateStandaloneCheckoutSessionPayload { checkoutSession { potentialAction { target } } } ... on UserError { message } } }`;
  const { data, errors } = await callGraphql(graphqlUrl, document, { input: { scheduledSessionId } }, apiKey);
  const session = data?.createStandaloneCheckoutSession.checkoutSession;
  if (!session) throw new Error(`no book button was made: ${JSON.stringify({ data, errors })}`);
  return secretIn(session.potentialAction[0].target);
}

function secretIn(target: string): { readonly secret: string } {
  return { secret: new URL(target).pathname.split('/').at(-1) ?? '' };
}
