import type { FastifyRequest } from 'fastify';

const JSON_TYPES = ['application/json', 'application/ld+json'];

/** What nearly everybody sends, if anything, so that nothing need be weighed. */
const PLAIN_YES: ReadonlySet<string | undefined> = new Set([undefined, '*/*', ...JSON_TYPES]);

/** Whether the caller takes JSON: it does unless its Accept excludes it. */
export function acceptsJson(request: FastifyRequest): boolean {
  return PLAIN_YES.has(request.headers.accept) || request.accepts().type(JSON_TYPES) !== false;
}

/** Whether the caller is a browser on its way to a page: it names HTML before JSON. */
export function prefersHtml(request: FastifyRequest): boolean {
  return request.accepts().type([...JSON_TYPES, 'text/html']) === 'text/html';
}
