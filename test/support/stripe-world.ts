import { invalid, textAt, type Form, type Rule } from './stripe-form.js';

const TEXT = /^[^]+$/;
const WEB = /^https?:\/\/\S+$/;
const COUNT = /^[1-9]\d*$/;
const BOOLEAN = /^(true|false)$/;
const METADATA = { '*': /^[^]{0,500}$/ } as const;
const REQUESTED = { requested: BOOLEAN } as const;

/** What we send, and what of it Stripe wants to see. (Stripe API reference) */
const RULES = {
  account: {
    type: /^(express|standard|custom)$/,
    'country?': /^[A-Z]{2}$/,
    'business_profile?': { 'name?': TEXT, 'url?': WEB, 'mcc?': /^\d{4}$/ },
    'capabilities?': { 'card_payments?': REQUESTED, 'transfers?': REQUESTED },
    'metadata?': METADATA,
  },
  accountLink: { account: /^acct_\w+$/, refresh_url: WEB, return_url: WEB, type: /^account_(onboarding|update)$/ },
  session: {
    mode: /^payment$/,
    line_items: [{ quantity: COUNT, price_data: { currency: /^[a-z]{3}$/, unit_amount: COUNT, product_data: { name: TEXT, 'description?': TEXT } } }],
    'payment_intent_data?': { 'capture_method?': /^(automatic|automatic_async|manual)$/, 'metadata?': METADATA },
    'client_reference_id?': /^[^]{1,200}$/,
    'customer_email?': /^[^@\s]+@[^@\s]+$/,
    success_url: WEB,
    'cancel_url?': WEB,
    'expires_at?': COUNT,
  },
  capture: { 'amount_to_capture?': COUNT },
  cancel: { 'cancellation_reason?': /^(duplicate|fraudulent|requested_by_customer|abandoned)$/ },
  refund: { payment_intent: /^pi_\w+$/, 'amount?': COUNT, 'reason?': TEXT, 'metadata?': METADATA },
  nothing: {},
  session_read: { 'expand?': [/^payment_intent$/] },
  intent_read: { 'expand?': [/^latest_charge\.balance_transaction$/] },
} as const satisfies Record<string, Rule>;

export interface StripeAccount {
  readonly id: string;
  readonly name: string;
  readonly metadata: Form;
  charges_enabled: boolean;
  details_submitted: boolean;
  disabled_reason: string | null;
}

type IntentStatus = 'requires_payment_method' | 'requires_action' | 'requires_capture' | 'processing' | 'succeeded' | 'canceled';

export interface StripeIntent {
  readonly id: string;
  readonly account: string;
  readonly amount: number;
  readonly currency: string;
  status: IntentStatus;
  refunded: number;
}

export interface StripeSession {
  readonly id: string;
  readonly account: string;
  readonly amount: number;
  readonly form: Form;
  readonly expiresAt: number;
  status: 'open' | 'complete' | 'expired';
  intent: StripeIntent | undefined;
}

export interface StripeRefund {
  readonly id: string;
  readonly account: string;
  readonly intent: StripeIntent;
  readonly amount: number;
  status: 'pending' | 'succeeded' | 'failed';
}

export interface StripeLink {
  readonly account: string;
  readonly return_url: string;
  readonly refresh_url: string;
  readonly url: string;
}

/** One request, once the key was found good. */
export interface StripeCall {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  /** The connected account it is for; `platform` without the header. */
  readonly account: string;
}

const EARLIEST_EXPIRY_SECONDS = 30 * 60;
const LATEST_EXPIRY_SECONDS = 24 * 60 * 60;

