import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import { enumType } from './enum.type.js';

@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: 20, description: 'How many items at most, from 1 to 100.' })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Continue behind this cursor of the same list in the same order.' })
  after!: string | null;
}

export const OrderDirection = enumType('OrderDirection', 'Which end of a list comes first.', {
  ASC: 'Smallest, earliest or alphabetically first at the top.',
  DESC: 'Largest, latest or alphabetically last at the top.',
});

@ObjectType('PageInfo', { description: 'Where a page stands in its list. (Relay cursor connections)' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether anything follows this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether the page was reached with `after`, so that something stands before it.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first item; null on an empty page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the last item, for the next `after`; null on an empty page.' })
  endCursor!: string | null;
}

export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

export interface Connection<T> {
  readonly edges: readonly Edge<T>[];
  readonly nodes: readonly T[];
  readonly pageInfo: PageInfo;
}

/** `<Name>Connection` with its `<Name>Edge`, for a type of nodes. `plural` goes into the descriptions. */
export function connectionOf<T extends object>(name: string, plural: string, node: () => ClassType<T> | (abstract new () => T)) {
  @ObjectType(`${name}Edge`, { description: `One of a list's ${plural}, with its place in the list.` })
  class EdgeType {
    @Field(() => String, { description: 'Opaque: hand it back as `after`.' })
    cursor!: string;

    @Field(node, { description: 'The item itself.' })
    node!: T;
  }

  @ObjectType(`${name}Connection`, { description: `A page of ${plural}. (Relay cursor connections)` })
  class ConnectionType implements Connection<T> {
    @Field(() => [EdgeType], { description: 'The items with their cursors.' })
    edges!: EdgeType[];

    @Field(() => [node()], { description: 'The items alone.' })
    nodes!: T[];

    @Field(() => PageInfo, { description: 'Whether there is more, and how to get it.' })
    pageInfo!: PageInfo;
  }
  return ConnectionType;
}
