import { failureAnswer } from '../http/failure-answer.js';
import { problemsOf } from '../json-ld/problems.js';
import { answerUnreadable, type Handler } from './exchange.js';
import { linkAnswer, PlanQuery } from './seller-link.js';

/** Contract §4 row 2: a single-use, short-lived address that moves a seller to another plan. */
export const postUpdateToken: Handler = async (exchange) => {
  const query = PlanQuery.safeParse(exchange.request.query, { reportInput: true });
  if (!query.success) return answerUnreadable(problemsOf(query.error), exchange);
  const { sellerId, stripe } = query.data;
  const { issueUpdateToken: result } = await exchange.sdk.IssueUpdateToken({ input: { sellerId, stripe } }, exchange.call);
  return result.__typename === 'IssueUpdateTokenPayload' ? linkAnswer(result.url) : failureAnswer(result, exchange.scope);
};
