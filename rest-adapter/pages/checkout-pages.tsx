import type { BookedThingFragment, CheckoutFactsFragment, CheckoutTargetFactsFragment } from '../generated/operations.js';
import { CHECKOUT_TEXTS } from './checkout-texts.js';
import { alternativeAddress, HoldPanel, Things, WaysBack } from './checkout-parts.js';
import { FieldErrorText, Form, Page, Radios, SummaryList, TextField, type FieldError } from './layout.js';
import { Sources, thingsOf } from './sources.js';
import { TEXTS } from './texts.js';
import { nameOf, priceOf, whenOf } from './wording.js';

export type Checkout = CheckoutFactsFragment;
export type Target = CheckoutTargetFactsFragment;

/** What every page of a checkout is given. */
export interface CheckoutPageProps {
  readonly checkout: Checkout;
  /** Shows, in a form, that one of our pages made it. */
  readonly formToken: string;
  readonly errors?: readonly FieldError[];
  /** What was typed, when it is shown again. */
  readonly typed?: Readonly<Record<string, string>>;
}

/** The address of a page of a checkout. */
export function checkoutPageOf({ id }: Pick<Checkout, 'id'>, page: string): string {
  return `/checkouts/${id}/${page}`;
}

/** The first page: what is booked, before anything is held. */
export function StartPage({ target, action }: { readonly target: Target; readonly action: string }) {
  const { start, facts } = CHECKOUT_TEXTS;
  const { broker, items, totalPaymentDue } = target;
  const [only] = items;
  const price = totalPaymentDue ? priceOf(totalPaymentDue) : only?.price && lowestPriceOf(only.price);
  const earlier = target.heldCheckout?.state === 'COMPLETED' ? target.heldCheckout : undefined;
  return (
    <Page title={start.title} broker={broker}>
      {broker.name !== TEXTS.service && <p class="lead">{start.lead(broker.name)}</p>}
      <Things things={items.map(({ opportunity }) => opportunity)} />
      <SummaryList rows={price ? [{ term: items.length > 1 ? facts.total : facts.price, value: price }] : []} />
      <Form action={action} token="">
        <button type="submit">{start.button}</button>
      </Form>
      {earlier && (
        <p>
          <a href={checkoutPageOf(earlier, 'next')}>{start.earlier}</a>
        </p>
      )}
      <WaysBack broker={broker} links={target.navigationLinks} kind="BackToBrokerLink" />
    </Page>
  );
}

export function TicketPage({ checkout, formToken, errors = [] }: CheckoutPageProps) {
  const { ticket } = CHECKOUT_TEXTS;
  const choices = checkout.ticketChoices.flatMap(({ id, name, price }) => (id === null || !price ? [] : { value: id, label: name, hint: priceOf(price) }));
  return (
    <Page title={ticket.title} broker={checkout.broker} errors={errors}>
      <Things things={checkout.opportunity ? [checkout.opportunity] : []} />
      <Form action={checkoutPageOf(checkout, 'ticket')} token={formToken}>
        <Radios name="offer" question={ticket.question} choices={choices} error={errors[0]?.message} />
        <button type="submit">{TEXTS.continue}</button>
      </Form>
      <GiveUp checkout={checkout} />
    </Page>
  );
}

/** Who books: asked for, or with what the broker has sent, which cannot be changed here. */
export function DetailsPage({ checkout, formToken, errors = [], typed = {} }: CheckoutPageProps) {
  const { details } = CHECKOUT_TEXTS;
  const { broker, customer, isCustomerFixed, seller } = checkout;
  const value = (name: 'givenName' | 'familyName' | 'email') => typed[name] ?? customer?.[name] ?? '';
  const error = (name: string) => errors.find(({ field }) => field === name)?.message;
  return (
    <Page title={details.title} broker={broker} errors={errors}>
      <Form action={checkoutPageOf(checkout, 'details')} token={formToken}>
        {isCustomerFixed ? (
          <>
            <SummaryList rows={personRows(checkout)} />
            <p>{details.known(broker.name)}</p>
          </>
        ) : (
          <>
            <TextField name="givenName" label={details.givenName} value={value('givenName')} autocomplete="given-name" error={error('givenName')} />
            <TextField name="familyName" label={details.familyName} value={value('familyName')} autocomplete="family-name" error={error('familyName')} />
            <TextField name="email" type="email" label={details.email} hint={details.emailHint} value={value('email')} autocomplete="email" error={error('email')} />
          </>
        )}
        <p class="soft">{details.privacy(seller?.name ?? broker.name, broker.name)}</p>
        <button type="submit" id="continue">
          {TEXTS.continue}
        </button>
      </Form>
      <Sources things={thingsOf(checkout)} />
      {checkout.step === 'DETAILS' && checkout.ticketChoices.length > 1 && (
        <Form action={checkoutPageOf(checkout, 'ticket')} token={formToken}>
          <button type="submit" name="again" value="yes" class="secondary">
            {details.otherTicket}
          </button>
        </Form>
      )}
      <GiveUp checkout={checkout} />
    </Page>
  );
}

