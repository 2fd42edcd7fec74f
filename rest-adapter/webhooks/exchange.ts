import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body, or its beginning if it is longer than anybody wants. */
  readonly beginning: Buffer;
}

/** Who sends more than this has its connection dropped; the status counts. */
const MOST_READ_BYTES = 4 * 1024;

/** One request and its answer, as undici tells of them: no stream and no signal is made for each. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #ended = Promise.withResolvers<Answer>();
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #controller: Dispatcher.DispatchController | undefined;
  #brokenOff: Error | undefined;

  /** Rejects when no whole answer came, and when it was broken off before. */
  get answer(): Promise<Answer> {
    return this.#ended.promise;
  }

  /** Nothing that comes later counts. */
  breakOff(reason: Error): void {
    this.#brokenOff ??= reason;
    this.#ended.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#brokenOff) controller.abort(this.#brokenOff);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    [this.#status, this.#headers] = [status, headers]; // a 1xx is followed by the real one
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.byteLength;
    if (this.#bytes <= MOST_READ_BYTES) return;
    this.#succeed();
    controller.abort(new Error('the answer is too long'));
  }

  onResponseEnd(): void {
    this.#succeed();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#ended.reject(error);
  }

  #succeed(): void {
    const [only] = this.#chunks;
    this.#ended.resolve({ status: this.#status, headers: this.#headers, beginning: only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks) });
  }
}
