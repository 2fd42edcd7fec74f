// Serves the page beside this file. First `npx tsc -p docs/examples/front-end`, then `node docs/examples/front-end/serve.mjs`; no bundler, and
// nothing from elsewhere. The page's origin must be registered for its publishable key: the demo broker's is http://localhost:5173.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const { GATEWAY_URL = 'http://localhost:4000', PUBLISHABLE_KEY = 'pk_test_demofitnessfinder', PORT = '5173' } = process.env;
const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.mjs': 'text/javascript' };

/** Where a path's file is: what `tsc` made of the page's scripts, the two packages that they import, and the rest beside this file. */
const ROOMS = [
  [/^\/packages\/((?:graphql|graphql-request\/build)\/[\w/.-]+\.m?js)$/, '../../../node_modules/'],
  [/^\/((?:generated\/)?[\w-]+\.js)$/, '../../../dist/docs/examples/front-end/'],
  [/^\/((?:index\.html|style\.css))$/, './'],
];

const html = (await readFile(new URL('./index.html', import.meta.url), 'utf8')).replaceAll('http://localhost:4000', GATEWAY_URL).replace('pk_test_demofitnessfinder', PUBLISHABLE_KEY);
const [, importMap = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(html) ?? [];
const policy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(importMap).digest('base64')}'`,
  "style-src 'self'",
  'img-src data:',
  `connect-src ${new URL(GATEWAY_URL).origin}`,
  "base-uri 'none'; frame-ancestors 'none'",
].join('; ');

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  try {
    const file = fileOf(pathname === '/' ? '/index.html' : pathname);
    const body = file.endsWith('index.html') ? html : await readFile(file);
    response.writeHead(200, { 'content-type': `${TYPES[extname(file)]}; charset=utf-8`, 'content-security-policy': policy }).end(body);
  } catch {
    response.writeHead(404).end('There is nothing here.');
  }
});
server.listen(Number(PORT), 'localhost', () => console.log('listening on', `http://localhost:${server.address().port}`));

/** Throws when there is no such file. `new URL` has taken every `..` out of a path before it comes here. */
function fileOf(pathname) {
  for (const [pattern, room] of ROOMS) {
    const [, name] = pattern.exec(pathname) ?? [];
    if (name !== undefined) return fileURLToPath(new URL(room + name, import.meta.url));
  }
  throw new Error(pathname);
}
