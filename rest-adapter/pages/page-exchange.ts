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

/** A kind of journey that a browser holds the tokens of, each in a cookie of its own. */
export interface Journey {
  readonly cookie: string;
  /** How the token is shown to the gateway. */
  readonly scheme: string;
  readonly lifetimeSeconds: number;
}

export const SELLER_FLOW: Journey = { cookie: 'seller_flow_', scheme: 'SellerFlow', lifetimeSeconds: 30 * 60 };
/** For a week: the confirmation is looked at again at the door. */
export const CHECKOUT: Journey = { cookie: 'checkout_', scheme: 'Checkout', lifetimeSeconds: 7 * 24 * 60 * 60 };

const ID = /^[0-9a-f-]{36}$/;
const MOST_HELD = 20;

/** The tokens of all journeys of a kind that this browser is in. */
export function heldTokens({ cookies }: FastifyRequest, { cookie }: Journey): string[] {
  const tokens = Object.entries(cookies).flatMap(([name, value]) => (name.startsWith(cookie) && value !== undefined ? [value] : []));
  return tokens.slice(-MOST_HELD);
}

/** The cookie of one journey, with its id in the name, so that two tabs never cross. */
export function journeyCookie(token: string, { cookie, lifetimeSeconds }: Journey, { hostname }: FastifyRequest): string {
  const [id = ''] = token.split('.');
  const secure = hostname === 'localhost' || hostname === '127.0.0.1' ? '' : '; Secure';
  return `${cookie}${id}=${token}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The journey that the address names, with the token that this browser holds for it. */
export function journeyOf({ request, call }: PageExchange, { cookie, scheme }: Journey): { token: string; call: CallOptions } | undefined {
  const { id } = request.params as { id: string }; // the path in pages.ts names it
  const token = ID.test(id) ? request.cookies[`${cookie}${id}`] : undefined;
  return !token?.startsWith(`${id}.`) ? undefined : { token, call: { ...call, authorization: `${scheme} ${token}` } };
}

/** What a form of a journey carries to show that one of our pages made it; nobody without the cookie can say it. */
export function formTokenOf(token: string): string {
  return createHash('sha256').update(`form ${token}`).digest('base64url');
}

/** Whether somebody only looks: HEAD, and whatever fetches ahead of a person. */
export function isLookingAhead({ method, headers }: FastifyRequest): boolean {
  return method === 'HEAD' || ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? '')));
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
