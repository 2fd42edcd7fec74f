import { element } from './element.js';
import { priceOf, timeAt, whyNot, type Session } from './words.js';

const BASE = '{checkoutBaseUrl}';

/** A session with its book button, or with why there is none. */
export function sessionItem(session: Session, checkoutUrl: string): HTMLLIElement {
  const { name, location } = 'superEvent' in session ? session.superEvent : session.facilityUse;
  const when = timeAt(session.startDate, session.timeZone);
  return element(
    'li',
    {},
    element('h2', { tabindex: '-1' }, name),
    element('p', {}, element('time', { datetime: session.startDate }, when)),
    element('p', {}, `${location.name}, by ${session.organizer.name}`),
    element('p', {}, priceOf(session)),
    bookButton(session, checkoutUrl, `${name}, ${when}`) ?? element('p', {}, whyNot(session)),
  );
}

/** contract §1.3 */
function bookButton({ checkoutUrlTemplate }: Session, checkoutUrl: string, what: string): HTMLAnchorElement | undefined {
  if (!checkoutUrlTemplate?.startsWith(`${BASE}/`)) return undefined;
  return element('a', { class: 'book', href: checkoutUrlTemplate.replace(BASE, checkoutUrl) }, 'Book', element('span', { class: 'visually-hidden' }, ` ${what}`));
}
