import type { FastifyReply } from 'fastify';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { DeadEndPage } from './seller-pages.js';
import { TEXTS } from './texts.js';

/** What a page's handler answers: a page, or where to go. */
export interface PageAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly page?: JSX.Element;
  /** Instead of a page: something to keep. */
  readonly file?: { readonly name: string; readonly type: string; readonly content: string };
}

/** After a form, the browser asks for a page: a reload then sends nothing twice. */
export function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): PageAnswer {
  return { status: 303, headers: { ...headers, location } };
}

const SECURITY = {
  'content-security-policy': "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

export async function sendPage(reply: FastifyReply, { status, headers = {}, page, file }: PageAnswer): Promise<FastifyReply> {
  reply.code(status).headers({ ...SECURITY, ...headers });
  if (file) return reply.type(file.type).header('content-disposition', `attachment; filename="${file.name}"`).send(file.content);
  if (!page) return reply.send();
  const html = await textOf(await page);
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>${html}`);
}

/** A promise where a part of the page waits for something. */
function textOf(page: Awaited<JSX.Element>): string | Promise<string> {
  return page.toString();
}

/** For a browser at an address where nothing is. */
export const PAGE_NOT_FOUND: PageAnswer = { status: 404, page: <DeadEndPage {...TEXTS.deadEnd.notFound} /> };
