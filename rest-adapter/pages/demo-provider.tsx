import { DeadEndPage } from './seller-pages.js';
import { DemoProviderPage } from './demo-provider-page.js';
import { PAGE_NOT_FOUND, seeOther } from './page-answer.js';
import { fieldsOf, isFromOurPage, type PageHandler } from './page-exchange.js';
import { TEXTS } from './texts.js';

const OUTCOMES = ['PENDING', 'ACCEPTED', 'INFORMATION_NEEDED', 'REFUSED'] as const;

export const showDemoAccount: PageHandler = async ({ request, sdk, call }) => {
  const { account: id } = request.params as { account: string }; // the path in pages.ts names it
  const { return: returnTo } = request.query as { return?: unknown };
  const { demoAccount: account } = await sdk.ReadDemoAccount({ id }, call);
  if (!account) return PAGE_NOT_FOUND;
  return { status: 200, page: <DemoProviderPage account={account} returnTo={pathOf(typeof returnTo === 'string' ? returnTo : '/')} /> };
};

export const submitDemoOutcome: PageHandler = async ({ request, sdk, call }) => {
  const { account: id } = request.params as { account: string }; // the path in pages.ts names it
  if (!isFromOurPage(request)) return { status: 403, page: <DeadEndPage {...TEXTS.deadEnd.form} /> };
  const fields = fieldsOf(request);
  const returnTo = pathOf(fields['return'] ?? '/');
  const outcome = OUTCOMES.find((known) => known === fields['outcome']);
  if (!outcome) {
    const { demoAccount: account } = await sdk.ReadDemoAccount({ id }, call);
    if (!account) return PAGE_NOT_FOUND;
    const errors = [{ field: 'outcome', message: TEXTS.demoProvider.missing }];
    return { status: 400, page: <DemoProviderPage account={account} returnTo={returnTo} errors={errors} /> };
  }
  const { chooseDemoOutcome: result } = await sdk.ChooseDemoOutcome({ input: { id, outcome } }, call);
  return result.__typename === 'ChooseDemoOutcomePayload' ? seeOther(returnTo) : PAGE_NOT_FOUND;
};

/** The path of an address: this page leads back to this site and nowhere else. */
function pathOf(address: string): string {
  const url = URL.parse(address, 'http://this.invalid');
  return url ? `${url.pathname}${url.search}` : '/';
}
