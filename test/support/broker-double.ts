import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import { isUuid } from '../../src/shared/ids.js';
import { checkOrder } from './contract-order.js';

/** A request as it arrived. */
export interface ReceivedWebhook {
  /** Its webhook-id. */
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes, as text. */
  readonly body: string;
}

/** How the broker answers: with a status, with more than that, not at all, or by closing the connection. */
export type Reply = number | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string; readonly after?: Promise<unknown> } | 'never' | 'hang up';

/** What the broker was given when it was taken in. */
export interface BrokerSecrets {
  readonly webhookKey: string;
  readonly signingSecret: string;
}

/**
 * A broker's own system: a real server that complains of whatever the contract does not show. (contract §2 Order, §5.3, §6)
 * `stop` throws the complaints.
 */
export class BrokerDouble {
  readonly received: ReceivedWebhook[] = [];
  readonly complaints: string[] = [];
  /** The answers to the next requests, in order; after the last, `otherwise`. */
  readonly replies: Reply[] = [];
  otherwise: Reply = 200;
  #secrets: BrokerSecrets | undefined;
  readonly #now: () => Date;
  readonly #leewaySeconds: number;
  readonly #checkBody: (body: string) => readonly string[];
  readonly #server = createServer((request, response) => void this.#take(request, response));

  private constructor(now: () => Date, leewaySeconds: number, checkBody: (body: string) => readonly string[]) {
    this.#now = now;
    this.#leewaySeconds = leewaySeconds;
    this.#checkBody = checkBody;
  }

  /** Listens on a port of its own. `now` is the sender's clock, and how far a webhook may be off it. What it hears is orders that are confirmed, unless said otherwise. */
  static async start(now: () => Date, leewaySeconds = 0, checkBody: (body: string) => readonly string[] = checkOrder): Promise<BrokerDouble> {
    const broker = new BrokerDouble(now, leewaySeconds, checkBody);
    await new Promise<void>((resolve) => broker.#server.listen(0, '127.0.0.1', resolve));
    return broker;
  }

  /** Where it wants its webhooks. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks/success?from=courtside`; // a TCP server has a port
  }

  /** From now on only what carries these is good. */
  know(secrets: BrokerSecrets): void {
    this.#secrets = secrets;
  }

  get ids(): readonly string[] {
    return this.received.map(({ id }) => id);
  }

  /** Forgets what arrived, and answers 200 again. Its complaints stay. */
  reset(): void {
    this.received.length = 0;
    this.replies.length = 0;
    this.otherwise = 200;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    if (this.complaints.length > 0) throw new Error(`the broker complains:\n${this.complaints.join('\n')}`);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => {}); // a sender that was killed
    const chunks: Buffer[] = [];
    for await (const chunk of request.iterator()) chunks.push(chunk as Buffer); // no encoding was set
    const body = Buffer.concat(chunks).toString('utf8');
    const { headers } = request;
    this.#check(request, body);
    this.received.push({ id: String(headers['webhook-id']), headers, body });
    await this.#reply(this.replies.shift() ?? this.otherwise, response);
  }

  async #reply(reply: Reply, response: ServerResponse): Promise<void> {
    if (reply === 'never') return;
    if (reply === 'hang up') {
      response.destroy();
      return;
    }
    const { status, headers = {}, body = '', after } = typeof reply === 'number' ? { status: reply } : reply;
    await after;
    response.writeHead(status, headers).end(body);
  }

  #check({ method, url, headers }: IncomingMessage, body: string): void {
    const complain = (about: string) => this.complaints.push(`${about} (webhook-id ${String(headers['webhook-id'])})`);
    const expectHeader = (name: string, value: string | undefined) => headers[name] === value || complain(`${name} is ${JSON.stringify(headers[name])}, not ${JSON.stringify(value)}`);
    if (method !== 'POST' || url !== '/hooks/success?from=courtside') complain(`${method} ${url}`);
    expectHeader('accept', 'application/json');
    expectHeader('content-type', 'application/json');
    expectHeader('x-api-key', this.#secrets?.webhookKey);
    const late = Math.floor(this.#now().getTime() / 1000) - Number(headers['webhook-timestamp']);
    if (!(Math.abs(late) <= this.#leewaySeconds)) complain(`webhook-timestamp is ${String(headers['webhook-timestamp'])}, ${late} s off`);
    if (!isUuid(String(headers['webhook-id']))) complain('webhook-id is no UUID');
    try {
      verifySignature(this.#secrets?.signingSecret ?? '', headers, body, this.#now());
    } catch (error) {
      complain(`the signature: ${String(error)}`);
    }
    for (const problem of this.#checkBody(body)) complain(problem);
  }
}

/** By the reference library, which knows no clock but the machine's: it is shown the sender's. Throws. */
export function verifySignature(secret: string, headers: IncomingHttpHeaders, body: string, now: Date): void {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    new Webhook(secret).verify(body, Object.fromEntries(names.map((name) => [name, String(headers[name])])));
  } finally {
    vi.useRealTimers();
  }
}
