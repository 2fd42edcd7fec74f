import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import type { OpportunityView } from '../catalogue/opportunity-view.store.js';
import { checkoutTokenOf } from '../checkout/checkout-token.js';
import { readOrder, type OrderView } from '../order/order.store.js';
import { bookingAddress, type BaseAddresses } from '../shared/addresses.js';
import type { Money } from '../shared/money.js';
import type { Tables } from '../store/tables.js';
import type { Mailer } from './mailer.js';
import { MAIL_TEXTS } from './texts.js';

/** What every mail about an order needs. */
export interface OrderMailParts {
  readonly reads: Kysely<Tables>;
  readonly now: () => Date;
  readonly linkKeys: LinkKeys;
  readonly addresses: BaseAddresses;
  readonly mailer: Mailer;
}

/** The order, and the personal link to it; undefined when there is nobody to write to any more, because the person is erased. */
export async function readForMail(orderId: string, { reads, now, addresses, linkKeys }: OrderMailParts): Promise<{ order: OrderView; link: string } | undefined> {
  const order = await readOrder('EVERYBODY', orderId, { reads, now: now(), selected: new Set(['opportunity', 'calendar']) });
  const checkout = await reads.selectFrom('checkout').where('quote_id', '=', orderId).select(['id', 'token_key_id']).executeTakeFirst();
  if (!order || !checkout) throw new Error(`no order ${orderId} to write about`);
  if (order.erasedAt !== null) return undefined;
  return { order, link: bookingAddress(addresses, checkoutTokenOf(checkout.id, checkout.token_key_id, linkKeys)) };
}

/** What, when and where, a line each. */
export function linesOf({ superEvent, startDate, timeZone }: OpportunityView): string[] {
  return [superEvent.name, whenOf(startDate, timeZone), [superEvent.location.name, superEvent.location.address].filter(Boolean).join(', ')];
}

/** Whose open data a mail shows, a line each; none where no feed told of it. (Creative Commons BY 4.0, §3(a)) */
export function sourcesOf(opportunities: readonly OpportunityView[]): string[] {
  const lines = opportunities.flatMap(({ attribution }) => (attribution ? [MAIL_TEXTS.source(attribution.publisher, attribution.licence)] : []));
  return [...new Set(lines)];
}

/** As a person at the venue says it, with the zone, since a mail is read anywhere. */
function whenOf(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone, timeZoneName: 'short' }).format(instant);
}

export function amountOf({ amount, currency }: Money): string {
  return `${amount} ${currency ?? ''}`.trim();
}
