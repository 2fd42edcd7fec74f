import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** How a request for a page can go wrong; a redirect leads to the page all the same. */
export type Fault =
  | { readonly status: number; readonly retryAfter?: string }
  | { readonly text: string }
  | 'CUT'
  | 'SILENCE'
  | { readonly redirectTo: string };

export interface FeedSettings {
  /** RPDE's two: by when an item was modified and its id, or by the place in a list of changes, where an older word may come again. */
  readonly ordering: 'TIMESTAMP' | 'CHANGE_NUMBER';
  readonly pageSize?: number;
  readonly isNextRelative?: boolean;
  /** Every so many-eth page is one without items that leads on, as of items that were filtered out; 0 for none. */
  readonly emptyEvery?: number;
  readonly encoding?: 'gzip' | 'br';
}

/** An item as it is published; any text in the place of JSON for one that is malformed. */
export interface FeedItem {
  readonly id: string;
  readonly modified: number | string;
  readonly kind: string;
  readonly state?: 'updated' | 'deleted';
  readonly data?: object;
}

interface Entry {
  /** Where it stands among all that was published. */
  readonly place: string;
  readonly item: unknown;
}

const PARAMETERS: Readonly<Record<FeedSettings['ordering'], readonly string[]>> = { TIMESTAMP: ['afterTimestamp', 'afterId'], CHANGE_NUMBER: ['afterChangeNumber'] };
/** As often as RPDE lets anybody ask a feed that has nothing new. */
const IDLE_MS = 8_000;

/** One feed of the server. */
export class FeedDouble {
  /** How the next requests go wrong, one each. */
  readonly faults: Fault[] = [];
  /** The addresses that were asked for, as they came. */
  readonly asked: string[] = [];
  readonly #entries: Entry[] = [];
  #furthest = '';
  #notBefore = 0;

  constructor(
    readonly url: string,
    readonly settings: FeedSettings,
  ) {}

  /** By timestamp, an item's later version takes the place of the one before. */
  publish(...items: readonly FeedItem[]): void {
    for (const item of items) {
      const { ordering } = this.settings;
      const earlier = this.#entries.findIndex(({ item: other }) => (other as FeedItem).id === item.id); // of our own making
      if (ordering === 'TIMESTAMP' && earlier >= 0) this.#entries.splice(earlier, 1);
      const place = ordering === 'TIMESTAMP' ? `${String(item.modified).padStart(20, '0')} ${item.id}` : this.#nextChange();
      this.#entries.push({ place, item: { state: 'updated', ...item } });
    }
    this.#entries.sort((a, b) => (a.place < b.place ? -1 : 1));
  }

  /** What is no item at all, or lacks what an item has. */
  publishMalformed(item: unknown): void {
    this.#entries.push({ place: this.#nextChange(), item });
  }

  #nextChange(): string {
    return String(this.#entries.length + 1).padStart(20, '0');
  }

