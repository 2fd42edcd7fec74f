import type { FastifyInstance } from 'fastify';

const A_YEAR_IN_SECONDS = 31_536_000;
/** Data is never a page, also when a browser is sent to it. */
const DATA_CSP = "default-src 'none'; frame-ancestors 'none'";

/** For what is answered before any hook runs: an address that cannot be read. */
export const DATA_SAFETY = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY', 'content-security-policy': DATA_CSP } as const;

/**
 * What every answer says to a browser, whatever it is; what an area says for itself stays as it is (pages have a policy
 * of their own). Only https is asked for again where this is reached by https. To be called before anything is mounted.
 */
export function secureHeaders(server: FastifyInstance, isPublic: boolean): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    const unlessSaid = (name: string, value: string) => void (reply.hasHeader(name) || reply.header(name, value));
    unlessSaid('x-content-type-options', 'nosniff');
    unlessSaid('referrer-policy', 'no-referrer');
    unlessSaid('x-frame-options', 'DENY');
    if (!String(reply.getHeader('content-type') ?? '').startsWith('text/html')) unlessSaid('content-security-policy', DATA_CSP);
    if (isPublic || request.protocol === 'https') unlessSaid('strict-transport-security', `max-age=${A_YEAR_IN_SECONDS}`);
    done();
  });
}
