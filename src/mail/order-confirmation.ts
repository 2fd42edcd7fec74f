import { toBuffer } from 'bwip-js/node';
import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import { checkoutTokenOf } from '../checkout/checkout-token.js';
import { readOrder, type OrderView } from '../order/order.store.js';
import { bookingAddress, type BaseAddresses } from '../shared/addresses.js';
import type { Tables } from '../store/tables.js';
import type { Mail, MailAttachment, Mailer } from './mailer.js';
import { MAIL_TEXTS } from './texts.js';

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: () => Date;
  readonly linkKeys: LinkKeys;
  readonly addresses: BaseAddresses;
  readonly mailer: Mailer;
}

/** Sends the customer what they need at the door. Its Message-ID is the same on every call, so that a mail that comes twice is seen to be one. */
export async function sendOrderConfirmation(orderId: string, parts: Parts): Promise<void> {
  const { reads } = parts;
  const order = await readOrder('EVERYBODY', orderId, { reads, now: parts.now(), selected: new Set(['opportunity', 'calendar']) });
  const checkout = await reads.selectFrom('checkout').where('quote_id', '=', orderId).select(['id', 'token_key_id']).executeTakeFirst();
  if (!order || !checkout) throw new Error(`no order ${orderId} to confirm`);
  const link = bookingAddress(parts.addresses, checkoutTokenOf(checkout.id, checkout.token_key_id, parts.linkKeys));
  await parts.mailer.send(await confirmationOf(order, orderId, link));
}

async function confirmationOf(order: OrderView, orderId: string, link: string): Promise<Mail> {
  const { customer, orderedItem } = order;
  const first = orderedItem[0]?.opportunity;
  return {
    messageId: `order-${orderId}@courtside`,
    to: { name: `${customer.givenName} ${customer.familyName}`, address: customer.email },
    subject: MAIL_TEXTS.confirmation.subject(first?.superEvent.name ?? order.reference),
    text: textOf(order, link),
    attachments: [
      { filename: 'courtside.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', contentBase64: Buffer.from(order.calendar).toString('base64') },
      ...(await Promise.all(orderedItem.flatMap(({ accessToken: [pass] }, index) => (pass ? [passImage(pass.text, index + 1)] : [])))),
    ],
  };
}

function textOf({ customer, broker, reference, orderedItem, totalPaymentDue }: OrderView, link: string): string {
  const { confirmation } = MAIL_TEXTS;
  const seller = orderedItem[0]?.opportunity?.organizer.name ?? broker.name;
  const places = orderedItem.map(({ opportunity, accessToken, accessCode }, index) => {
    const lines = opportunity ? [opportunity.superEvent.name, whenOf(opportunity.startDate, opportunity.timeZone), [opportunity.superEvent.location.name, opportunity.superEvent.location.address].filter(Boolean).join(', ')] : [];
    const codes = [...accessToken.map(({ text }) => confirmation.pass(text)), ...accessCode.map(({ name, value }) => confirmation.code(name, value))];
    return [confirmation.place(index + 1), ...lines, ...codes].join('\n');
  });
  const price = totalPaymentDue.amountMinor === 0 ? confirmation.free : confirmation.total(`${totalPaymentDue.amount} ${totalPaymentDue.currency ?? ''}`.trim());
  return [
    confirmation.greeting(customer.givenName),
    confirmation.lead(seller, broker.name),
    `${confirmation.reference(reference)}\n${price}`,
    ...places,
    `${confirmation.link}\n${link}\n${confirmation.linkNote}`,
    confirmation.calendar,
    confirmation.ending,
  ].join('\n\n');
}

/** As a person at the venue says it, with the zone, since a mail is read anywhere. */
function whenOf(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone, timeZoneName: 'short' }).format(instant);
}

async function passImage(text: string, number: number): Promise<MailAttachment> {
  const png = await toBuffer({ bcid: 'qrcode', text, scale: 6, paddingwidth: 4, paddingheight: 4, backgroundcolor: 'FFFFFF' });
  return { filename: `pass-${number}.png`, contentType: 'image/png', contentBase64: png.toString('base64') };
}
