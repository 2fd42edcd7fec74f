import { z } from 'zod';
import { NOT_FOUND, problemAnswer } from '../http/problem.js';
import { OpportunityKind } from '../json-ld/opportunity-kind.js';
import { problemsOf } from '../json-ld/problems.js';
import { CONTEXT, contextOf } from '../json-ld/vocabulary.js';
import { writeOpportunity } from '../json-ld/write-opportunity.js';
import { answerUnreadable, type Handler } from './exchange.js';

export const OpportunityQuery = z.looseObject({ type: OpportunityKind.optional() });

/** One opportunity by its identifier; `type` chooses where a ScheduledSession and a Slot share one. (contract §1.3) */
export const getOpportunity: Handler = async (exchange) => {
  const { request, sdk, call, scope } = exchange;
  const query = OpportunityQuery.safeParse(request.query, { reportInput: true });
  if (!query.success) return answerUnreadable(problemsOf(query.error), exchange, 'anybody');
  const { identifier } = request.params as { identifier: string }; // the path in routes.ts names it
  const { opportunity } = await sdk.ReadOpportunity({ identifier, type: query.data.type }, call);
  if (!opportunity) return problemAnswer(NOT_FOUND, scope);
  return { status: 200, body: { [CONTEXT]: contextOf(scope.vocabulary), ...writeOpportunity(opportunity) } };
};
