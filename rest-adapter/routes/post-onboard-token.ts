import { failureAnswer } from '../http/failure-answer.js';
import { problemsOf } from '../json-ld/problems.js';
import { answerUnreadable, type Handler } from './exchange.js';
import { linkAnswer, PlanQuery } from './seller-link.js';

/** Contract §4 row 1: a single-use, short-lived address that opts a seller in. */
export const postOnboardToken: Handler = async (exchange) => {
  const query = PlanQuery.safeParse(exchange.request.query, { reportInput: true });
  if (!query.success) return answerUnreadable(problemsOf(query.error), exchange);
  const { sellerId, stripe } = query.data;
  const { issueOnboardToken: result } = await exchange.sdk.IssueOnboardToken({ input: { sellerId, stripe } }, exchange.call);
  return result.__typename === 'IssueOnboardTokenPayload' ? linkAnswer(result.url) : failureAnswer(result, exchange.scope);
};
