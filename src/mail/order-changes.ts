import type { OrderView } from '../order/order.store.js';
import { toMoney, totalOf, type Money } from '../shared/money.js';
import type { Mail } from './mailer.js';
import { amountOf, linesOf, readForMail, sourcesOf, type OrderMailParts } from './order-mail.js';
import { MAIL_TEXTS } from './texts.js';

/** Tells the customer which places are cancelled, and what goes back. One mail for each number of cancelled places: a repeat is seen to be one. */
export async function sendCancellation(orderId: string, parts: OrderMailParts): Promise<void> {
  const known = await readForMail(orderId, parts);
  if (!known) return;
  const { order, link } = known;
  const cancelled = order.orderedItem.filter(({ orderItemStatus }) => orderItemStatus === 'CUSTOMER_CANCELLED' || orderItemStatus === 'SELLER_CANCELLED');
  const { cancellation } = MAIL_TEXTS;
  const places = cancelled.flatMap(({ opportunity }) => (opportunity ? [linesOf(opportunity).join('\n')] : []));
  const text = [cancellation.lead(order.reference), ...places, ...refundLines(order), ...(cancelled.length < order.orderedItem.length ? [cancellation.left] : []), `${cancellation.link}\n${link}`, ...sourcesOf(cancelled.flatMap(({ opportunity }) => opportunity ?? []))];
  const what = cancelled[0]?.opportunity?.superEvent.name ?? order.reference;
  await parts.mailer.send(mailTo(order, `cancelled-${cancelled.length}-${orderId}`, cancellation.subject(what), text));
}

function refundLines({ orderedItem, broker }: OrderView): string[] {
  const { cancellation } = MAIL_TEXTS;
  const sum = (isBySeller: boolean): Money => totalOf([toMoney(0, null), ...orderedItem.flatMap(({ refund }) => (refund && (refund.status === 'REFUND_BY_SELLER') === isBySeller ? [refund.amount] : []))]);
  const [ours, sellers] = [sum(false), sum(true)];
  return [
    ...(ours.amountMinor > 0 ? [cancellation.refund(amountOf(ours))] : []),
    ...(sellers.amountMinor > 0 ? [cancellation.refundBySeller(amountOf(sellers), orderedItem[0]?.opportunity?.organizer.name ?? broker.name)] : []),
  ];
}

/** Tells the customer that the money has gone back. */
export async function sendRefund(orderId: string, parts: OrderMailParts): Promise<void> {
  const known = await readForMail(orderId, parts);
  if (!known) return;
  const { order } = known;
  const done = order.orderedItem.flatMap(({ refund }) => (refund?.status === 'DONE' ? [refund.amount] : []));
  if (done.length === 0) return;
  const { refunded } = MAIL_TEXTS;
  await parts.mailer.send(mailTo(order, `refunded-${done.length}-${orderId}`, refunded.subject(order.reference), [refunded.lead(amountOf(totalOf(done)))]));
}

/** Tells a customer whose money came too late that nothing is booked and nothing was taken. */
export async function sendPaymentReturned(orderId: string, parts: OrderMailParts): Promise<void> {
  const known = await readForMail(orderId, parts);
  if (!known) return;
  const { order } = known;
  const { paymentReturned } = MAIL_TEXTS;
  const what = order.orderedItem[0]?.opportunity?.superEvent.name ?? order.reference;
  await parts.mailer.send(mailTo(order, `returned-${orderId}`, paymentReturned.subject, [paymentReturned.lead(what), paymentReturned.money]));
}

function mailTo({ customer }: OrderView, id: string, subject: string, text: readonly string[]): Mail {
  const { givenName, familyName, email } = customer;
  return {
    messageId: `order-${id}@courtside`,
    to: { name: `${givenName} ${familyName}`, address: email },
    subject,
    text: [MAIL_TEXTS.confirmation.greeting(givenName), ...text].join('\n\n'),
    attachments: [],
  };
}
