import type { FastifyRequest } from 'fastify';
import { OutsideLink, Page } from './layout.js';
import { seeOther, type PageAnswer } from './page-answer.js';
import { TEXTS } from './texts.js';

/**
 * Sends a browser on after a form. A page elsewhere is not reached by a redirect, which the content security policy of the
 * form's page would stop, but by a page of ours that moves on by a header and says where to.
 */
export function goOnTo(url: string, { host }: FastifyRequest): PageAnswer {
  if (URL.parse(url)?.host === host) return seeOther(url);
  return { status: 200, headers: { refresh: `0; url=${url}`, 'referrer-policy': 'no-referrer' }, page: <LeavingPage url={url} /> };
}

function LeavingPage({ url }: { readonly url: string }) {
  const { leaving } = TEXTS;
  return (
    <Page title={leaving.title}>
      <p class="lead">{leaving.lead}</p>
      <OutsideLink text={leaving.link} url={url} />
    </Page>
  );
}
