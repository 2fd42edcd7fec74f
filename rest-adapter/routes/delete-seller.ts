import { failureAnswer } from '../http/failure-answer.js';
import type { Handler } from './exchange.js';

export const SELLERS_PATH = '/api/sellers/';

/** Contract §4 row 4: opts a seller out. Once and again `204`. */
export const deleteSeller: Handler = async ({ request, sdk, call, scope }) => {
  const { optOutSeller: result } = await sdk.OptOutSeller({ input: { sellerId: sellerIdIn(request.raw.url ?? '') } }, call);
  return result.__typename === 'OptOutSellerPayload' ? { status: 204 } : failureAnswer(result, scope);
};

/**
 * The rest of the address after one percent-decoding, query string included: brokers send the sellerId, itself an
 * address, encoded or raw. (our choice)
 */
export function sellerIdIn(rawUrl: string): string {
  const rest = rawUrl.slice(rawUrl.indexOf(SELLERS_PATH) + SELLERS_PATH.length);
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest; // a stray % in the query string decodes to nothing, so it stands for itself
  }
}
