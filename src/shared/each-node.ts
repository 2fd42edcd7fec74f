import type { Connection } from './connection.type.js';

/** The same page with every item changed. */
export function eachNode<T>({ edges, pageInfo }: Connection<T>, change: (node: T) => T): Connection<T> {
  const changed = edges.map(({ cursor, node }) => ({ cursor, node: change(node) }));
  return { edges: changed, nodes: changed.map(({ node }) => node), pageInfo };
}
