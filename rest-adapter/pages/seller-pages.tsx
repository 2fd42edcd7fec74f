import type { SellerFlowFactsFragment } from '../generated/operations.js';
import { FieldErrorText, Form, Page, Radios, SummaryList, WayBack, type FieldError, type SummaryRow } from './layout.js';
import { TEXTS } from './texts.js';
import { whenOf } from './wording.js';

export type Flow = SellerFlowFactsFragment;

/** What every page of a flow is given. */
export interface FlowPageProps {
  readonly flow: Flow;
  /** Shows, in a form, that one of our pages made it. */
  readonly formToken: string;
  readonly errors?: readonly FieldError[];
}

/** The address of a page of a flow. */
export function pageOf({ id }: Flow, page: string): string {
  return `/seller-flows/${id}/${page}`;
}

/** The first page: what it is about and who asks. */
export function StartPage({ flow }: FlowPageProps) {
  const { broker, sellerName, stripe } = flow;
  if (flow.purpose === 'UPDATE') return <UpdateStartPage flow={flow} formToken="" />;
  const { start } = TEXTS;
  return (
    <Page title={start.title(sellerName)} broker={broker}>
      <p class="lead">{start.lead(broker.name)}</p>
      <h2>{start.meaningHeading}</h2>
      <ul>
        {start.meaning.map((text) => (
          <li>{text}</li>
        ))}
        <li>{stripe ? start.paid : start.free}</li>
      </ul>
      <p>{start.time}</p>
      <p>
        <a class="button" href={pageOf(flow, 'next')}>
          {start.button}
        </a>
      </p>
      <WayBack broker={broker} />
    </Page>
  );
}

function UpdateStartPage({ flow }: FlowPageProps) {
  const { update, start } = TEXTS;
  const isSame = flow.sellerStatus === (flow.stripe ? 'PAID' : 'FREE');
  return (
    <Page title={update.title(flow.sellerName)} broker={flow.broker}>
      <p class="lead">{isSame ? update.same : flow.stripe ? update.toPaid : update.toFree}</p>
      <p>
        <a class="button" href={pageOf(flow, 'next')}>
          {start.button}
        </a>
      </p>
      <WayBack broker={flow.broker} />
    </Page>
  );
}

/** The terms, and the box that accepts them. (contract §3: shown again on every update) */
export function TermsPage({ flow, formToken, errors = [] }: FlowPageProps) {
  const { terms } = TEXTS;
  const [error] = errors;
  return (
    <Page title={terms.title} broker={flow.broker} errors={errors}>
      <p class="soft">{terms.version(flow.terms.version)}</p>
      {flow.acceptedTerms && <p class="inset">{terms.again(dateOf(flow.acceptedTerms.acceptedAt), flow.acceptedTerms.version)}</p>}
      {flow.terms.clauses.map(({ heading, text }) => (
        <>
          <h2>{heading}</h2>
          <p>{text}</p>
        </>
      ))}
      <Form action={pageOf(flow, 'terms')} token={formToken}>
        <input type="hidden" name="version" value={flow.terms.version} />
        <fieldset class={error ? 'wrong' : undefined}>
          <legend class="visually-hidden">{terms.title}</legend>
          {error && <FieldErrorText id="accepted-error" message={error.message} />}
          <div class="choice">
            <input type="checkbox" id="accepted" name="accepted" value="yes" aria-describedby={error ? 'accepted-error' : undefined} />
            <label for="accepted">{terms.box}</label>
          </div>
        </fieldset>
        <button type="submit">{TEXTS.continue}</button>
      </Form>
    </Page>
  );
}

/** Sends a Paid Seller on to its payment provider. (contract §3, row Free → Paid) */
export function PaymentsPage({ flow, formToken, errors = [] }: FlowPageProps) {
  const { payments } = TEXTS;
  const status = flow.paymentAccount?.status;
  return (
    <Page title={payments.title} broker={flow.broker} errors={errors} back={pageOf(flow, 'terms')}>
      {status && <p class="inset">{payments.status[status]}</p>}
      <p>{payments.lead}</p>
      <p>{payments.next}</p>
      <Form action={pageOf(flow, 'payments')} token={formToken}>
        <button type="submit" id="provider">
          {payments.button}
        </button>
      </Form>
    </Page>
  );
}

/** What stops when a seller leaves the paid plan, and who refunds. (contract §3, row Paid → Free) */
export function RefundsPage({ flow, formToken, errors = [] }: FlowPageProps) {
  const { refunds } = TEXTS;
  const choices = (['REFUND_MYSELF', 'REFUND_NOW'] as const).map((value) => ({ value, ...refunds.choices[value] }));
  return (
    <Page title={refunds.title} broker={flow.broker} errors={errors} back={pageOf(flow, 'terms')}>
      <p>{refunds.lead}</p>
      <p class="inset">{refunds.bookings(flow.upcomingPaidBookings)}</p>
      {flow.upcomingPaidSessions.length > 0 && (
        <ul>
          {flow.upcomingPaidSessions.map(({ name, startDate, timeZone, places }) => (
            <li>{refunds.session(name, whenOf({ startDate, endDate: null, timeZone }), places)}</li>
          ))}
        </ul>
      )}
      <Form action={pageOf(flow, 'refunds')} token={formToken}>
        <Radios name="choice" question={refunds.question} choices={choices} chosen={flow.refundChoice} error={errors[0]?.message} />
        <button type="submit">{TEXTS.continue}</button>
      </Form>
    </Page>
  );
}

