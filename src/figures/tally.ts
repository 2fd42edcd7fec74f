import type { Counter } from 'prom-client';

/** Counts in a map of its own what comes with every request, and tells the counter when somebody looks: to find a label's figure there costs several times what counting does. */
export class Tally<Label extends string> {
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly counter: Counter<Label>,
    private readonly labels: readonly Label[],
  ) {}

  /** One more of these, in the order of the labels. */
  count(...values: readonly string[]): void {
    const key = values.length === 1 ? (values[0] ?? '') : values.join('\n');
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  tell(): void {
    for (const [key, count] of this.#counts) {
      const values = key.split('\n');
      const said = this.labels.map((label, at) => [label, values[at] ?? ''] as const);
      this.counter.inc(Object.fromEntries(said) as Partial<Record<Label, string>>, count); // every label has its value
    }
    this.#counts.clear();
  }
}
