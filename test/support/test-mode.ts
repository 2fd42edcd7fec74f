import { DEMO } from '../../src/store/demo-data.js';
import { DEMO_ITEMS } from '../../src/store/demo-world.js';
import { itemBody, personBody, sessionBody, withOrder } from './bodies.js';
import { CHECKOUT_FIELDS, customerIn, documentOf, outcomeOf, startCheckout, type CustomerActs } from './checkout.js';
import type { TestGateway } from './gateway.js';
import { callGraphql } from './graphql.js';
import { callRest, type RestAnswer } from './rest.js';
import { Visitor } from './visitor.js';

/** Everything that was seen in one try, by where. */
export interface Transcript {
  page: string;
  rest: string;
  graphql: string;
  webhook: string;
}

const OFFERS: ReadonlyMap<string, string | null | undefined> = new Map(DEMO_ITEMS.map((item) => [item.identifier, (item.ownOffers ?? DEMO_ITEMS.find(({ identifier }) => identifier === (item.seriesOf ?? item.identifier))?.offers)?.[0]?.id]));
const typeOf = (identifier: string) => DEMO_ITEMS.find((item) => item.identifier === identifier)?.type ?? 'SCHEDULED_SESSION';

/** The body of a session of Fitness Finder's for this item and customer. */
export function bodyFor(url: string, identifier: string, email: string, more: object = {}) {
  const customer = { ...personBody(), email, ...more };
  return withOrder(sessionBody(url), { customer, orderedItem: [itemBody(typeOf(identifier) === 'SLOT' ? 'Slot' : 'ScheduledSession', identifier, OFFERS.get(identifier) ?? 'https://nobody.example/offer')] });
}

/** One row of the table, tried: what it shows is written down as it is seen. */
export class Trial {
  readonly seen: Transcript = { page: '', rest: '', graphql: '', webhook: '' };

  constructor(
    readonly gateway: TestGateway,
    readonly email: string,
  ) {}

  async post(identifier: string, apiKey: string = DEMO.apiKeys.fitnessFinder, more: object = {}): Promise<RestAnswer> {
    const { url } = this.gateway;
    const answer = await callRest(`${url}/api/checkout-sessions`, { method: 'POST', apiKey, body: bodyFor(url, identifier, this.email, more) });
    this.seen.rest += `${answer.status} ${answer.text}\n`;
    return answer;
  }

  /** Opens a session and goes through its pages as far as the details, which the broker has sent. */
  async atPages(identifier: string): Promise<PageTrial> {
    const created = await this.post(identifier);
    const { id, potentialAction } = created.body as { id: string; potentialAction: readonly [{ target: string }] };
    const visitor = new Visitor(this.gateway.url);
    const checkout = await visitor.start(new URL(potentialAction[0].target).pathname);
    await visitor.post(`${checkout}/details`);
    return new PageTrial(this, visitor, checkout, { address: id, text: created.text });
  }

  /** Starts a checkout by GraphQL as a guest with this address, and writes down how each mutation ends. */
  async atGraphql(identifier: string): Promise<GraphqlTrial> {
    const { token, name, step } = await startCheckout(this.gateway, { item: { type: typeOf(identifier), identifier } });
    if (token === undefined) throw new Error(`no checkout was started: ${name}`);
    const graphql = new GraphqlTrial(this, customerIn(this.gateway, token));
    if (step === 'TICKET') await graphql.act('chooseTicket', { offerId: OFFERS.get(identifier) });
    return graphql;
  }
}

export class PageTrial {
  constructor(
    readonly trial: Trial,
    readonly visitor: Visitor,
    readonly checkout: string,
    readonly session: { readonly address: string; readonly text: string },
  ) {}

  /** What the browser shows in the end, every redirect followed. */
  async see(page: string): Promise<string> {
    let shown = await this.visitor.get(page.startsWith('/') ? page : `${this.checkout}/${page}`);
    for (let hops = 0; shown.location !== '' && hops < 5; hops += 1) shown = await this.visitor.get(shown.location);
    const words = shown.text.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
    this.trial.seen.page += words;
    return words;
  }

  /** Presses the button of the last page; what costs leads to the demo provider, where this is chosen. */
  async pay(...outcomes: readonly string[]): Promise<void> {
    const payment = await this.visitor.goToPay(this.checkout);
    for (const outcome of outcomes) {
      const { text } = await this.visitor.post(payment, { outcome });
      this.trial.seen.page += text;
      await this.see(payment);
    }
  }

  async book(): Promise<void> {
    await this.visitor.post(`${this.checkout}/check`);
  }

  /** What REST says of the session now. */
  async reread(): Promise<RestAnswer> {
    return callRest(this.session.address);
  }
}

export class GraphqlTrial {
  constructor(
    readonly trial: Trial,
    readonly guest: CustomerActs,
  ) {}

  async #ask(query: string, variables: object = {}) {
    const answer = await callGraphql(this.trial.gateway.graphqlUrl, query, variables, null, { authorization: `Checkout ${this.guest.token}` });
    this.trial.seen.graphql += `${/\{\s*(\w+)/.exec(query)?.[1] ?? ''}: ${JSON.stringify(answer.data ?? answer.errors)}\n`;
    return answer;
  }

  async act(field: string, input?: object) {
    return outcomeOf(await this.#ask(documentOf(field), input && { input }), field);
  }

  /** To the last step: with these details, and 13 or over. */
  async details() {
    const { email } = this.trial;
    const given = await this.act('submitDetails', { customer: { givenName: 'Grace', familyName: 'Okoro', email } });
    return given.step === 'AGE' ? this.act('confirmAge', { is13OrOver: true }) : given;
  }

  /** Goes to pay: the name of the result, and what the demo provider calls the payment. */
  async goToPay(): Promise<{ readonly name: string; readonly paymentId: string }> {
    const { data } = await this.#ask('mutation { payCheckout { __typename ... on PayCheckoutPayload { url } ... on UserError { message code } } }');
    return { name: data.payCheckout.__typename, paymentId: String(data.payCheckout.url).split('/').at(-1) ?? '' };
  }

  async choose(paymentId: string, outcome: string): Promise<void> {
    await this.#ask('mutation ($input: ChooseDemoPaymentInput!) { chooseDemoPayment(input: $input) { __typename ... on ChooseDemoPaymentPayload { payment { state } } } }', { input: { id: paymentId, outcome } });
  }

  /** Comes back from paying: the step, or the name of the error. */
  async comeBack(): Promise<string> {
    const { data } = await this.#ask('mutation { refreshPayment { __typename ... on RefreshPaymentPayload { checkout { step paymentStatus } } ... on UserError { message code } } }');
    return data.refreshPayment.checkout?.step ?? data.refreshPayment.__typename;
  }

  async pay(...outcomes: readonly string[]): Promise<string> {
    const { paymentId } = await this.goToPay();
    for (const outcome of outcomes) await this.choose(paymentId, outcome);
    return this.comeBack();
  }

  async read() {
    const { data } = await this.#ask(`{ checkout { paymentStatus ${CHECKOUT_FIELDS} } }`);
    return data.checkout as { readonly step: string; readonly paymentStatus: string | null; readonly holdExpiresAt: string | null };
  }
}
