import type { FastifyInstance } from 'fastify';

/** The code of a request that was turned away because there are too many. The gateway's GraphQL tells the same. */
export const OVERLOADED = 'OVERLOADED';
/** Our choice: whoever was turned away comes back after so many seconds; a burst is over by then. */
export const RETRY_AFTER_SECONDS = 2;
/** What whoever runs this asks, above all when it is busy. */
const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

/** Turned away before its body was read. Fastify hands it to the error handler of the route, which answers in the route's own shape. */
export class Overloaded extends Error {
  readonly code = OVERLOADED;
  readonly statusCode = 503;
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor() {
    super(`Too much is going on. Try again in ${RETRY_AFTER_SECONDS} s.`);
  }
}

/** What the bound has to tell. */
export interface Load {
  readonly inFlight: number;
  readonly turnedAway: number;
}

/**
 * Lets so many requests be under way at once and turns all others away, so that memory has a bound and those that are
 * let in are answered in time. A place is free again when its request has been answered, or its connection is gone.
 * To be called before anything is mounted.
 */
export function boundLoad(server: FastifyInstance, most: number): () => Load {
  let [inFlight, turnedAway] = [0, 0];
  server.addHook('onRequest', (request, reply, done) => {
    if (ALWAYS_ANSWERED.has(request.routeOptions.url ?? '')) return done();
    if (inFlight >= most) {
      turnedAway += 1;
      reply.header('retry-after', String(RETRY_AFTER_SECONDS)).header('connection', 'close'); // the body that nobody reads would stand in the way
      return done(new Overloaded());
    }
    inFlight += 1;
    reply.raw.once('close', () => (inFlight -= 1));
    return done();
  });
  return () => ({ inFlight, turnedAway });
}
