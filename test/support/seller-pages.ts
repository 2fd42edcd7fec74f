import type { Page } from 'playwright-core';
import { DEMO } from '../../src/store/demo-data.js';
import type { TestGateway } from './gateway.js';
import { callGraphql } from './graphql.js';
import { callRest } from './rest.js';

/** What a broker asks for on behalf of a seller. */
export interface LinkRequest {
  readonly sellerId: string;
  readonly stripe?: boolean;
  /** The demo broker's unless said otherwise. */
  readonly apiKey?: string;
}

/** Asks for a link as a broker does, and gives its address. (contract §4 rows 1 to 3) */
export async function askForLink({ url }: Pick<TestGateway, 'url'>, page: 'onboard' | 'update' | 'view', { sellerId, stripe, apiKey }: LinkRequest): Promise<string> {
  const query = new URLSearchParams({ sellerId, ...(stripe !== undefined && { stripe: String(stripe) }) });
  const answer = await callRest(`${url}/api/${page}-token?${query.toString()}`, { method: 'POST', ...(apiKey !== undefined && { apiKey }) });
  if (answer.status !== 200) throw new Error(`no link but ${answer.status} ${answer.text}`);
  return (answer.body as { url: string }).url;
}

/** Everything that the steps of a flow may move, as GraphQL has it; null for a seller that the broker does not manage. */
export async function readSeller({ graphqlUrl }: Pick<TestGateway, 'graphqlUrl'>, sellerId: string, apiKey: string = DEMO.apiKeys.fitnessFinder) {
  const answer = await callGraphql(
    graphqlUrl,
    `query ($sellerId: String!) {
      seller(sellerId: $sellerId) {
        status plan bookability
        acceptedTerms { version acceptedAt }
        paymentAccount { provider status connectedAt }
        history { trigger status at }
      }
    }`,
    { sellerId },
    apiKey,
  );
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data.seller;
}

export const title = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

/** The last part of the address: which page of a flow this is. */
export const step = (page: Page) => new URL(page.url()).pathname.split('/').slice(3).join('/');

export const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click();

export const startNow = (page: Page) => page.getByRole('link', { name: 'Start now', exact: true }).click();

export async function acceptTerms(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await press(page, 'Continue');
}

/** What the demo provider can be told to say, by its words on the page. */
export const VERDICTS = {
  accepted: 'Everything is fine: connect the account',
  informationNeeded: 'More information is needed',
  refused: 'Turn the account down',
  left: 'I leave before I am done',
} as const;

/** From the payments page to the demo provider and back, with this answer. */
export async function visitProvider(page: Page, verdict: keyof typeof VERDICTS): Promise<void> {
  await press(page, 'Go to the payment provider');
  await page.getByRole('radio', { name: VERDICTS[verdict] }).check();
  await press(page, 'Go back to Courtside');
}

/** Walks an onboarding from the link to the end. */
export async function onboard(page: Page, gateway: TestGateway, request: LinkRequest): Promise<void> {
  await walkToCheck(page, gateway, request);
  await press(page, 'Accept bookings');
}

/** Walks an onboarding from the link to the page where the answers are checked. */
export async function walkToCheck(page: Page, gateway: TestGateway, request: LinkRequest): Promise<void> {
  await page.goto(await askForLink(gateway, 'onboard', request));
  await startNow(page);
  await acceptTerms(page);
  if (request.stripe) await visitProvider(page, 'accepted');
}
