import { describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { startLoggingServer } from '../support/logging-server.js';

interface Line {
  readonly level: number;
  readonly reqId?: string;
  readonly req?: object;
  readonly res?: object;
  readonly responseTime?: number;
  readonly msg: string;
}

const linesIn = (log: string): readonly Line[] => log.split('\n').flatMap((text) => (text.startsWith('{') ? [JSON.parse(text) as Line] : [])); // as pino writes them

const completed = (statusCode: number) => expect.objectContaining({ level: 30, req: { method: 'GET', path: '/api/checkout-sessions/none' }, res: { statusCode }, responseTime: expect.any(Number), msg: 'request completed' });

describe('the log', () => {
  it('has one line for each request, the last ones before the end too, and under its id what was said meanwhile', async () => {
    await using server = await startLoggingServer({ DEMO: 'true' });
    const ask = (headers: Record<string, string> = {}) => fetch(`${server.url}/api/checkout-sessions/none?jwt=a.secret.token`, { headers });
    const [anonymous, leaked] = [await ask(), await ask({ 'x-api-key': DEMO.apiKeys.fitnessFinder, origin: 'https://a-page.example' })];
    const many = await Promise.all(Array.from({ length: 200 }, () => ask()));
    await server.stop();
    const lines = linesIn(server.log());
    const of = ({ headers }: Response) => lines.filter(({ reqId }) => reqId === headers.get('x-request-id'));
    expect(of(anonymous)).toEqual([completed(401)]);
    expect(of(leaked)).toEqual([expect.objectContaining({ level: 40, origin: 'https://a-page.example', msg: 'refused a key that came from a web page' }), completed(403)]);
    for (const answer of many) expect(of(answer)).toHaveLength(1);
    expect(server.log()).not.toContain('a.secret.token');
  });
});
