import type { SellerLinkPurpose } from '../../src/seller/seller-link.entity.js';
import type { SellerFlowStep } from '../../src/seller/seller-flow-step.js';
import { CURRENT_TERMS } from '../../src/seller/terms.js';
import { DEMO } from '../../src/store/demo-data.js';
import type { TestGateway } from './gateway.js';
import { callGraphql } from './graphql.js';

type Reached = Pick<TestGateway, 'graphqlUrl'>;

/** How a mutation of a flow ended. */
export interface FlowOutcome {
  /** A payload's or an error's name; the code of the refusal when nobody was let in. */
  readonly name: string;
  /** Where the flow is afterwards, as far as the answer says. */
  readonly step: SellerFlowStep | undefined;
  readonly url?: string;
}

const FLOW = 'flow { id step sellerStatus completedAt }';
const ERRORS = '... on UserError { message code } ... on SellerFlowStepError { step }';

/** The JWT of a link that a broker, the demo broker unless said otherwise, asks for through the schema. `stripe` is of no interest to a view link. */
export async function issueLink({ graphqlUrl }: Reached, purpose: SellerLinkPurpose, sellerId: string, stripe = false, apiKey: string = DEMO.apiKeys.fitnessFinder): Promise<string> {
  const name = { ONBOARD: 'Onboard', UPDATE: 'Update', VIEW: 'View' }[purpose];
  const input = purpose === 'VIEW' ? { sellerId } : { sellerId, stripe };
  const document = `mutation ($input: Issue${name}TokenInput!) { issue${name}Token(input: $input) { ... on Issue${name}TokenPayload { url } ... on UserError { code } } }`;
  const { data, errors } = await callGraphql(graphqlUrl, document, { input }, apiKey);
  const url: unknown = data?.[`issue${name}Token`]?.url;
  if (typeof url !== 'string') throw new Error(`no link: ${JSON.stringify({ data, errors })}`);
  return new URL(url).searchParams.get('jwt') ?? '';
}

/** Opens a link through the schema, as the page does for a browser that holds these tokens. */
export async function openLink({ graphqlUrl }: Reached, jwt: string, purpose: SellerLinkPurpose, heldTokens: readonly string[] = []): Promise<{ __typename: string; token?: string; flow?: { id: string; step: SellerFlowStep } }> {
  const document = `mutation ($input: OpenSellerLinkInput!) { openSellerLink(input: $input) { __typename ... on OpenSellerLinkPayload { token ${FLOW} } } }`;
  const { data, errors } = await callGraphql(graphqlUrl, document, { input: { jwt, purpose, heldTokens } }, null);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.openSellerLink;
}

/** The token of a fresh flow. */
export async function beginFlow(gateway: Reached, purpose: SellerLinkPurpose, sellerId: string, stripe = false, apiKey?: string): Promise<string> {
  const opened = await openLink(gateway, await issueLink(gateway, purpose, sellerId, stripe, apiKey), purpose);
  if (opened.token === undefined) throw new Error(`the link did not open: ${opened.__typename}`);
  return opened.token;
}

/** What a page sends along for the flow of this token. */
export function flowHeader(token: string): { authorization: string } {
  return { authorization: `SellerFlow ${token}` };
}

/** Everything that a seller can do in the flow of this token. */
export function sellerIn({ graphqlUrl }: Reached, token: string) {
  const ask = (query: string, variables: object = {}) => callGraphql(graphqlUrl, query, variables, null, flowHeader(token));
  const act = async (field: string, takes: string, input?: object): Promise<FlowOutcome> => {
    const payload = `${field.slice(0, 1).toUpperCase()}${field.slice(1)}Payload`;
    const given = input ? [`($input: ${takes}!)`, '(input: $input)'] : ['', ''];
    const shown = field === 'connectPaymentAccount' ? 'url' : FLOW;
    const { data, errors } = await ask(`mutation ${given[0]} { ${field}${given[1]} { __typename ... on ${payload} { ${shown} } ${ERRORS} } }`, input && { input });
    const result = data?.[field];
    if (!result) return { name: String(errors?.[0]?.extensions['code']), step: undefined };
    return { name: result.__typename, step: result.step ?? result.flow?.step, ...(result.url && { url: result.url }) };
  };
  const connect = () => act('connectPaymentAccount', '');
  const refresh = () => act('refreshPaymentAccount', '');
  return {
    flow: async (selection = 'id step sellerStatus') => {
      const { data, errors } = await ask(`{ sellerFlow { ${selection} } }`);
      return errors ? errors[0]?.extensions['code'] : data.sellerFlow;
    },
    accept: (version: string = CURRENT_TERMS.version) => act('acceptSellerTerms', 'AcceptSellerTermsInput', { version }),
    choose: (choice: 'REFUND_NOW' | 'REFUND_MYSELF' = 'REFUND_MYSELF') => act('chooseRefunds', 'ChooseRefundsInput', { choice }),
    connect,
    refresh,
    complete: () => act('completeSellerFlow', ''),
    askToMove: () => act('requestSellerMove', ''),
    /** Goes to the demo provider, has it say this, and comes back. */
    visitProvider: async (outcome: 'ACCEPTED' | 'PENDING' | 'INFORMATION_NEEDED' | 'REFUSED' = 'ACCEPTED'): Promise<FlowOutcome> => {
      const { name, step, url } = await connect();
      if (url === undefined) return { name, step };
      const id = new URL(url).pathname.split('/').at(-1);
      await callGraphql(graphqlUrl, 'mutation ($input: ChooseDemoOutcomeInput!) { chooseDemoOutcome(input: $input) { __typename } }', { input: { id, outcome } }, null);
      return refresh();
    },
  };
}

/** Onboards a seller of the demo broker from the first page to the last. */
export async function onboardSeller(gateway: Reached, sellerId: string, stripe: boolean): Promise<void> {
  const seller = sellerIn(gateway, await beginFlow(gateway, 'ONBOARD', sellerId, stripe));
  await seller.accept();
  if (stripe) await seller.visitProvider();
  const { name } = await seller.complete();
  if (name !== 'CompleteSellerFlowPayload') throw new Error(`not onboarded: ${name}`);
}

/** Opts a seller out through the schema; gives the result's name. */
export async function optOut({ graphqlUrl }: Reached, sellerId: string): Promise<string> {
  const { data } = await callGraphql(graphqlUrl, 'mutation ($input: OptOutSellerInput!) { optOutSeller(input: $input) { __typename } }', { input: { sellerId } });
  return data.optOutSeller.__typename;
}