/** What Stripe knows, and what it does with it. */
export class StripeWorld {
  readonly accounts = new Map<string, StripeAccount>();
  readonly sessions = new Map<string, StripeSession>();
  readonly intents = new Map<string, StripeIntent>();
  readonly refunds = new Map<string, StripeRefund>();
  readonly links: StripeLink[] = [];
  /** What becomes of a new refund at once. */
  refundsAre: StripeRefund['status'] = 'succeeded';
  readonly #now: () => Date;
  #count = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  #id(kind: string): string {
    this.#count += 1;
    return `${kind}_test${this.#count}`;
  }

  get seconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }

  /** The rule of this request, and what does it; undefined where Stripe has no such address. */
  route({ method, path, form, account }: StripeCall): { readonly rule: Rule; readonly act: () => object } | undefined {
    const [collection = '', id = '', verb = ''] = path.replace('checkout/sessions', 'sessions').split('/');
    const routes: Readonly<Record<string, { readonly rule: Rule; readonly act: () => object }>> = {
      'POST accounts': { rule: RULES.account, act: () => this.#createAccount(form) },
      'GET accounts/': { rule: RULES.nothing, act: () => showAccount(this.account(id)) },
      'DELETE accounts/': { rule: RULES.nothing, act: () => this.#deleteAccount(id) },
      'POST account_links': { rule: RULES.accountLink, act: () => this.#createLink(form) },
      'POST sessions': { rule: RULES.session, act: () => this.#createSession(form, account) },
      'GET sessions/': { rule: RULES.session_read, act: () => this.showSession(this.#session(id, account), textAt(form, 'expand', 0) !== '') },
      'POST sessions/expire': { rule: RULES.nothing, act: () => this.#expire(this.#session(id, account)) },
      'GET payment_intents/': { rule: RULES.intent_read, act: () => showIntent(this.#intent(id, account), textAt(form, 'expand', 0) !== '') },
      'POST payment_intents/capture': { rule: RULES.capture, act: () => capture(this.#intent(id, account)) },
      'POST payment_intents/cancel': { rule: RULES.cancel, act: () => cancel(this.#intent(id, account)) },
      'POST refunds': { rule: RULES.refund, act: () => this.#refund(form, account) },
      'GET refunds/': { rule: RULES.nothing, act: () => showRefund(found(this.refunds, id, account, 'refund', 'refund')) },
    };
    return routes[`${method} ${collection}${id === '' ? '' : `/${verb}`}`];
  }

  /** A connected account; one that is not, or not any more, is not told from one that never was. */
  account(id: string): StripeAccount {
    const account = this.accounts.get(id);
    if (account) return account;
    throw invalid(`The provided key 'sk_test_***' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`, { code: 'account_invalid' }, 403);
  }

  #createAccount(form: Form): object {
    const account: StripeAccount = {
      id: this.#id('acct'),
      name: textAt(form, 'business_profile', 'name'),
      metadata: typeof form === 'object' && 'metadata' in form ? form['metadata'] : {},
      charges_enabled: false,
      details_submitted: false,
      disabled_reason: 'requirements.past_due',
    };
    this.accounts.set(account.id, account);
    return showAccount(account);
  }

  #deleteAccount(id: string): object {
    this.account(id);
    this.accounts.delete(id);
    return { id, object: 'account', deleted: true };
  }

  #createLink(form: Form): object {
    const account = this.account(textAt(form, 'account')).id;
    const url = `https://connect.stripe.test/setup/e/${account}/${this.#id('link')}`;
    this.links.push({ account, return_url: textAt(form, 'return_url'), refresh_url: textAt(form, 'refresh_url'), url });
    return { object: 'account_link', created: this.seconds, expires_at: this.seconds + 300, url };
  }

  #createSession(form: Form, account: string): object {
    const expiresAt = Number(textAt(form, 'expires_at') || this.seconds + LATEST_EXPIRY_SECONDS);
    const ahead = expiresAt - this.seconds;
    if (ahead < EARLIEST_EXPIRY_SECONDS) throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', { param: 'expires_at' });
    if (ahead > LATEST_EXPIRY_SECONDS) throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', { param: 'expires_at' });
    const amount = Number(textAt(form, 'line_items', 0, 'quantity')) * Number(textAt(form, 'line_items', 0, 'price_data', 'unit_amount'));
    const session: StripeSession = { id: this.#id('cs'), account, amount, form, expiresAt, status: 'open', intent: undefined };
    this.sessions.set(session.id, session);
    return this.showSession(session);
  }

  #session(id: string, account: string): StripeSession {
    const session = found(this.sessions, id, account, 'checkout.session', 'session');
    if (session.status === 'open' && session.expiresAt <= this.seconds) session.status = 'expired';
    return session;
  }

  #intent(id: string, account: string): StripeIntent {
    return found(this.intents, id, account, 'payment_intent', 'intent');
  }

  #expire(session: StripeSession): object {
    if (session.status !== 'open') throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`);
    session.status = 'expired';
    return this.showSession(session);
  }

  /** Gives a session its PaymentIntent, which it has from the first attempt to pay on. */
  attempt(session: StripeSession, status: IntentStatus): StripeIntent {
    const currency = textAt(session.form, 'line_items', 0, 'price_data', 'currency');
    const intent = session.intent ?? { id: this.#id('pi'), account: session.account, amount: session.amount, currency, status, refunded: 0 };
    intent.status = status;
    session.intent = intent;
    this.intents.set(intent.id, intent);
    return intent;
  }

  #refund(form: Form, account: string): object {
    const intent = this.#intent(textAt(form, 'payment_intent'), account);
    if (intent.status !== 'succeeded') throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, { param: 'payment_intent' });
    const left = intent.amount - intent.refunded;
    const amount = Number(textAt(form, 'amount') || left);
    if (left === 0) throw invalid(`The charge of ${intent.id} has already been refunded.`, { code: 'charge_already_refunded' });
    if (amount > left) throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, { param: 'amount' });
    intent.refunded += amount;
    const refund: StripeRefund = { id: this.#id('re'), account, intent, amount, status: this.refundsAre };
    this.refunds.set(refund.id, refund);
    return showRefund(refund);
  }

  showSession({ id, amount, form, expiresAt, status, intent }: StripeSession, isExpanded = false): object {
    const url = status === 'open' ? `https://checkout.stripe.test/c/pay/${id}` : null;
    const payment_intent = intent ? (isExpanded ? showIntent(intent) : intent.id) : null;
    const payment_status = intent?.status === 'succeeded' ? 'paid' : 'unpaid';
    const texts = { client_reference_id: textAt(form, 'client_reference_id') || null, customer_email: textAt(form, 'customer_email') || null, success_url: textAt(form, 'success_url') };
    return { id, object: 'checkout.session', amount_total: amount, mode: 'payment', status, payment_status, payment_intent, url, expires_at: expiresAt, livemode: false, ...texts };
  }
}

/** Each object lives on the account that it was made on, and is nowhere else. */
function found<T extends { readonly account: string }>(objects: ReadonlyMap<string, T>, id: string, account: string, kind: string, param: string): T {
  const object = objects.get(id);
  if (object?.account === account) return object;
  throw invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, 404);
}

export function showAccount({ id, name, metadata, charges_enabled, details_submitted, disabled_reason }: StripeAccount): object {
  return { id, object: 'account', type: 'express', business_profile: { name }, metadata, charges_enabled, details_submitted, payouts_enabled: charges_enabled, requirements: { disabled_reason, currently_due: [] } };
}

/** What Stripe keeps of a charge: 1.5 % and 20 of the minor unit. */
export function stripeFee(amount: number): number {
  return Math.round(amount * 0.015) + 20;
}

function showIntent({ id, amount, currency, status, refunded }: StripeIntent, isExpanded = false): object {
  const amount_received = status === 'succeeded' ? amount : 0;
  return { id, object: 'payment_intent', amount, amount_capturable: status === 'requires_capture' ? amount : 0, amount_received, currency, status, capture_method: 'manual', latest_charge: status === 'succeeded' ? showCharge(id, amount, refunded, isExpanded) : null };
}

function showCharge(intentId: string, amount: number, amount_refunded: number, isExpanded: boolean): object | string {
  const id = intentId.replace('pi_', 'ch_');
  return isExpanded ? { id, object: 'charge', amount, amount_refunded, balance_transaction: { id: id.replace('ch_', 'txn_'), object: 'balance_transaction', fee: stripeFee(amount) } } : id;
}

function showRefund({ id, intent, amount, status }: StripeRefund): object {
  return { id, object: 'refund', amount, currency: intent.currency, payment_intent: intent.id, status };
}

function capture(intent: StripeIntent): object {
  if (intent.status !== 'requires_capture') throw unexpected(intent, 'This PaymentIntent could not be captured');
  intent.status = 'succeeded';
  return showIntent(intent);
}

function cancel(intent: StripeIntent): object {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, 'You cannot cancel this PaymentIntent');
  intent.status = 'canceled';
  return showIntent(intent);
}

function unexpected({ status }: StripeIntent, what: string) {
  return invalid(`${what} because it has a status of ${status}.`, { code: 'payment_intent_unexpected_state' });
}

