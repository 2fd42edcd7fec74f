import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../shared/connection.type.js';
import { enumType } from '../shared/enum.type.js';
import { DateTime } from '../shared/scalars.type.js';
import { FeedHealth } from './feed-health.type.js';
import type { FeedState } from './feed.lifecycle.js';

export const FeedStateEnum = enumType<FeedState>('FeedState', 'Whether a feed is asked for more.', {
  ACTIVE: 'It is asked, as often as it has something to tell.',
  PAUSED: 'Staff have paused it.',
  GONE: 'Its publisher answered that there is no such page.',
  BROKEN: 'What came was no page of a feed, or one that leads to itself.',
  FILE: 'It was read out of a file and has no address to ask.',
  REMOVED: 'Staff have removed it; what it told leaves the catalogue.',
});

@ObjectType({ description: 'A feed of open data that is harvested page by page. (RPDE 1.0)' })
export class Feed {
  @Field(() => ID, { description: 'Our id for it, a UUID.' })
  id!: string;

  @Field(() => String, { description: 'Its first page; of a file, its address on the machine that read it.' })
  url!: string;

  @Field(() => String, { description: 'Whom its data is attributed to.' })
  publisher!: string;

  @Field(() => String, { nullable: true, description: 'The licence that its pages name, an address; null while none has.' })
  licence!: string | null;

  @Field(() => String, { description: 'The IANA name of the zone in which its times without an offset are read.' })
  timeZone!: string;

  @Field(() => FeedStateEnum, { description: 'Whether it is asked.' })
  state!: FeedState;

  @Field(() => String, { nullable: true, description: 'Why it is not asked; null while it is.' })
  stateReason!: string | null;

  @Field(() => DateTime, { description: 'When it was added.' })
  addedAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it is asked next, at the earliest; null while it is not asked.' })
  dueAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When its last page came; null before the first.' })
  polledAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it last had nothing more to tell; null before that.' })
  caughtUpAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it last had something to tell; null before that.' })
  changedAt!: Date | null;

  @Field(() => Int, { description: 'How many times in a row it could not be asked; 0 after a page.' })
  failures!: number;

  @Field(() => String, { nullable: true, description: 'Why it could not be asked the last time; null after a page.' })
  lastFailure!: string | null;

  @Field(() => Int, { description: 'How many pages were stored.' })
  pagesRead!: number;

  @Field(() => Int, { description: 'How many items they had, those that were left out included.' })
  itemsRead!: number;

  @Field(() => FeedHealth, { description: 'How it fares; worked out when it is asked for.' })
  health!: FeedHealth;
}

export const FeedConnection = connectionOf('Feed', 'feeds', () => Feed);
