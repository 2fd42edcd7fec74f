import type { OrderView } from '../order/order.store.js';
import type { Mail, MailAttachment } from './mailer.js';
import { amountOf, linesOf, readForMail, sourcesOf, type OrderMailParts } from './order-mail.js';
import { MAIL_TEXTS } from './texts.js';

/** Sends the customer what they need at the door. Its Message-ID is the same on every call, so that a mail that comes twice is seen to be one. */
export async function sendOrderConfirmation(orderId: string, parts: OrderMailParts): Promise<void> {
  const known = await readForMail(orderId, parts);
  if (known) await parts.mailer.send(await confirmationOf(known.order, orderId, known.link));
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
    const lines = opportunity ? linesOf(opportunity) : [];
    const codes = [...accessToken.map(({ text }) => confirmation.pass(text)), ...accessCode.map(({ name, value }) => confirmation.code(name, value))];
    return [confirmation.place(index + 1), ...lines, ...codes].join('\n');
  });
  const price = totalPaymentDue.amountMinor === 0 ? confirmation.free : confirmation.total(amountOf(totalPaymentDue));
  return [
    confirmation.greeting(customer.givenName),
    confirmation.lead(seller, broker.name),
    `${confirmation.reference(reference)}\n${price}`,
    ...places,
    `${confirmation.link}\n${link}\n${confirmation.linkNote}`,
    confirmation.calendar,
    ...sourcesOf(orderedItem.flatMap(({ opportunity }) => opportunity ?? [])),
    confirmation.ending,
  ].join('\n\n');
}

async function passImage(text: string, number: number): Promise<MailAttachment> {
  const { toBuffer } = await import('bwip-js/node'); // 2 MB, so not before it is needed
  const png = await toBuffer({ bcid: 'qrcode', text, scale: 6, paddingwidth: 4, paddingheight: 4, backgroundcolor: 'FFFFFF' });
  return { filename: `pass-${number}.png`, contentType: 'image/png', contentBase64: png.toString('base64') };
}
