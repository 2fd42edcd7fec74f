import type { CheckoutFactsFragment } from '../generated/operations.js';
import { checkoutPageOf, type CheckoutPageProps } from './checkout-pages.js';
import { Things, WaysBack } from './checkout-parts.js';
import { CHECKOUT_TEXTS } from './checkout-texts.js';
import { FieldErrorText, Form, Page, SummaryList } from './layout.js';
import { Sources } from './sources.js';
import { nameOf, priceOf, whenOf } from './wording.js';

type Order = NonNullable<CheckoutFactsFragment['order']>;
type Place = Order['orderedItem'][number];

/** What somebody needs at the door. */
export function ConfirmationPage({ checkout }: CheckoutPageProps) {
  const { confirmation, facts } = CHECKOUT_TEXTS;
  const { order, broker, navigationLinks } = checkout;
  if (!order) throw new Error('a completed checkout without an order');
  const things = order.orderedItem.flatMap(({ opportunity }) => opportunity ?? []);
  const isCancelled = order.state === 'CANCELLED';
  return (
    <Page title={isCancelled ? confirmation.cancelledTitle : confirmation.title} broker={broker}>
      <div class="panel">
        <p>
          {confirmation.reference}: <strong>{order.reference}</strong>
        </p>
      </div>
      {!isCancelled && order.erasedAt === null && <p>{confirmation.mail(order.customer.email)}</p>}
      <Things things={things} />
      <SummaryList rows={[{ term: facts.name, value: order.erasedAt === null ? `${order.customer.givenName} ${order.customer.familyName}` : confirmation.erased }, { term: facts.total, value: priceOf(order.totalPaymentDue) }]} />
      {order.orderedItem.map((place, index) => (
        <Pass place={place} title={confirmation.pass(index + 1, order.orderedItem.length)} />
      ))}
      {!isCancelled && (
        <>
          <p class="no-print">
            <a href={checkoutPageOf(checkout, 'courtside.ics')}>{confirmation.calendar}</a>
          </p>
          <p class="soft no-print">{confirmation.print}</p>
        </>
      )}
      {order.orderedItem.some(isCancellable) && (
        <p class="no-print">
          <a href={checkoutPageOf(checkout, 'cancel-booking')}>{CHECKOUT_TEXTS.cancellation.link}</a>
        </p>
      )}
      <WaysBack broker={broker} links={navigationLinks} kind="BackToBrokerUserProfileLink" />
    </Page>
  );
}

function Pass({ place: { opportunity, orderItemStatus, refund, accessToken, accessCode }, title }: { readonly place: Place; readonly title: string }) {
  const { confirmation } = CHECKOUT_TEXTS;
  return (
    <section class="pass">
      <h2>{title}</h2>
      {opportunity && <p>{nameOf(opportunity)}</p>}
      {orderItemStatus === 'ORDER_CONFIRMED' ? (
        <>
          <p>{confirmation.show}</p>
          {accessToken.map(({ text }) => (
            <>
              <QrCode text={text} alt={confirmation.alt(text)} />
              <p class="soft">
                {confirmation.text}: <code>{text}</code>
              </p>
            </>
          ))}
          {accessCode.map(({ name, value }) => (
            <p>
              {name}: <strong class="code">{value}</strong>
            </p>
          ))}
        </>
      ) : (
        <p>
          <strong>{confirmation.cancelled}</strong>
          {refund && ` ${CHECKOUT_TEXTS.refunds[refund.status](priceOf(refund.amount))}`}
        </p>
      )}
    </section>
  );
}

/** Whether the ticket's terms let the customer cancel it at all; whether it is still in time the gateway says. */
function isCancellable({ orderItemStatus, cancellableUntil }: Place): boolean {
  return orderItemStatus === 'ORDER_CONFIRMED' && cancellableUntil !== null;
}

/** What would go back, and until when, before anything is cancelled. */
export function CancelBookingPage({ checkout, formToken, errors = [] }: CheckoutPageProps) {
  const { cancellation } = CHECKOUT_TEXTS;
  const { order, broker, items } = checkout;
  const [error] = errors;
  const places = (order?.orderedItem ?? []).flatMap((place, position) => (isCancellable(place) ? { place, position } : []));
  if (places.length === 0) {
    return (
      <Page title={cancellation.title} broker={broker} back={checkoutPageOf(checkout, 'confirmation')}>
        <p class="lead">{cancellation.not}</p>
      </Page>
    );
  }
  return (
    <Page title={cancellation.title} broker={broker} errors={errors} back={checkoutPageOf(checkout, 'confirmation')}>
      <Form action={checkoutPageOf(checkout, 'cancel-booking')} token={formToken}>
        <fieldset class={error ? 'wrong' : undefined} aria-describedby={error ? 'place-error' : undefined}>
          <legend>{cancellation.which}</legend>
          {error && <FieldErrorText id="place-error" message={error.message} />}
          {places.map(({ place: { opportunity, cancellableUntil }, position }, index) => {
            const price = items[position]?.price;
            const id = index === 0 ? 'place' : `place-${position}`;
            return (
              <div class="choice">
                <input type="checkbox" id={id} name={`place-${position}`} value="yes" checked={places.length === 1} aria-describedby={`${id}-hint`} />
                <label for={id}>
                  {opportunity ? `${nameOf(opportunity)}, ${whenOf(opportunity)}` : CHECKOUT_TEXTS.confirmation.pass(position + 1, 2)}
                  <span class="hint" id={`${id}-hint`}>
                    {price && price.amountMinor > 0 ? cancellation.refund(priceOf(price)) : cancellation.free} {cancellableUntil && opportunity && cancellation.until(whenOf({ startDate: cancellableUntil, endDate: null, timeZone: opportunity.timeZone }))}
                  </span>
                </label>
              </div>
            );
          })}
        </fieldset>
        <button type="submit">{cancellation.button}</button>
      </Form>
      <Sources things={places.flatMap(({ place: { opportunity } }) => opportunity ?? [])} />
      <p>
        <a href={checkoutPageOf(checkout, 'confirmation')}>{cancellation.keep}</a>
      </p>
    </Page>
  );
}

/** A QR code as an image of its own, dark on white whatever the page's colours are, with the margin that readers need. */
async function QrCode({ text, alt }: { readonly text: string; readonly alt: string }) {
  const { toSVG } = await import('bwip-js/node'); // 2 MB, so not before it is needed
  const svg = toSVG({ bcid: 'qrcode', text, scale: 4, paddingwidth: 4, paddingheight: 4, backgroundcolor: 'FFFFFF' });
  return <img class="qr" src={`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`} alt={alt} width="240" height="240" />;
}
