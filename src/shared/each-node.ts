import type { Connection, Edge, PageInfo } from './connection.type.js';

/** The same page with every item changed. */
export function eachNode<T>(page: Connection<T>, change: (node: T) => T): Connection<T> {
  return new ChangedPage(page, change);
}

/** A class, since V8 keeps an object literal that has a getter until it collects everything. */
class ChangedPage<T> implements Connection<T> {
  readonly #page: Connection<T>;
  readonly #change: (node: T) => T;
  readonly nodes: readonly T[];
  readonly pageInfo: PageInfo;

  constructor(page: Connection<T>, change: (node: T) => T) {
    this.#page = page;
    this.#change = change;
    this.nodes = page.nodes.map(change);
    this.pageInfo = page.pageInfo;
  }

  get edges(): readonly Edge<T>[] {
    return this.#page.edges.map(({ cursor, node }) => ({ cursor, node: this.#change(node) }));
  }
}
