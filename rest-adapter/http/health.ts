import type { FastifyInstance } from 'fastify';

const LONGEST_CHECK_MS = 3_000;
const HEADERS = { 'cache-control': 'no-store', 'content-type': 'application/json', 'x-content-type-options': 'nosniff' };

/** For an adapter that runs apart. `/livez`: this process answers. `/readyz`: its gateway is ready, as the gateway itself says. */
export function mountHealth(server: FastifyInstance, gatewayUrl: string): void {
  server.get('/livez', (_request, reply) => reply.headers(HEADERS).send(Buffer.from('{"isAlive":true}')));
  let underWay: Promise<boolean> | undefined;
  server.get('/readyz', async (_request, reply) => {
    const isReady = await (underWay ??= isGatewayReady(gatewayUrl).finally(() => (underWay = undefined)));
    const gateway = isReady ? { isOk: true } : { isOk: false, problem: 'the gateway is not ready' };
    return reply.code(isReady ? 200 : 503).headers(HEADERS).send(Buffer.from(JSON.stringify({ isReady, checks: { gateway } })));
  });
}

async function isGatewayReady(gatewayUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${gatewayUrl}/readyz`, { signal: AbortSignal.timeout(LONGEST_CHECK_MS) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
