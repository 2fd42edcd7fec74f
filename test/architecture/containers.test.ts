import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readAdapterConfig } from '../../rest-adapter/config.js';
import { startLoggingServer } from '../support/logging-server.js';
import { freshFolder } from '../support/run-folder.js';

/*
 * Nothing here builds or runs a container: the tests have no Docker. They hold the files to their structure, and to the
 * names of settings and of what they copy and run.
 */

const DOCKERFILE = readFileSync('Dockerfile', 'utf8');
const lines = DOCKERFILE.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

interface Part {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly ports?: readonly string[];
}
const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as { readonly services: Readonly<Record<string, Part>> };

describe('the Dockerfile', () => {
  it('builds in one stage and runs in another, as somebody who is not root, and says whether it is alive', () => {
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
    expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER node');
    expect(lines.findIndex((line) => line.startsWith('USER '))).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('COPY ')));
    expect(DOCKERFILE).toMatch(/^HEALTHCHECK .*\\\n +CMD \[.*\/livez/m);
    const [, list = '[]'] = /HEALTHCHECK [^\n]*\\\n +CMD (\[.*\])$/m.exec(DOCKERFILE) ?? [];
    expect(JSON.parse(list)).toHaveLength(3);
  });

  it('copies what is there, and nothing that .dockerignore keeps out', () => {
    const let_in = readFileSync('.dockerignore', 'utf8').split('\n').filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const copied = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    expect(copied.toSorted()).toEqual(let_in.toSorted());
  });

  it('lets into the image all that the gateway reads while it runs', async () => {
    const image = freshFolder();
    const kept = lines.filter((line) => line.startsWith('COPY --from=build')).map((line) => /\/app\/(\S+)/.exec(line)?.[1] ?? '');
    symlinkSync(join(process.cwd(), 'node_modules'), join(image, 'node_modules'));
    for (const path of kept.filter((name) => name !== 'node_modules')) cpSync(path === 'docs' ? 'docs/operations' : path, join(image, path === 'docs' ? 'docs/operations' : path), { recursive: true });
    await using server = await startLoggingServer({}, image);
    const [ide, alive] = [await fetch(`${server.url}/ide`), await fetch(`${server.url}/livez`)];
    expect([ide.status, alive.status]).toEqual([200, 200]);
  });
});

describe('compose.yaml', () => {
  it('has PostgreSQL, what migrates, two gateways that wait for it, and an adapter apart', () => {
    expect(Object.keys(services).toSorted()).toEqual(['adapter', 'gateway-1', 'gateway-2', 'migrate', 'postgres']);
    for (const name of ['gateway-1', 'gateway-2']) expect(services[name]?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
    expect(services['migrate']?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(services['adapter']?.depends_on).toEqual({ 'gateway-1': { condition: 'service_healthy' } });
  });

  it('opens nothing to the network, and holds no secret', () => {
    for (const { ports = [] } of Object.values(services)) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const { environment } of Object.values(services)) for (const [name, value] of Object.entries(environment)) if (/KEY|TOKEN|PASSWORD/.test(name)) expect(value, name).toMatch(/^\$\{\w+:\?/);
  });

  it('knows only settings that exist', () => {
    const known = new Set([...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name));
    for (const name of ['gateway-1', 'migrate', 'adapter']) expect(Object.keys(services[name]?.environment ?? {}).filter((setting) => !known.has(setting)), name).toEqual([]);
    const { PUBLIC_URL: _url, ...adapter } = services['adapter']?.environment ?? {};
    expect(readAdapterConfig({ ...adapter, PUBLIC_URL: 'https://courtside.example', ADAPTER_TOKEN: 'x'.repeat(32), NODE_ENV: 'production' })).toMatchObject({ gatewayUrl: 'http://gateway-1:4000' });
  });
});
