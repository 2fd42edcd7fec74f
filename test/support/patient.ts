import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, type WebhookVerdict } from '../../src/webhook/verify-webhook.js';
import type { BrokerSecrets } from './broker-double.js';

/** What is wrong with a receiver; without anything it does all that it should. */
export interface Ailments {
  readonly looksAtNoKey?: boolean;
  readonly looksAtNoSignature?: boolean;
  readonly refusesRepeats?: boolean;
  readonly failsAtUnknown?: boolean;
  /** Answers this, whatever it is sent. */
  readonly always?: number;
  readonly answersPages?: boolean;
  readonly answersNever?: boolean;
  readonly hangsUp?: boolean;
}

/** A broker's receiver, for the doctor: a real server that knows every event it may be sent, and keeps what it was. */
export class Patient {
  ailments: Ailments = {};
  readonly bodies: unknown[] = [];
  #seen = new Set<string>();
  #secrets: BrokerSecrets | undefined;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  static async start(): Promise<Patient> {
    const patient = new Patient();
    await new Promise<void>((resolve) => patient.#server.listen(0, '127.0.0.1', resolve));
    return patient;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`; // a TCP server has a port
  }

  know(secrets: BrokerSecrets): void {
    this.#secrets = secrets;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    this.bodies.push(JSON.parse(body.toString('utf8')));
    if (this.ailments.answersNever) return;
    if (this.ailments.hangsUp) {
      response.destroy();
      return;
    }
    response.writeHead(this.ailments.always ?? this.#statusFor(request, body), { ...(this.ailments.answersPages && { 'content-type': 'text/html; charset=utf-8' }), location: '/elsewhere' }).end();
  }

  #statusFor({ headers }: IncomingMessage, body: Buffer): number {
    const { webhookKey = '', signingSecret = '' } = this.#secrets ?? {};
    const verdict: WebhookVerdict = verifyWebhook({ headers, body }, { webhookKeys: [this.ailments.looksAtNoKey ? String(headers['x-api-key']) : webhookKey], signingSecrets: [signingSecret], now: new Date() });
    if (!verdict.isGenuine && !(verdict.reason === 'WRONG_SIGNATURE' && this.ailments.looksAtNoSignature)) return 401;
    const id = String(headers['webhook-id']);
    if (this.#seen.has(id) && this.ailments.refusesRepeats) return 409;
    this.#seen.add(id);
    if (this.ailments.failsAtUnknown && verdict.isGenuine && !String(verdict.event['platform:endpointKind']).endsWith('/OrderSuccess')) return 500;
    return 204;
  }
}
