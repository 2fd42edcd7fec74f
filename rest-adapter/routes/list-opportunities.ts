import { problemsOf } from '../json-ld/problems.js';
import { CONTEXT, contextOf, OPPORTUNITY_LIST } from '../json-ld/vocabulary.js';
import { OpportunitySearch } from '../json-ld/read-opportunity-search.js';
import { writeOpportunity } from '../json-ld/write-opportunity.js';
import { answerUnreadable, type Handler } from './exchange.js';

/** The platform's events API: what there is, in the order of its start. (contract §1.3) */
export const listOpportunities: Handler = async (exchange) => {
  const { request, sdk, call, scope } = exchange;
  const query = OpportunitySearch.safeParse(request.query, { reportInput: true });
  if (!query.success) return answerUnreadable(problemsOf(query.error), exchange, 'anybody');
  const { opportunities } = await sdk.ListOpportunities(query.data, call);
  const { hasNextPage, endCursor } = opportunities.pageInfo;
  const body = {
    [CONTEXT]: contextOf(scope.vocabulary),
    type: OPPORTUNITY_LIST,
    items: opportunities.nodes.map(writeOpportunity),
    ...(hasNextPage && endCursor !== null && { next: nextPage(request.url, endCursor) }),
  };
  return { status: 200, body };
};

/** The same question behind the cursor, as an address relative to this one. */
function nextPage(url: string, cursor: string): string {
  const start = url.indexOf('?');
  const path = start === -1 ? url : url.slice(0, start);
  const parameters = new URLSearchParams(url.slice(path.length)); // a sellerId may bring a second question mark
  parameters.set('after', cursor);
  return `${path}?${parameters.toString()}`;
}
