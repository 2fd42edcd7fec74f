import type { FastifyInstance } from 'fastify';
import { FOR_EVERYBODY } from '../http/for-everybody.js';
import { prefersHtml } from '../http/negotiation.js';
import { sendPage } from '../pages/page-answer.js';
import { VocabularyPage } from '../pages/vocabulary-page.js';
import { TERMS } from './terms.js';
import type { Vocabulary } from './vocabulary.js';
import { writeContext } from './write-context.js';

/** Answers at `{platform_url}`: the JSON-LD context, or a page of its terms for browsers. A term's own address leads to its place there. */
export function mountVocabulary(app: FastifyInstance, { platformUrl }: Pick<Vocabulary, 'platformUrl'>): void {
  const base = new URL(platformUrl).pathname.replace(/\/$/, '').replaceAll(':', '::'); // a colon would begin a parameter
  const context = JSON.stringify(writeContext({ platformUrl }));
  const headers = { ...FOR_EVERYBODY, vary: 'Origin, Accept' };
  app.get(base === '' ? '/' : base, (request, reply) => {
    if (prefersHtml(request)) return sendPage(reply, { status: 200, headers, page: <VocabularyPage platformUrl={platformUrl} /> });
    return reply.headers({ ...headers, 'content-type': 'application/ld+json' }).send(Buffer.from(context));
  });
  const names: ReadonlySet<string> = new Set(TERMS.map(({ name }) => name));
  app.get(`${base}/:name`, (request, reply) => {
    const { name } = request.params as { name: string }; // the path names it
    if (names.has(name)) return reply.headers(FOR_EVERYBODY).redirect(`${platformUrl}#${name}`, 303);
    return reply.callNotFound();
  });
}