/** Everything once more before anything moves. */
export function CheckPage({ flow, formToken }: FlowPageProps) {
  const { check } = TEXTS;
  const isLeaving = flow.stripe === false && flow.sellerStatus === 'PAID';
  const account = flow.stripe ? check.accountConnected : isLeaving ? check.accountLeaving : check.accountNone;
  const rows: SummaryRow[] = [
    { term: check.organisation, value: flow.sellerName },
    { term: check.address, value: flow.sellerId },
    { term: check.plan, value: flow.stripe ? check.planPaid : check.planFree },
    { term: check.terms, value: flow.acceptedTerms ? TEXTS.terms.version(flow.acceptedTerms.version) : '', change: pageOf(flow, 'terms') },
    { term: check.account, value: account },
    ...(isLeaving && flow.refundChoice ? [{ term: check.refunds, value: TEXTS.refunds.choices[flow.refundChoice].label, change: pageOf(flow, 'refunds') }] : []),
  ];
  return (
    <Page title={check.title} broker={flow.broker} back={pageOf(flow, isLeaving ? 'refunds' : 'terms')}>
      <SummaryList rows={rows} />
      <Form action={pageOf(flow, 'check')} token={formToken}>
        <button type="submit">{flow.purpose === 'ONBOARD' ? check.onboard : check.update}</button>
      </Form>
    </Page>
  );
}

export function DonePage({ flow }: FlowPageProps) {
  const { done } = TEXTS;
  const isLeaving = flow.purpose === 'UPDATE' && flow.refundChoice !== null;
  return (
    <Page title={flow.purpose === 'ONBOARD' ? done.title : done.updated} broker={flow.broker}>
      <div class="panel">
        <p class="lead">{flow.stripe ? done.paid : done.free}</p>
        {isLeaving && <p>{done.disconnecting}</p>}
      </div>
      <p>{done.next}</p>
      <WayBack broker={flow.broker} />
    </Page>
  );
}

/** What we hold on a seller, to read and nothing else. */
export function ViewPage({ flow }: FlowPageProps) {
  const { view, check } = TEXTS;
  const rows: SummaryRow[] = [
    { term: view.status, value: view.statuses[flow.sellerStatus] },
    ...(flow.onboardedAt ? [{ term: view.since, value: dateOf(flow.onboardedAt) }] : []),
    { term: check.address, value: flow.sellerId },
    { term: check.terms, value: flow.acceptedTerms ? `${TEXTS.terms.version(flow.acceptedTerms.version)}, ${dateOf(flow.acceptedTerms.acceptedAt)}` : view.none },
    { term: check.account, value: flow.paymentAccount ? TEXTS.payments.status[flow.paymentAccount.status] : view.none },
    { term: view.bookings, value: String(flow.upcomingPaidBookings) },
    { term: view.managed, value: flow.broker.name },
  ];
  return (
    <Page title={view.title(flow.sellerName)} broker={flow.broker}>
      {flow.purpose === 'ONBOARD' && <p class="inset">{view.already(flow.sellerName)}</p>}
      <SummaryList rows={rows} />
      {(flow.sellerStatus === 'FREE' || flow.sellerStatus === 'PAID') && (
        <p>
          <a href={pageOf(flow, 'attendees.csv')}>{view.attendees}</a>
        </p>
      )}
      <WayBack broker={flow.broker} />
    </Page>
  );
}

/** For a seller whom another broker manages; staff decide whether it moves. */
export function RepresentedPage({ flow, formToken, isAsked = false }: FlowPageProps & { readonly isAsked?: boolean }) {
  const { represented } = TEXTS;
  return (
    <Page title={represented.title(flow.sellerName)} broker={flow.broker}>
      <p class="lead">{represented.lead}</p>
      {isAsked ? (
        <div class="panel" role="status">
          <p>{represented.asked}</p>
        </div>
      ) : (
        <>
          <p>{represented.move(flow.broker.name)}</p>
          <Form action={pageOf(flow, 'represented')} token={formToken}>
            <button type="submit">{represented.button}</button>
          </Form>
        </>
      )}
      <WayBack broker={flow.broker} />
    </Page>
  );
}

export function NotOnboardedPage({ flow }: FlowPageProps) {
  return (
    <Page title={TEXTS.notOnboarded.title} broker={flow.broker}>
      <p class="lead">{TEXTS.notOnboarded.lead(flow.broker.name)}</p>
      <WayBack broker={flow.broker} />
    </Page>
  );
}

/** A page that leads somewhere else: what happened, and whom to ask. */
export function DeadEndPage({ title, lead, broker }: { readonly title: string; readonly lead: string; readonly broker?: { readonly name: string; readonly url: string } }) {
  return (
    <Page title={title}>
      <p class="lead">{lead}</p>
      {broker && <p>{TEXTS.deadEnd.ask(broker.name)}</p>}
      {broker && <WayBack broker={broker} />}
    </Page>
  );
}

/** The day as people write it here; the instant's day in London. */
function dateOf(instant: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format(Date.parse(instant));
}
