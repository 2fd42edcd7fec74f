import { PaymentAccount } from '../../src/payment/payment-account.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { checkoutHeader, enter, GUEST, openSession, type CustomerActs } from './checkout.js';
import { startTestGateway, type Door, type TestGateway } from './gateway.js';
import { callGraphql } from './graphql.js';
import { itemInput } from './seed.js';
import { StripeDouble } from './stripe-double.js';

/** The account of the demo world's Paid Seller. */
export const NORTHSIDE = 'acct_northside';
/** What a place at its circuit training costs. */
export const PRICE = 850;

export interface StripeGateway extends TestGateway {
  readonly stripe: StripeDouble;
}

/** A gateway that takes payments through a Stripe of the test's own, by the same settings as through the real one. */
export async function startStripeGateway(door: Door): Promise<StripeGateway> {
  let gateway: TestGateway | undefined;
  const stripe = await StripeDouble.start(() => gateway?.clock.now() ?? new Date());
  const started = await startTestGateway(door, stripe.settings);
  gateway = started;
  stripe.addAccount(NORTHSIDE, 'Northside Sports Centre');
  await started.store.fork().nativeUpdate(PaymentAccount, { sellerId: DEMO.sellerId('northside-sports') }, { provider: 'stripe', providerAccountId: NORTHSIDE });
  const stop = async (): Promise<void> => {
    await started.stop();
    await stripe.stop();
  };
  return { ...started, stripe, stop };
}

export type Payer = Awaited<ReturnType<typeof payerIn>>;

/** Enters with an item of the demo's Paid Seller and goes up to paying. `circuits` are places at once, for the demo broker's member. */
export async function payerIn(gateway: StripeGateway, { circuits }: { readonly circuits?: number } = {}) {
  const customer = await (circuits === undefined ? guest(gateway) : member(gateway, circuits));
  const ask = async (query: string) => {
    const { data, errors } = await callGraphql(gateway.graphqlUrl, query, {}, null, checkoutHeader(customer.token));
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  return {
    ...customer,
    /** Where it pays, else the name of an error. */
    pay: async (): Promise<string> => {
      const { payCheckout } = await ask('mutation { payCheckout { __typename ... on PayCheckoutPayload { url } ... on ItemNotBookableError { reasons } } }');
      return payCheckout.url ?? payCheckout.__typename;
    },
    /** The step after asking the provider, else the name of an error. */
    refresh: async (): Promise<string> => {
      const { refreshPayment } = await ask('mutation { refreshPayment { __typename ... on RefreshPaymentPayload { checkout { step } } } }');
      return refreshPayment.checkout?.step ?? refreshPayment.__typename;
    },
    /** How it stands, asking nobody. */
    standing: async (): Promise<Standing> => {
      const { checkout } = await ask('{ checkout { step paymentStatus order { state } } }');
      return { step: checkout.step, payment: checkout.paymentStatus, order: checkout.order?.state ?? null };
    },
    cancelPlaces: async (): Promise<string> => (await ask('mutation { cancelOrderItems(input: {}) { __typename } }')).cancelOrderItems.__typename,
    /** The places and what went back for them. */
    places: async (): Promise<readonly Place[]> => {
      const { checkout } = await ask('{ checkout { order { orderedItem { orderItemStatus refund { status amount { amountMinor } } } } } }');
      return checkout.order.orderedItem.map(({ orderItemStatus, refund }: SeenPlace) => [orderItemStatus, refund && `${refund.status} ${refund.amount.amountMinor}`]);
    },
  };
}

export interface Standing {
  readonly step: string;
  readonly payment: string | null;
  readonly order: string | null;
}

export type Place = readonly [status: string | null, refund: string | null];

interface SeenPlace {
  readonly orderItemStatus: string | null;
  readonly refund: { readonly status: string; readonly amount: { readonly amountMinor: number } } | null;
}

async function guest(gateway: StripeGateway): Promise<CustomerActs> {
  const customer = await enter(gateway, { item: { type: 'SCHEDULED_SESSION', identifier: 'demo-paid' } });
  await customer.choose(DEMO.offers.paid);
  await customer.details(GUEST);
  return atCheck(customer, (await customer.age()).step);
}

async function member(gateway: StripeGateway, circuits: number): Promise<CustomerActs> {
  const { target } = await openSession(gateway, Array.from({ length: circuits }, () => itemInput('SCHEDULED_SESSION', 'demo-paid', DEMO.offers.paid)));
  const customer = await enter(gateway, target);
  return atCheck(customer, (await customer.details(null)).step);
}

function atCheck(customer: CustomerActs, step: string | undefined): CustomerActs {
  if (step !== 'CHECK') throw new Error(`not ready to pay but at ${step}`);
  return customer;
}
