import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';

type Selection = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

const known = new WeakMap<Selection['fieldNodes'][number], ReadonlySet<string>>();

/**
 * The names of all fields selected anywhere below the one being resolved: a store joins only what is asked for. It
 * counts skipped fields too, so it can name too many and never too few.
 */
export function selectedFields({ fieldNodes, fragments }: Selection): ReadonlySet<string> {
  const [first, ...others] = fieldNodes;
  const before = others.length === 0 && first && known.get(first);
  if (before) return before;
  const names = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === 'Field') names.add(selection.name.value);
      collect(selection.kind === 'FragmentSpread' ? fragments[selection.name.value]?.selectionSet : selection.selectionSet);
    }
  };
  for (const node of fieldNodes) collect(node.selectionSet);
  if (first && others.length === 0) known.set(first, names);
  return names;
}
