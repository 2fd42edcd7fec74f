import { failureAnswer } from '../http/failure-answer.js';
import { problemsOf } from '../json-ld/problems.js';
import { answerUnreadable, type Handler } from './exchange.js';
import { linkAnswer, SellerQuery } from './seller-link.js';

/** Contract §4 row 3: a single-use, short-lived address that shows a seller its details. */
export const postViewToken: Handler = async (exchange) => {
  const query = SellerQuery.safeParse(exchange.request.query, { reportInput: true });
  if (!query.success) return answerUnreadable(problemsOf(query.error), exchange);
  const { issueViewToken: result } = await exchange.sdk.IssueViewToken({ input: { sellerId: query.data.sellerId } }, exchange.call);
  return result.__typename === 'IssueViewTokenPayload' ? linkAnswer(result.url) : failureAnswer(result, exchange.scope);
};
