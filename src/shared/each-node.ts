import type { Connection } from './connection.type.js';

/** The same page with every item changed. */
export function eachNode<T>(page: Connection<T>, change: (node: T) => T): Connection<T> {
  return {
    get edges() {
      return page.edges.map(({ cursor, node }) => ({ cursor, node: change(node) }));
    },
    nodes: page.nodes.map(change),
    pageInfo: page.pageInfo,
  };
}
