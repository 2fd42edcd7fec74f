import { z } from 'zod';
import { failureAnswer } from '../http/failure-answer.js';
import { problemsOf } from '../json-ld/problems.js';
import { wireUrl } from '../json-ld/wire-rules.js';
import { answerUnreadable, type Handler } from './exchange.js';

const Query = z.looseObject({
  stripe: z.enum(['true', 'false']).transform((text) => text === 'true'),
  sellerId: wireUrl,
});

/** Contract §4 row 1: a single-use, short-lived address that opts a seller in. */
export const postOnboardToken: Handler = async (exchange) => {
  const query = Query.safeParse(exchange.request.query, { reportInput: true });
  if (!query.success) return answerUnreadable(problemsOf(query.error), exchange);
  const { sellerId, stripe } = query.data;
  const { issueOnboardToken: result } = await exchange.sdk.IssueOnboardToken({ input: { sellerId, stripe } }, exchange.call);
  if (result.__typename !== 'IssueOnboardTokenPayload') return failureAnswer(result, exchange.scope);
  return { status: 200, headers: { 'cache-control': 'no-store' }, body: { url: result.url } };
};