  /** What a polite client does not do; undefined when it is polite. */
  offenceOf(url: URL, nowMs: number): string | undefined {
    const unknown = [...url.searchParams.keys()].filter((name) => !PARAMETERS[this.settings.ordering].includes(name) && name !== 'filtered');
    if (unknown.length > 0) return `asks with ${unknown.join(', ')}`;
    if (nowMs < this.#notBefore) return `asks ${(this.#notBefore - nowMs) / 1000} s too early`;
    const place = this.#placeIn(url);
    if (place < this.#furthest) return `asks again for ${url.search || 'the first page'}, past which it was`;
    this.#furthest = place;
    return undefined;
  }

  /** Nobody may ask before so many milliseconds from now. */
  holdOff(nowMs: number, ms: number): void {
    this.#notBefore = nowMs + ms;
  }

  page(url: URL, nowMs: number): object {
    const place = this.#placeIn(url);
    const { emptyEvery = 0, pageSize = 10 } = this.settings;
    const behind = this.#entries.filter((entry) => entry.place > place);
    const pages = Math.floor((this.#entries.length - behind.length) / pageSize);
    const isFiltered = emptyEvery > 0 && behind.length > 0 && pages % emptyEvery === 0 && !url.searchParams.has('filtered');
    const items = isFiltered ? [] : behind.slice(0, pageSize);
    if (behind.length === 0) this.holdOff(nowMs, IDLE_MS);
    const next = isFiltered ? filtered(url) : this.#after(items.at(-1)?.place, url);
    return { next, items: items.map(({ item }) => item), license: 'https://creativecommons.org/licenses/by/4.0/' };
  }

  #after(place: string | undefined, asked: URL): string {
    if (place === undefined) return this.#address(asked.search);
    const [modified = '', id = ''] = place.split(' ');
    const parameters = this.settings.ordering === 'TIMESTAMP' ? { afterTimestamp: BigInt(modified).toString(), afterId: id } : { afterChangeNumber: BigInt(place).toString() };
    return this.#address(`?${new URLSearchParams(parameters).toString()}`);
  }

  #address(search: string): string {
    const { pathname } = new URL(this.url);
    return this.settings.isNextRelative ? `${pathname}${search}` : `${this.url}${search}`;
  }

  #placeIn({ searchParams }: URL): string {
    const [first = '', second] = PARAMETERS[this.settings.ordering].map((name) => searchParams.get(name));
    if (first === null || first === '') return '';
    const number = first.padStart(20, '0');
    return second === undefined ? number : `${number} ${second}`;
  }
}

function filtered(url: URL): string {
  const next = new URL(url);
  next.searchParams.set('filtered', '1');
  return next.href;
}

/** A publisher of feeds by the book, which writes down what a polite client would not do. Only its time is handed in. */
export class FeedServer {
  /** What harvesters did that they must not. */
  readonly offences: string[] = [];
  readonly agents = new Set<string>();
  /** How any request goes wrong, asked after the feed's own faults. */
  chance: () => Fault | undefined = () => undefined;
  /** Called when a request has come, before it is answered. */
  onRequest: () => void = () => {};
  requests = 0;
  readonly #feeds = new Map<string, FeedDouble>();
  readonly #server: Server;

  private constructor(readonly now: () => Date) {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(now: () => Date): Promise<FeedServer> {
    const server = new FeedServer(now);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  feed(name: string, settings: FeedSettings = { ordering: 'TIMESTAMP' }): FeedDouble {
    const feed = new FeedDouble(`${this.origin}/${name}`, settings);
    this.#feeds.set(`/${name}`, feed);
    return feed;
  }

  get feeds(): readonly FeedDouble[] {
    return [...this.#feeds.values()];
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // it listens
  }

  /** As when it started. */
  reset(): void {
    this.#feeds.clear();
    this.offences.length = 0;
    this.chance = () => undefined;
    this.onRequest = () => {};
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.origin);
    const feed = this.#feeds.get(url.pathname);
    this.requests += 1;
    this.agents.add(request.headers['user-agent'] ?? '');
    this.onRequest();
    if (!feed) return void response.writeHead(404).end();
    feed.asked.push(url.href);
    const nowMs = this.now().getTime();
    const offence = request.headers.accept === 'application/json' ? feed.offenceOf(url, nowMs) : 'does not say that it wants JSON';
    if (offence !== undefined) {
      this.offences.push(`${url.pathname}: ${offence}`);
      return void response.writeHead(400).end(offence);
    }
    const fault = feed.faults.shift() ?? this.chance();
    if (fault === 'SILENCE') return;
    if (fault && fault !== 'CUT') return fail(fault, feed, nowMs, response);
    send(JSON.stringify(feed.page(url, nowMs)), feed.settings.encoding, fault === 'CUT', response);
  }
}

function fail(fault: Exclude<Fault, string>, feed: FeedDouble, nowMs: number, response: ServerResponse): void {
  if ('redirectTo' in fault) return void response.writeHead(302, { location: fault.redirectTo }).end();
  if ('text' in fault) return void response.end(fault.text);
  const { status, retryAfter } = fault;
  if (retryAfter !== undefined) feed.holdOff(nowMs, Number(retryAfter) * 1000);
  response.writeHead(status, { ...(retryAfter !== undefined && { 'retry-after': retryAfter }) }).end();
}

function send(text: string, encoding: FeedSettings['encoding'], isCut: boolean, response: ServerResponse): void {
  const body = encoding === 'gzip' ? gzipSync(text) : encoding === 'br' ? brotliCompressSync(text) : Buffer.from(text);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength, ...(encoding && { 'content-encoding': encoding }) });
  if (!isCut) return void response.end(body);
  response.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => response.destroy());
}
