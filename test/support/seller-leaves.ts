import { askIn } from './book.js';
import { AS_BROKER } from './cancellations.js';
import type { PaidWorld } from './paid-world.js';
import { CURRENT_TERMS } from '../../src/seller/terms.js';

/** Has a seller of the demo broker's leave its paid plan, from the first page to the last. */
export async function leaveFor({ gateway }: Pick<PaidWorld, 'gateway'>, sellerId: string, way: string): Promise<void> {
  const ask = askIn(gateway);
  if (way === 'opts out') {
    await ask('mutation ($input: OptOutSellerInput!) { optOutSeller(input: $input) { __typename } }', { input: { sellerId } }, AS_BROKER);
    return;
  }
  const issued = await ask('mutation ($input: IssueUpdateTokenInput!) { issueUpdateToken(input: $input) { ... on IssueUpdateTokenPayload { url } } }', { input: { sellerId, stripe: false } }, AS_BROKER);
  const jwt = new URL(issued.issueUpdateToken.url).searchParams.get('jwt');
  const opened = await ask('mutation ($input: OpenSellerLinkInput!) { openSellerLink(input: $input) { ... on OpenSellerLinkPayload { token } } }', { input: { jwt, purpose: 'UPDATE', heldTokens: [] } });
  const shown = { authorization: `SellerFlow ${opened.openSellerLink.token}` };
  await ask('mutation ($input: AcceptSellerTermsInput!) { acceptSellerTerms(input: $input) { __typename } }', { input: { version: CURRENT_TERMS.version } }, shown);
  const choice = way === 'goes Free and has us refund' ? 'REFUND_NOW' : 'REFUND_MYSELF';
  await ask('mutation ($input: ChooseRefundsInput!) { chooseRefunds(input: $input) { __typename } }', { input: { choice } }, shown);
  const { completeSellerFlow } = await ask('mutation { completeSellerFlow { __typename } }', {}, shown);
  if (completeSellerFlow.__typename !== 'CompleteSellerFlowPayload') throw new Error(completeSellerFlow.__typename);
}
