import type { DemoPaymentFactsFragment, DemoPaymentOutcome } from '../generated/operations.js';
import { DEMO_TEXTS } from './checkout-texts.js';
import { Form, Page, Radios, type FieldError } from './layout.js';
import { PAGE_NOT_FOUND, seeOther, type PageAnswer } from './page-answer.js';
import { fieldsOf, isFromOurPage, type PageHandler } from './page-exchange.js';
import { DeadEndPage } from './seller-pages.js';
import { FORM_REFUSED } from './submission.js';
import { priceOf } from './wording.js';

const OUTCOMES: readonly DemoPaymentOutcome[] = ['PAID', 'DECLINED', 'FURTHER_STEP', 'TOO_SLOW', 'PAID_AND_LEFT'];

export const showDemoPayment: PageHandler = async ({ request, sdk, call }) => {
  const { payment: id } = request.params as { payment: string }; // the path in pages.ts names it
  const { demoPayment } = await sdk.ReadDemoPayment({ id }, call);
  return demoPayment ? pageFor(demoPayment) : PAGE_NOT_FOUND;
};

function pageFor(payment: DemoPaymentFactsFragment, errors: readonly FieldError[] = []): PageAnswer {
  const { settled } = DEMO_TEXTS.payment;
  if (payment.state !== 'OPEN' && payment.state !== 'FURTHER_STEP') return { status: 200, page: <DeadEndPage {...settled} /> };
  return { status: errors.length > 0 ? 400 : 200, page: <DemoPaymentPage payment={payment} errors={errors} /> };
}

export const submitDemoPayment: PageHandler = async ({ request, sdk, call }) => {
  const { payment: id } = request.params as { payment: string }; // the path in pages.ts names it
  if (!isFromOurPage(request)) return FORM_REFUSED;
  const outcome = OUTCOMES.find((known) => known === fieldsOf(request)['outcome']);
  if (!outcome) {
    const { demoPayment } = await sdk.ReadDemoPayment({ id }, call);
    return demoPayment ? pageFor(demoPayment, [{ field: 'outcome', message: DEMO_TEXTS.payment.missing }]) : PAGE_NOT_FOUND;
  }
  const { chooseDemoPayment: result } = await sdk.ChooseDemoPayment({ input: { id, outcome } }, call);
  if (result.__typename !== 'ChooseDemoPaymentPayload') return PAGE_NOT_FOUND;
  if (outcome === 'FURTHER_STEP') return seeOther(`/demo-provider/payments/${id}`);
  if (outcome === 'PAID_AND_LEFT') return { status: 200, page: <DeadEndPage {...DEMO_TEXTS.payment.left} /> };
  return seeOther(pathOf(result.payment.returnUrl));
};

/** Stands for a payment provider's own pages: one chooses what happens. */
function DemoPaymentPage({ payment: { id, amount, description, state, cancelUrl }, errors }: { readonly payment: DemoPaymentFactsFragment; readonly errors: readonly FieldError[] }) {
  const { payment } = DEMO_TEXTS;
  const isStep = state === 'FURTHER_STEP';
  const choices = isStep ? (['PAID', 'DECLINED'] as const).map((value) => ({ value, label: payment.approve[value] })) : OUTCOMES.map((value) => ({ value, label: payment.choices[value] }));
  return (
    <Page title={payment.title} errors={errors}>
      <Form action={`/demo-provider/payments/${id}`} token="">
        <Radios name="outcome" question={isStep ? payment.step : payment.lead(priceOf(amount), description)} choices={choices} error={errors[0]?.message} />
        <button type="submit">{payment.button}</button>
      </Form>
      <p>
        <a href={pathOf(cancelUrl)}>{payment.cancel}</a>
      </p>
    </Page>
  );
}

/** The path of an address: this page leads back to this site and nowhere else. */
function pathOf(address: string): string {
  const url = URL.parse(address, 'http://this.invalid');
  return url ? `${url.pathname}${url.search}` : '/';
}
