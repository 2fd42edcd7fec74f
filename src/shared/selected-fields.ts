import { getNamedType, isAbstractType, isCompositeType, isInterfaceType, isObjectType, type GraphQLCompositeType, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

type Selection = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'schema' | 'returnType'>;

const known = new WeakMap<Selection['fieldNodes'][number], ReadonlySet<string>>();

/**
 * The names of all fields selected anywhere below the one being resolved, alone and after their type's (`broker` and
 * `CheckoutSession.broker`): a store joins only what is asked for. It counts skipped fields too, so it can name too many
 * and never too few.
 */
export function selectedFields(asked: Selection): ReadonlySet<string> {
  const [first, ...others] = asked.fieldNodes;
  const before = others.length === 0 && first && known.get(first);
  if (before) return before;
  const names = namesBelow(asked);
  if (first && others.length === 0) known.set(first, names);
  return names;
}

function namesBelow({ fieldNodes, fragments, schema, returnType }: Selection): ReadonlySet<string> {
  const names = new Set<string>();
  const typeNamed = (name: string | undefined, otherwise: GraphQLCompositeType | undefined) => (name === undefined ? otherwise : composite(schema.getType(name)));
  const collect = (set: SelectionSetNode | undefined, type: GraphQLCompositeType | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === 'Field') {
        const { value: name } = selection.name;
        names.add(name);
        for (const owner of ownersOf(type)) names.add(`${owner}.${name}`);
        collect(selection.selectionSet, isObjectType(type) || isInterfaceType(type) ? composite(type.getFields()[name]?.type) : undefined);
      } else {
        const fragment = selection.kind === 'FragmentSpread' ? fragments[selection.name.value] : selection;
        collect(fragment?.selectionSet, typeNamed(fragment?.typeCondition?.name.value, type));
      }
    }
  };
  const ownersOf = (type: GraphQLCompositeType | undefined): readonly string[] => (isAbstractType(type) ? schema.getPossibleTypes(type) : type ? [type] : []).map(({ name }) => name);
  for (const node of fieldNodes) collect(node.selectionSet, composite(returnType));
  return names;
}

function composite(type: Parameters<typeof getNamedType>[0]): GraphQLCompositeType | undefined {
  const named = getNamedType(type);
  return isCompositeType(named) ? named : undefined;
}
