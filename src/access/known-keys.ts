import { hash } from 'node:crypto';
import type { StoredApiKey } from '../broker/api-key.store.js';

/** For how long a key that has opened is not looked up again. What another process retires meanwhile opens nothing after that; the process that retires it forgets it at once. (our choice) */
const KNOWN_FOR_MS = 1_000;
const MOST_KNOWN = 10_000;

/** Secret keys that this process has found to open, by their SHA-256: whose they are need not be asked with every request. */
export class KnownKeys {
  readonly #known = new Map<string, { readonly key: StoredApiKey; readonly untilMs: number }>();
  #changes = 0;

  find(apiKey: string): StoredApiKey | undefined {
    const known = this.#known.get(nameOf(apiKey));
    return known && known.untilMs > performance.now() ? known.key : undefined;
  }

  /** Looks a key up, and remembers it unless keys change meanwhile. */
  async learn(apiKey: string, lookUp: () => Promise<StoredApiKey | undefined>): Promise<StoredApiKey | undefined> {
    const changes = this.#changes;
    const untilMs = performance.now() + KNOWN_FOR_MS;
    const key = await lookUp();
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    if (key && changes === this.#changes) this.#known.set(nameOf(apiKey), { key, untilMs });
    return key;
  }

  /** After keys have changed here. */
  forget(): void {
    this.#changes += 1;
    this.#known.clear();
  }
}

function nameOf(apiKey: string): string {
  return hash('sha256', apiKey, 'base64');
}
