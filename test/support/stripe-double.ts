import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { check, invalid, readForm, StripeRefusal } from './stripe-form.js';
import { showAccount, StripeWorld, type StripeAccount, type StripeCall, type StripeRefund, type StripeSession } from './stripe-world.js';

/** What is wrong with Stripe for a while. */
export interface Fault {
  /** Only with requests whose method and path this matches, as in `POST /v1/refunds`. */
  readonly on?: RegExp;
  /** The answer waits for this. */
  readonly after?: Promise<unknown>;
  /** Whether what was asked for is done all the same, so that only the answer is lost. */
  readonly isDone?: boolean;
  /** Whether Stripe keeps its answer for the request's key, as it does with whatever goes wrong on the way. */
  readonly isKept?: boolean;
  /** In place of the answer. */
  readonly answer?: 'hang up' | Answer;
}

interface Answer {
  readonly status: number;
  /** Whether it was given before, for the same key. */
  readonly isReplay?: boolean;
  /** The bytes, as text. */
  readonly body: string;
}

export interface SeenRequest {
  /** As in `POST /v1/refunds`. */
  readonly what: string;
  readonly account: string;
  readonly key: string | undefined;
  /** Whether the answer was an earlier one's. */
  readonly isReplay: boolean;
}

export interface StripeEventBody {
  readonly id: string;
  readonly type: string;
  readonly account?: string;
}

export const STRIPE_500: Answer = { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: 'An unknown error occurred' } }) };

/** A Stripe of the test's own: a real server, as strict as the API reference, whose cardholders and sellers do as they are told. */
export class StripeDouble {
  readonly secretKey = 'sk_test_ofTheStripeInTheTests';
  readonly webhookSecret = 'whsec_ofTheStripeInTheTests';
  readonly world: StripeWorld;
  readonly requests: SeenRequest[] = [];
  /** What is wrong with the next requests that they match, each with one. */
  readonly faults: Fault[] = [];
  /** What is wrong until it is undefined again. */
  fault: Fault | undefined;
  readonly #kept = new Map<string, { readonly request: string; readonly answer: Answer }>();
  readonly #server = createServer((request, response) => void this.#take(request, response));
  #events = 0;

  private constructor(now: () => Date) {
    this.world = new StripeWorld(now);
  }

  /** Listens on a port of its own. */
  static async start(now: () => Date): Promise<StripeDouble> {
    const stripe = new StripeDouble(now);
    await new Promise<void>((resolve) => stripe.#server.listen(0, '127.0.0.1', resolve));
    return stripe;
  }

  get apiBase(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // a TCP server has a port
  }

  get settings(): { readonly STRIPE_SECRET_KEY: string; readonly STRIPE_API_BASE: string; readonly STRIPE_WEBHOOK_SECRET: string } {
    return { STRIPE_SECRET_KEY: this.secretKey, STRIPE_API_BASE: this.apiBase, STRIPE_WEBHOOK_SECRET: this.webhookSecret };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The session behind an id or behind the address of its page. */
  session(idOrUrl: string): StripeSession {
    const session = this.world.sessions.get(idOrUrl.slice(idOrUrl.lastIndexOf('/') + 1));
    if (!session) throw new Error(`no such session: ${idOrUrl}`);
    return session;
  }

  /** A customer's card is good: the money is set aside, and the page is done. */
  pay(idOrUrl: string): StripeSession {
    const session = this.session(idOrUrl);
    if (session.status !== 'open') throw new Error(`nobody can pay on a page that is ${session.status}`);
    this.world.attempt(session, 'requires_capture');
    session.status = 'complete';
    return session;
  }

  /** A customer's card is declined, on a page that stays open for another one. */
  decline(idOrUrl: string): StripeSession {
    const session = this.session(idOrUrl);
    this.world.attempt(session, 'requires_payment_method');
    return session;
  }

  /** A seller has given Stripe what it wants, or not. */
  setAccount(id: string, says: Partial<Pick<StripeAccount, 'charges_enabled' | 'details_submitted' | 'disabled_reason'>> = { charges_enabled: true, details_submitted: true, disabled_reason: null }): void {
    Object.assign(this.world.account(id), says);
  }

  /** An account that a seller has given all its details to. */
  addAccount(id: string, name = 'A club'): void {
    this.world.accounts.set(id, { id, name, metadata: {}, charges_enabled: true, details_submitted: true, disabled_reason: null });
  }

  finishRefund(id: string, status: StripeRefund['status'] = 'succeeded'): void {
    const refund = this.world.refunds.get(id);
    if (!refund) throw new Error(`no such refund: ${id}`);
    refund.status = status;
  }

  /** An event of a connected account. */
  event(type: string, account: string | undefined, object: object): StripeEventBody {
    this.#events += 1;
    const rest = { object: 'event', api_version: '2026-10-28.endive', created: this.world.seconds, livemode: false, pending_webhooks: 1, request: { id: null, idempotency_key: null }, data: { object } };
    return { ...rest, id: `evt_test${this.#events}`, type, ...(account !== undefined && { account }) };
  }

  sessionEvent(type: 'checkout.session.completed' | 'checkout.session.expired', { id, account }: Pick<StripeSession, 'id' | 'account'>): StripeEventBody {
    return this.event(type, account, this.world.showSession(this.session(id)));
  }

  accountEvent(id: string): StripeEventBody {
    return this.event('account.updated', id, showAccount(this.world.account(id)));
  }

  deauthorizedEvent(id: string): StripeEventBody {
    return this.event('account.application.deauthorized', id, { id: 'ca_test', object: 'application', name: 'Courtside' });
  }

  /** As Stripe signs what it sends. (`Stripe-Signature`, scheme v1) */
  sign(body: string, { secret = this.webhookSecret, seconds = this.world.seconds }: { readonly secret?: string; readonly seconds?: number } = {}): string {
    return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
  }

  /** Delivers an event, and says with which status it was taken. */
  async send(gatewayUrl: string, event: StripeEventBody, signature?: string): Promise<number> {
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature ?? this.sign(body) };
    return (await fetch(`${gatewayUrl}/provider-events`, { method: 'POST', headers, body })).status;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => {}); // a client that went away
    const chunks: Buffer[] = [];
    for await (const chunk of request.iterator()) chunks.push(chunk as Buffer); // no encoding was set
    const what = `${request.method} ${new URL(request.url ?? '', this.apiBase).pathname}`;
    const fault = this.#faultOf(what);
    const answer = fault?.answer === undefined || fault.isDone === true ? this.#answer(request, Buffer.concat(chunks).toString('utf8'), what) : undefined;
    if (fault?.isKept === true && typeof fault.answer === 'object') this.#keep(request, Buffer.concat(chunks).toString('utf8'), fault.answer);
    await fault?.after;
    const shown = fault?.answer ?? answer ?? STRIPE_500;
    if (shown === 'hang up') response.destroy();
    else response.writeHead(shown.status, { 'content-type': 'application/json', 'request-id': `req_${this.requests.length}`, ...(shown.isReplay === true && { 'idempotent-replayed': 'true' }) }).end(shown.body);
  }

