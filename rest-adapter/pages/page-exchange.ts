import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { CallOptions, GatewaySdk } from '../gateway-client.js';
import type { PageAnswer } from './page-answer.js';

/** One request for a page on its way to an answer. */
export interface PageExchange {
  readonly request: FastifyRequest;
  readonly sdk: GatewaySdk;
  readonly call: CallOptions;
}

export type PageHandler = (exchange: PageExchange) => Promise<PageAnswer>;

const COOKIE = 'seller_flow_';
const FLOW_ID = /^[0-9a-f-]{36}$/;
const LIFETIME_SECONDS = 30 * 60;

/** The tokens of all flows that this browser is in. */
export function heldTokens({ cookies }: FastifyRequest): string[] {
  const tokens = Object.entries(cookies).flatMap(([name, value]) => (name.startsWith(COOKIE) && value !== undefined ? [value] : []));
  return tokens.slice(-20);
}

/** The cookie of one flow, with the flow's id in its name, so that two tabs never cross. */
export function flowCookie(token: string, { hostname }: FastifyRequest): string {
  const [flowId = ''] = token.split('.');
  const secure = hostname === 'localhost' || hostname === '127.0.0.1' ? '' : '; Secure';
  return `${COOKIE}${flowId}=${token}; Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** The flow that the address names, with the token that this browser holds for it. */
export function flowOf({ request, call }: PageExchange): { token: string; call: CallOptions } | undefined {
  const { flow } = request.params as { flow: string }; // the path in pages.ts names it
  const token = FLOW_ID.test(flow) ? request.cookies[`${COOKIE}${flow}`] : undefined;
  return !token?.startsWith(`${flow}.`) ? undefined : { token, call: { ...call, authorization: `SellerFlow ${token}` } };
}

/** What a form of this flow carries to show that one of our pages made it; nobody without the cookie can say it. */
export function formTokenOf(flowToken: string): string {
  return createHash('sha256').update(`form ${flowToken}`).digest('base64url');
}

/** The fields of a form; a field sent twice counts once. */
export function fieldsOf({ body }: FastifyRequest): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(Object.entries(body).flatMap(([name, value]: [string, unknown]) => (typeof value === 'string' ? [[name, value]] : [])));
}

/** Whether a form came from a page of ours: same site by its Origin, or by the browser's own word where it hides the origin. */
export function isFromOurPage(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== 'null') return URL.parse(origin)?.host === request.host;
  return request.headers['sec-fetch-site'] === 'same-origin';
}

export function isSameToken(given: string | undefined, known: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(known)];
  return a.length === b.length && timingSafeEqual(a, b);
}