export function AgePage({ checkout, formToken, errors = [] }: CheckoutPageProps) {
  const { age } = CHECKOUT_TEXTS;
  const choices = [
    { value: 'yes', label: age.yes },
    { value: 'no', label: age.no },
  ];
  return (
    <Page title={age.title} broker={checkout.broker} errors={errors} back={checkoutPageOf(checkout, 'details')}>
      <p>{age.why}</p>
      <Form action={checkoutPageOf(checkout, 'age')} token={formToken}>
        <Radios name="is13OrOver" question={age.question} isAskedByTitle choices={choices} error={errors[0]?.message} />
        <button type="submit">{TEXTS.continue}</button>
      </Form>
      <HoldPanel checkout={checkout} formToken={formToken} />
      <GiveUp checkout={checkout} />
    </Page>
  );
}

export function PricePage({ checkout, formToken }: CheckoutPageProps) {
  const { price } = CHECKOUT_TEXTS;
  const changed = checkout.items.filter((item) => item.currentPrice && priceOf(item.currentPrice) !== priceOf(item.price));
  return (
    <Page title={price.title} broker={checkout.broker}>
      <p class="lead">{price.lead}</p>
      {changed.map(({ opportunity, price: before, currentPrice }) => (
        <>
          {opportunity && <h2>{nameOf(opportunity)}</h2>}
          <SummaryList rows={[{ term: price.before, value: priceOf(before) }, ...(currentPrice ? [{ term: price.now, value: priceOf(currentPrice) }] : [])]} />
        </>
      ))}
      <Form action={checkoutPageOf(checkout, 'price')} token={formToken}>
        <input type="hidden" name="totalMinor" value={String(checkout.currentTotal?.amountMinor ?? '')} />
        <button type="submit">{price.button}</button>
      </Form>
      <Sources things={thingsOf(checkout)} />
      <HoldPanel checkout={checkout} formToken={formToken} />
      <GiveUp checkout={checkout} />
    </Page>
  );
}

export function CheckPage({ checkout, formToken, errors = [] }: CheckoutPageProps) {
  const { check, facts } = CHECKOUT_TEXTS;
  const { items, totalPaymentDue, isCustomerFixed, paymentStatus } = checkout;
  const isPaid = (totalPaymentDue?.amountMinor ?? 0) > 0;
  const change = isCustomerFixed ? undefined : checkoutPageOf(checkout, 'details');
  const tickets = items.map(({ ticketName, price }) => ({ term: facts.ticket, value: [ticketName, priceOf(price)].filter(Boolean).join(' · ') }));
  return (
    <Page title={isPaid ? check.paidTitle : check.title} broker={checkout.broker} errors={errors} back={checkoutPageOf(checkout, 'details')}>
      {paymentStatus === 'DECLINED' && <p class="inset">{check.declined}</p>}
      {paymentStatus === 'ENDED' && <p class="inset">{check.ended}</p>}
      <Things things={items.flatMap(({ opportunity }) => opportunity ?? [])} />
      <SummaryList rows={[...tickets, ...(totalPaymentDue ? [{ term: facts.total, value: priceOf(totalPaymentDue) }] : []), ...personRows(checkout).map((row) => ({ ...row, change }))]} />
      <p>{check.terms}</p>
      <Form action={checkoutPageOf(checkout, 'check')} token={formToken}>
        {errors[0] && <FieldErrorText id="book-error" message={errors[0].message} />}
        <button type="submit" id="book">
          {isPaid ? check.pay : check.button}
        </button>
      </Form>
      <HoldPanel checkout={checkout} formToken={formToken} />
      <GiveUp checkout={checkout} />
    </Page>
  );
}

/** Money is on its way: the page is asked for again by a header, without a script. */
export function PayingPage({ checkout, formToken, errors = [] }: CheckoutPageProps) {
  const { paying } = CHECKOUT_TEXTS;
  return (
    <Page title={paying.title} broker={checkout.broker} errors={errors}>
      <p class="lead">{paying.lead}</p>
      <p>
        <a href={checkoutPageOf(checkout, 'paying')} id="provider">
          {paying.again}
        </a>
      </p>
      {checkout.paymentStatus === 'STARTED' && (
        <Form action={checkoutPageOf(checkout, 'pay')} token={formToken}>
          <p>{paying.unpaid}</p>
          <button type="submit" class="secondary">
            {paying.back}
          </button>
        </Form>
      )}
      <GiveUp checkout={checkout} />
    </Page>
  );
}

