/** Where it is told: one line that is written over, a line now and then, or not at all. */
export type ProgressStyle = 'BAR' | 'LINES' | 'NOTHING';

interface Output {
  readonly columns?: number;
  write(text: string): unknown;
}

const PAGES_A_LINE = 50;
/** Less often than a terminal blinks. */
const REDRAW_MS = 100;

/** How far an import has come. Nobody knows how far its end is, so that it counts. */
export class ImportProgress {
  readonly #style: ProgressStyle;
  readonly #output: Output;
  readonly #start = performance.now();
  #pages = 0;
  #items = 0;
  #rejected = 0;
  #derived = 0;
  #drawnAtMs = -Infinity;
  #said = '';

  constructor(style: ProgressStyle, output: Output) {
    this.#style = style;
    this.#output = output;
  }

  get counts(): { readonly pages: number; readonly items: number; readonly rejected: number } {
    return { pages: this.#pages, items: this.#items, rejected: this.#rejected };
  }

  page(items: number, rejected: number): void {
    this.#pages += 1;
    this.#items += items;
    this.#rejected += rejected;
    this.#said = '';
    this.#show(this.#pages % PAGES_A_LINE === 0);
  }

  /** How many entries of the catalogue were written so far. */
  derived(derived: number): void {
    this.#derived = derived;
    this.#show(false);
  }

  /** Says once why nothing happens. */
  say(text: string): void {
    if (text === this.#said || this.#style === 'NOTHING') return;
    this.#said = text;
    this.#output.write(this.#style === 'BAR' ? `${this.#over(text)}\n` : `${text}\n`);
  }

  end(): void {
    if (this.#style === 'BAR') this.#output.write(`${this.#over(this.#line)}\n`);
    if (this.#style === 'LINES' && this.#pages > 0) this.#output.write(`${this.#line}\n`);
  }

  #show(isLineDue: boolean): void {
    const nowMs = performance.now();
    if (this.#style === 'LINES' && isLineDue) this.#output.write(`${this.#line}\n`);
    if (this.#style !== 'BAR' || nowMs - this.#drawnAtMs < REDRAW_MS) return;
    this.#drawnAtMs = nowMs;
    this.#output.write(this.#over(this.#line));
  }

  get #line(): string {
    const seconds = Math.max((performance.now() - this.#start) / 1000, 0.001);
    const counted = `${this.#pages} pages, ${this.#items} items, ${Math.round(this.#items / seconds)} items/s, ${this.#rejected} left out`;
    return this.#derived > 0 ? `${counted}, ${this.#derived} derived` : counted;
  }

  /** In the place of the line before, and no longer than fits. */
  #over(text: string): string {
    return `\r\u001b[K${text.slice(0, (this.#output.columns ?? 80) - 1)}`;
  }
}
