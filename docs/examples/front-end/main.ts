import { GraphQLClient } from 'graphql-request';
import { ListSessionsDocument } from './generated/operations.js';
import { sessionItem } from './session-item.js';

const PAGE_SIZE = 10;
const SLOW_MS = 2_000;
const TIMEOUT_MS = 15_000;

const settings = document.body.dataset;
const client = new GraphQLClient(`${settings['gatewayUrl'] ?? ''}/graphql`, { headers: { 'X-API-KEY': settings['publishableKey'] ?? '' } });
const from = new Date().toISOString(); // the same for every page: a cursor belongs to its list

const list = byId('sessions', HTMLUListElement);
const status = byId('status', HTMLParagraphElement);
const more = byId('more', HTMLButtonElement);
let after: string | null = null;
let isLoading = false;

async function load(): Promise<void> {
  if (isLoading) return;
  setLoading(true);
  status.textContent = 'Loading sessions…';
  const slow = setTimeout(() => (status.textContent = 'This takes longer than usual. Still loading sessions…'), SLOW_MS);
  try {
    const { opportunities } = await client.request({ document: ListSessionsDocument, variables: { from, first: PAGE_SIZE, after }, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const items = opportunities.nodes.map((session) => sessionItem(session, settings['checkoutUrl'] ?? ''));
    list.append(...items);
    if (after !== null) items[0]?.querySelector('h2')?.focus(); // where a keyboard or a screen reader goes on
    after = opportunities.pageInfo.endCursor;
    more.hidden = !opportunities.pageInfo.hasNextPage;
    more.textContent = 'More sessions';
    status.textContent = list.childElementCount === 0 ? 'There is nothing to book at the moment.' : `${list.childElementCount} sessions shown${more.hidden ? ', and these are all.' : '.'}`;
  } catch (error) {
    console.error(error);
    status.textContent = 'The sessions could not be loaded.';
    more.textContent = 'Try again';
    more.hidden = false;
  } finally {
    clearTimeout(slow);
    setLoading(false);
  }
}

/** The button keeps the focus meanwhile, so it is not disabled but does nothing. */
function setLoading(is: boolean): void {
  isLoading = is;
  more.setAttribute('aria-disabled', String(is));
  list.setAttribute('aria-busy', String(is));
}

function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.querySelector(`#${id}`);
  if (!(found instanceof type)) throw new Error(`index.html has no #${id}`);
  return found;
}

more.addEventListener('click', () => void load());
void load();