/** The provider cannot be reached, so there is nowhere to pay at this moment. */
export function OutagePage({ checkout, formToken }: CheckoutPageProps) {
  const { outage } = CHECKOUT_TEXTS.paying;
  return (
    <Page title={outage.title} broker={checkout.broker}>
      <p class="lead">{outage.lead}</p>
      <Form action={checkoutPageOf(checkout, 'pay')} token={formToken}>
        <button type="submit">{outage.again}</button>
      </Form>
      <GiveUp checkout={checkout} />
    </Page>
  );
}

export function FailedPage({ checkout }: CheckoutPageProps) {
  const { failed } = CHECKOUT_TEXTS.paying;
  return (
    <Page title={failed.title} broker={checkout.broker}>
      <p class="lead">{failed.lead}</p>
      <WaysBack broker={checkout.broker} links={checkout.navigationLinks} kind="BackToBrokerLink" />
    </Page>
  );
}

export function CancelPage({ checkout, formToken }: CheckoutPageProps) {
  const { cancel } = CHECKOUT_TEXTS;
  return (
    <Page title={cancel.title} broker={checkout.broker}>
      <p>{cancel.lead}</p>
      <Form action={checkoutPageOf(checkout, 'cancel')} token={formToken}>
        <button type="submit">{cancel.button}</button>
      </Form>
      <p>
        <a href={checkoutPageOf(checkout, 'next')}>{cancel.stay}</a>
      </p>
    </Page>
  );
}

/** Not now: why, and where else to go. */
export function UnavailablePage({ of: { broker, obstacle, alternatives, navigationLinks }, things, again }: { readonly of: Pick<Target, 'broker' | 'obstacle' | 'alternatives' | 'navigationLinks'>; readonly things: readonly BookedThingFragment[]; readonly again: string }) {
  const { unavailable } = CHECKOUT_TEXTS;
  const [first] = things;
  const isBrokersCustomer = navigationLinks.length > 0;
  return (
    <Page title={unavailable.title} broker={broker}>
      <p class="lead">{obstacle?.message}</p>
      {obstacle?.opensAt && <p>{unavailable.opens(whenOf({ startDate: obstacle.opensAt, endDate: null, timeZone: first?.timeZone ?? 'Europe/London' }))}</p>}
      <Things things={things} />
      {first && <h2>{unavailable.alternatives}</h2>}
      {first && alternatives.length === 0 && <p>{unavailable.none}</p>}
      {alternatives.length > 0 && (
        <ul>
          {alternatives.map((thing) => (
            <li>{isBrokersCustomer ? whenOf(thing) : <a href={alternativeAddress(thing)}>{whenOf(thing)}</a>}</li>
          ))}
        </ul>
      )}
      <p>
        <a href={again}>{unavailable.again}</a>
      </p>
      <WaysBack broker={broker} links={navigationLinks} kind="BackToBrokerLink" />
    </Page>
  );
}

/** It came to an end without a booking, or to one that this browser may not see. */
export function EndedPage({ of: { broker, navigationLinks }, how, again }: { readonly of: Pick<Target, 'broker' | 'navigationLinks'>; readonly how: keyof Omit<typeof CHECKOUT_TEXTS.ended, 'again'>; readonly again?: string | undefined }) {
  const { title, lead } = CHECKOUT_TEXTS.ended[how];
  return (
    <Page title={title} broker={broker}>
      <p class="lead">{lead}</p>
      {again && (
        <p>
          <a href={again}>{CHECKOUT_TEXTS.ended.again}</a>
        </p>
      )}
      <WaysBack broker={broker} links={navigationLinks} kind={how === 'COMPLETED' ? 'BackToBrokerUserProfileLink' : 'BackToBrokerLink'} />
    </Page>
  );
}

function lowestPriceOf(price: NonNullable<Target['items'][number]['price']>): string {
  const { from, freeOrMore } = CHECKOUT_TEXTS;
  return price.amountMinor === 0 ? freeOrMore : from(priceOf(price));
}

function GiveUp({ checkout }: { readonly checkout: Checkout }) {
  return (
    <p>
      <a href={checkoutPageOf(checkout, 'cancel')}>{CHECKOUT_TEXTS.cancel.link}</a>
    </p>
  );
}

function personRows({ customer }: Checkout) {
  const { facts } = CHECKOUT_TEXTS;
  if (!customer) return [];
  return [
    { term: facts.name, value: `${customer.givenName} ${customer.familyName}` },
    { term: facts.email, value: customer.email },
  ];
}