  #faultOf(what: string): Fault | undefined {
    const index = this.faults.findIndex(({ on }) => on === undefined || on.test(what));
    if (index >= 0) return this.faults.splice(index, 1)[0];
    return this.fault && (this.fault.on?.test(what) ?? true) ? this.fault : undefined;
  }

  #answer(request: IncomingMessage, text: string, what: string): Answer {
    const { call, key } = callOf(request, text);
    let isReplay = false;
    try {
      this.#admit(request, call);
      const kept = key === undefined ? undefined : this.#kept.get(key);
      if (kept && kept.request !== fingerprint(call)) throw new StripeRefusal(400, { type: 'idempotency_error', message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.` });
      isReplay = kept !== undefined;
      return kept ? { ...kept.answer, isReplay } : this.#run(call, key);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return answerTo(error);
    } finally {
      this.requests.push({ what, account: call.account, key, isReplay });
    }
  }

  #admit({ headers }: IncomingMessage, { method, account }: StripeCall): void {
    if (headers.authorization !== `Bearer ${this.secretKey}`) throw invalid('Invalid API Key provided: sk_test_***', {}, 401);
    if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded') throw invalid('Invalid request: send a form');
    if (account !== 'platform') this.world.account(account);
  }

  /** What fails its checks is not kept for its key; whatever comes of it otherwise is. */
  #run(call: StripeCall, key: string | undefined): Answer {
    const route = this.world.route(call);
    if (!route) throw invalid(`Unrecognized request URL (${call.method}: /v1/${call.path}).`, {}, 404);
    check(route.rule, call.form);
    const answer = perform(route.act);
    if (key !== undefined) this.#kept.set(key, { request: fingerprint(call), answer });
    return answer;
  }

  #keep(request: IncomingMessage, text: string, answer: Answer): void {
    const { call, key } = callOf(request, text);
    if (key !== undefined) this.#kept.set(key, { request: fingerprint(call), answer });
  }
}

function callOf({ method = '', url = '', headers }: IncomingMessage, text: string): { readonly call: StripeCall; readonly key: string | undefined } {
  const { pathname, search } = new URL(url, 'http://stripe.test');
  const key = method === 'POST' ? headers['idempotency-key'] : undefined;
  const call = { method, path: pathname.replace(/^\/v1\//, ''), form: readForm(method === 'POST' ? text : search), account: String(headers['stripe-account'] ?? 'platform') };
  return { call, key: key === undefined ? undefined : String(key) };
}

function perform(act: () => object): Answer {
  try {
    return { status: 200, body: JSON.stringify(act()) };
  } catch (error) {
    if (error instanceof StripeRefusal) return answerTo(error);
    throw error;
  }
}

function answerTo({ status, problem }: StripeRefusal): Answer {
  return { status, body: JSON.stringify({ error: problem }) };
}

function fingerprint({ method, path, form, account }: StripeCall): string {
  return JSON.stringify([method, path, form, account]);
}
