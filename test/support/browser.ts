import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect, inject, onTestFinished, vi } from 'vitest';
import type { TestGateway } from './gateway.js';
import { freshFolder } from './run-folder.js';

/** What the package brings its own libraries and fonts for; it unpacks them where this is set, and the browser then runs anywhere. */
const BARE_LINUX = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
const QUIET = ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** The package's defaults for a function in the cloud, which take away what we test or make closing a context fatal. */
const UNWANTED = new Set(['--disable-web-security', '--allow-running-insecure-content', '--single-process']);

/** Starts the Chromium that npm brought along. One for a test file; whoever starts it closes it. */
export async function startBrowser(): Promise<Browser> {
  const folder = await unpackedFolder();
  const env = { ...process.env, ...BARE_LINUX, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts'), HOME: folder };
  const args = [...chromium.args.filter((arg) => !UNWANTED.has(arg)), ...QUIET];
  return playwright.launch({ executablePath: join(folder, 'chromium'), args, env: onlyTexts(env), headless: true });
}

/** Where the browser is unpacked for this run. Of several test files that start at once each unpacks its own, and one becomes everybody's. */
async function unpackedFolder(): Promise<string> {
  const shared = join(inject('runFolder'), 'chromium');
  if (existsSync(shared)) return shared;
  const own = freshFolder();
  await withEnvironment({ ...BARE_LINUX, TMPDIR: own }, () => chromium.executablePath());
  await writeFile(join(own, 'fonts', 'fonts.conf'), `<fontconfig><dir>${join(shared, 'fonts')}</dir><cachedir>${join(shared, 'font-cache')}</cachedir></fontconfig>`);
  await rename(own, shared).catch((error: unknown) => {
    if (!existsSync(shared)) throw error;
  });
  return shared;
}

async function withEnvironment(changes: Readonly<Record<string, string>>, run: () => Promise<unknown>): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, changes);
  await run();
  for (const name of Object.keys(changes)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
}

function onlyTexts(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/**
 * A browser profile of its own for one test, closed with it, without JavaScript unless said otherwise. The test fails if a
 * page asks anything of anybody but the gateway, tells anybody the token of a link, or breaks its own content security policy.
 */
export async function openProfile(browser: Browser, { url }: Pick<TestGateway, 'url'>, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 420, height: 900 }, ...options });
  context.setDefaultTimeout(20_000); // a guard against hanging, not a measurement
  const complaints: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:')) complaints.push(`asked ${request.url()}`);
    if (/[?&]jwt=/.test(request.headers()['referer'] ?? '')) complaints.push(`told ${request.url()} the token of a link`);
  });
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  return context;
}

/**
 * Goes back as a person does. The browser's own protocol refuses to say where "back" is while it swaps one page for another
 * ("Not attached to an active page"); nothing has moved then, and it is asked again.
 */
export async function goBack(page: Page): Promise<void> {
  await vi.waitFor(() => page.goBack(), { timeout: 30_000, interval: 100 });
}

/** Waits until the browser shows an address whose path is right, however many navigations that takes. */
export async function waitForPath(page: Page, isRight: (path: string) => boolean): Promise<void> {
  const check = async (): Promise<void> => {
    const { pathname } = new URL(page.url());
    if (!isRight(pathname)) throw new Error(`the browser is at ${pathname}`);
    await page.waitForLoadState('load');
  };
  await vi.waitFor(check, { timeout: 30_000, interval: 50 }); // a guard against hanging, not a measurement
}

/** A tab of a new profile. */
export async function openTab(browser: Browser, gateway: Pick<TestGateway, 'url'>, options: BrowserContextOptions = {}): Promise<Page> {
  return (await openProfile(browser, gateway, options)).newPage();
}
