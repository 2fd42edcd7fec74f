import { Field, ID, Int, ObjectType } from 'type-graphql';
import { enumType } from '../shared/enum.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { ProblemCause } from './thing.facts.js';

export const ProblemCauseEnum = enumType<ProblemCause>('FeedProblemCause', 'What is wrong with an item of a feed.', {
  NOT_AN_OBJECT: 'Its data is no object.',
  UNKNOWN_KIND: 'It is of a kind that nothing here is made of.',
  NO_ID: 'It has no id, so that nothing can name it.',
  BAD_ID: 'Its id is no absolute web address.',
  NO_START: 'It does not say when it starts.',
  BAD_DATE: 'A date in it cannot be read.',
  NO_NAME: 'It does not say what it is called.',
  BAD_MODIFIED: 'Where it stands in its feed is no whole number of 64 bits.',
  BAD_STATE: 'It says neither that it is new or changed nor that it is deleted.',
  TOO_LARGE: 'It is larger than anything that is read here.',
  SWAPPED_COORDINATES: 'Its latitude and longitude were the wrong way round, and are used the other way.',
  BAD_COORDINATES: 'Its coordinates are nowhere, and are left out.',
  BAD_PRICE: 'A price cannot be represented exactly in its currency, so that its ticket cannot be booked.',
  NO_CURRENCY: 'A price has no currency, so that its ticket cannot be booked.',
  BAD_DURATION: 'A duration cannot be read.',
  BAD_CAPACITY: 'Its places left are no whole number, and count as unknown.',
  BAD_OFFER: 'A ticket cannot be read, and is left out.',
  BAD_PART: 'A thing inside it cannot be read or named, and is left out.',
});

@ObjectType({ description: 'A published thing that is not shown, because nobody has told of what it belongs to.' })
class Orphan {
  @Field(() => ID, { description: 'Its id in open data.' })
  id!: string;

  @Field(() => ID, { description: 'The id of the series, facility or court that it waits for.' })
  parentId!: string;
}

@ObjectType({ description: 'Published things that are not shown, because nobody has told of what they belong to.' })
class Orphans {
  @Field(() => Int, { description: 'How many there are.' })
  count!: number;

  @Field(() => [Orphan], { description: 'At most 5 of them.' })
  examples!: Orphan[];
}

@ObjectType({ description: 'An item of a feed with which something is wrong.' })
class FeedProblemExample {
  @Field(() => ID, { description: "The item's id in its feed." })
  itemId!: string;

  @Field(() => String, { description: 'What is wrong with it, with what was published.' })
  detail!: string;

  @Field(() => DateTime, { description: 'When this version of it came.' })
  at!: Date;
}

@ObjectType({ description: 'Items of a feed that have the same thing wrong with them.' })
class FeedProblems {
  @Field(() => ProblemCauseEnum, { description: 'What is wrong.' })
  cause!: ProblemCause;

  @Field(() => Boolean, { description: 'Whether they were left out for it; else something in them was put right or left out.' })
  isRejected!: boolean;

  @Field(() => Int, { description: 'How many there are, by their present versions.' })
  items!: number;

  @Field(() => [FeedProblemExample], { description: 'At most 3 of them.' })
  examples!: FeedProblemExample[];
}

@ObjectType({ description: 'How a feed fares: whether it is kept up with, and what became of what it tells.' })
export class FeedHealth {
  @Field(() => Int, { nullable: true, description: 'Seconds since it last had nothing more to tell, or since it was added; null for a file and for what is not polled.' })
  lagSeconds!: number | null;

  @Field(() => Boolean, { description: 'Whether nothing comes of it though it is polled: nobody has brought a page for 10 minutes though one was due, or it has failed for an hour.' })
  isStalled!: boolean;

  @Field(() => String, { nullable: true, description: 'Why it is stalled, in a sentence; null while it is not.' })
  stallReason!: string | null;

  @Field(() => Int, { description: 'Items that it has and has not deleted, those left out for a problem too.' })
  items!: number;

  @Field(() => Int, { description: 'Opportunities of it that are shown in the catalogue.' })
  listed!: number;

  @Field(() => Orphans, { description: 'What waits for its parent.' })
  orphans!: Orphans;

  @Field(() => [FeedProblems], { description: 'What is wrong with its items, by cause: first what they were left out for, and what is most frequent.' })
  problems!: FeedProblems[];

  @Field(() => Int, { description: 'Things of all feeds together from which the catalogue is still to be brought up to date; at most 100,000 are counted.' })
  waiting!: number;
}
