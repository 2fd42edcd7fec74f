import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayFault, type CallOptions, type GatewaySdk } from '../gateway-client.js';
import { sendAnswer } from '../http/answer.js';
import { Overloaded, RETRY_AFTER_SECONDS } from '../http/load-bound.js';
import { otherMethods } from '../http/other-methods.js';
import { PAGE_ROUTES } from '../pages.js';
import { CHECKOUT_TEXTS } from './checkout-texts.js';
import { PAGE_NOT_FOUND, sendPage, type PageAnswer } from './page-answer.js';
import { DeadEndPage } from './seller-pages.js';
import { accentStyle, countdownStyle, STYLE } from './style.js';
import { TEXTS } from './texts.js';

const A_DAY_IN_SECONDS = 86_400;

/** The pages, their style sheets, and the public keys that verify a link. */
export async function mountPages(app: FastifyInstance, sdk: GatewaySdk, callOf: (request: FastifyRequest, reply: FastifyReply) => CallOptions): Promise<void> {
  await app.register(fastifyCookie);
  app.removeAllContentTypeParsers();
  await app.register(fastifyFormbody, { bodyLimit: 16 * 1024 });
  app.setErrorHandler((error, request, reply) => {
    const answer = faultPage(error, request);
    if (answer.status >= 500) request.log.error(error);
    return sendPage(reply, answer);
  });
  for (const { method, path, handler } of PAGE_ROUTES) {
    app.route({ method, url: path, handler: async (request, reply) => sendPage(reply, await handler({ request, sdk, call: callOf(request, reply) })) });
  }
  for (const [path, { allowed, refused }] of otherMethods(PAGE_ROUTES)) {
    app.route({ method: refused, url: path, handler: (_request, reply) => sendPage(reply, { ...PAGE_NOT_FOUND, status: 405, headers: { allow: allowed.join(', ') } }) });
  }
  mountStyles(app);
  app.get('/.well-known/jwks.json', async (request, reply) => {
    const { linkSigningKeys } = await sdk.ReadLinkSigningKeys({}, callOf(request, reply));
    return sendAnswer(reply, { status: 200, headers: { 'cache-control': 'public, max-age=300' }, body: { keys: linkSigningKeys } });
  });
}

function mountStyles(app: FastifyInstance): void {
  const headers = { 'content-type': 'text/css; charset=utf-8', 'cache-control': `public, max-age=${A_DAY_IN_SECONDS}`, 'x-content-type-options': 'nosniff' };
  app.get('/assets/courtside.css', (_request, reply) => reply.headers(headers).send(STYLE));
  app.get('/assets/countdown-:seconds.css', (request, reply) => {
    const { seconds } = request.params as { seconds: string }; // the path names it
    return /^[1-9]\d{0,4}$/.test(seconds) ? reply.headers(headers).send(countdownStyle(Number(seconds))) : reply.code(404).send();
  });
  app.get('/assets/accent-:hex.css', (request, reply) => {
    const style = accentStyle((request.params as { hex: string }).hex); // the path names it
    return style === undefined ? reply.code(404).send() : reply.headers(headers).send(style);
  });
}

function faultPage(error: unknown, { url }: FastifyRequest): PageAnswer {
  const code = error instanceof GatewayFault ? error.code : undefined;
  const { over, busy, form, broken } = TEXTS.deadEnd;
  if (code === 'UNAUTHENTICATED') return { status: 410, headers: { 'referrer-policy': 'no-referrer' }, page: <DeadEndPage {...(/^\/(checkouts|bookings)\//.test(url) ? CHECKOUT_TEXTS.over : over)} /> };
  if (code === 'FORBIDDEN') return PAGE_NOT_FOUND; // a page of the demo, outside of it
  if (code === 'RATE_LIMITED') return { status: 429, headers: { 'retry-after': '60' }, page: <DeadEndPage {...busy} /> };
  if (code === 'OVERLOADED' || code === 'OPERATION_TIMEOUT' || error instanceof Overloaded) return { status: 503, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) }, page: <DeadEndPage {...busy} /> };
  const refused = statusOfForm(error);
  if (code === 'BAD_USER_INPUT' || refused !== undefined) return { status: refused ?? 400, page: <DeadEndPage {...form} /> };
  return { status: code === 'GATEWAY_UNREACHABLE' ? 503 : 500, page: <DeadEndPage {...broken} /> };
}

/** With which status Fastify refuses a form by itself: too large, of another type, broken. */
function statusOfForm(error: unknown): number | undefined {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status < 500 ? status : undefined;
}
