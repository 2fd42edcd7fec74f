/** What may be there at once: who awaits it either way makes no promise for what needs none. */
export type Awaitable<T> = T | Promise<T>;
