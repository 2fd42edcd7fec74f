import { z } from 'zod';
import { problemsOf } from '../json-ld/problems.js';
import { CONTEXT, contextOf, OPPORTUNITY_LIST } from '../json-ld/vocabulary.js';
import { OpportunityKind } from '../json-ld/opportunity-kind.js';
import { wireUrl } from '../json-ld/wire-rules.js';
import { writeOpportunity } from '../json-ld/write-opportunity.js';
import { answerUnreadable, type Handler } from './exchange.js';

const instant = z.iso.datetime({ offset: true, error: 'must be an instant, as in 2026-11-20T18:30:00Z' });

export const OpportunitiesQuery = z.looseObject({
  type: OpportunityKind.optional(),
  startsFrom: instant.optional(),
  startsBefore: instant.optional(),
  sellerId: wireUrl.optional(),
  limit: z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100').default(50),
  after: z.string().optional(),
});

/** The platform's events API: what there is, in the order of its start. (contract §1.3) */
export const listOpportunities: Handler = async (exchange) => {
  const { request, sdk, call, scope } = exchange;
  const query = OpportunitiesQuery.safeParse(request.query, { reportInput: true });
  if (!query.success) return answerUnreadable(problemsOf(query.error), exchange, 'anybody');
  const { limit: first, after, type, startsFrom, startsBefore, sellerId } = query.data;
  const { opportunities } = await sdk.ListOpportunities({ first, after, filter: { type, startsFrom, startsBefore, sellerId } }, call);
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
