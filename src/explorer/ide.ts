import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../shared/clock.js';
import type { HeadersFor } from './demo-headers.js';
import type { NamedOperation } from './named-operations.js';

interface Parts {
  readonly operations: readonly NamedOperation[];
  readonly headersFor: HeadersFor;
  readonly clock: Clock;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Altair on /ide: an IDE that comes from this gateway alone and asks nobody else for anything. */
export function mountIde(server: FastifyInstance, parts: Parts): void {
  for (const path of ['/ide', '/ide/']) server.get(path, async (_request, reply) => sendPage(reply, parts));
  let files: Promise<Files> | undefined;
  server.get('/ide/*', async (request, reply) => {
    const { '*': name } = request.params as { '*': string }; // the path names it
    const file = (await (files ??= filesOfAltair())).get(name);
    if (file) return reply.headers({ ...SAFE, 'content-type': file.type, 'cache-control': 'public, max-age=3600' }).send(await readFile(file.path));
    reply.callNotFound();
    return reply;
  });
}

type Files = ReadonlyMap<string, { readonly path: string; readonly type: string }>;

/** What there is by its name, once somebody asks: no path of a caller's making reaches the disk. */
async function filesOfAltair(): Promise<Files> {
  const { getDistDirectory } = await import('altair-static');
  const folder = getDistDirectory();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).map((path) => ({ path, name: relative(folder, path).split(sep).join('/') }));
  return new Map(files.flatMap(({ path, name }) => {
    const type = CONTENT_TYPES[extname(name)];
    const isLeftOut = name === 'index.html' || name.startsWith('iframe-sandbox/'); // scripts before and after a request are not run here
    return type === undefined || isLeftOut ? [] : [[name, { path, type }] as const];
  }));
}

async function sendPage(reply: FastifyReply, parts: Parts): Promise<FastifyReply> {
  const { renderAltair } = await import('altair-static'); // half a megabyte, so not before somebody asks
  const nonce = randomBytes(16).toString('base64');
  const page = renderAltair({ baseURL: '/ide/', cspNonce: nonce, ...(await optionsOf(parts)) }).replaceAll('`/graphql`', "location.origin + '/graphql'"); // it takes whole addresses only, and the browser knows ours best
  return reply.headers({ ...SAFE, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'content-security-policy': policyOf(nonce) }).send(page);
}

const SAFE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' } as const;

/**
 * As strict as Altair bears. Its widgets bring style elements and attributes without a nonce, its editor works in a worker, and its
 * icons are data. Scripts come from here or by nonce, nothing is evaluated, and nothing, a style's image neither, is asked of anybody
 * but this gateway.
 */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** No advertisement, and no word of newer versions. */
const QUIET = { 'banners.disable': true, 'alert.disableUpdateNotification': true } as const;

/** A window for each operation. What is typed is not kept in the browser, where a key would outlive the visit. (our choice) */
async function optionsOf({ operations, headersFor, clock }: Parts) {
  const now = clock.now();
  const initialWindows = operations.map(async ({ name, roles, summary, variables, document }) => ({
    initialName: name,
    initialQuery: `# For ${roles.join(', ')}. ${summary}\n${document}\n`,
    initialVariables: variables,
    initialHeaders: await headersFor(roles[0], now),
    endpointURL: '/graphql',
  }));
  return { endpointURL: '/graphql', preserveState: false, disableAccount: true, initialSettings: QUIET, initialWindows: await Promise.all(initialWindows) };
}
