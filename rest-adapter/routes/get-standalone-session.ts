import { prefersHtml } from '../http/negotiation.js';
import { NOT_FOUND, problemAnswer } from '../http/problem.js';
import { writeStandaloneSession } from '../json-ld/write-standalone-session.js';
import type { Handler } from './exchange.js';

/** What the Location of contract §4 row 7 gives: the same JSON again; a browser is sent on to the checkout. (our choice) */
export const getStandaloneSession: Handler = async ({ request, sdk, call, scope }) => {
  const { identifier } = request.params as { identifier: string }; // the path in routes.ts names it
  const { standaloneCheckoutSession: session } = await sdk.ReadStandaloneSession({ identifier }, call);
  if (!session) return problemAnswer(NOT_FOUND, scope);
  const [action] = session.potentialAction;
  if (action && prefersHtml(request)) return { status: 303, headers: { location: action.target, vary: 'Origin, Accept' } };
  return { status: 200, headers: { vary: 'Origin, Accept' }, body: writeStandaloneSession(session) };
};
