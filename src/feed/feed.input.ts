import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { OrderDirection, PageArgs } from '../shared/connection.type.js';
import type { FeedState } from './feed.lifecycle.js';
import { FeedStateEnum } from './feed.type.js';

const WHY = 'Why. It goes to the audit log.';

@InputType({ description: 'A feed to harvest.' })
export class AddFeedInput {
  @Field(() => String, { description: 'Its first page, an http or https URL of at most 2,048 characters; of a file, a file URL.' })
  url!: string;

  @Field(() => String, { nullable: true, description: "Whom its data is attributed to; left out, the URL's host." })
  publisher?: string | null;

  @Field(() => String, { nullable: true, description: 'The IANA name of the zone in which its times without an offset are read; left out, Europe/London.' })
  timeZone?: string | null;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether it is a file, whose pages are stored by whoever has it and which is not asked for more.' })
  isFile!: boolean;

  @Field(() => String, { description: WHY })
  reason!: string;
}

@InputType({ description: 'Which feed is asked no more until it is resumed.' })
export class PauseFeedInput {
  @Field(() => ID, { description: "The feed's id." })
  id!: string;

  @Field(() => String, { description: WHY })
  reason!: string;
}

@InputType({ description: 'Which feed is asked again.' })
export class ResumeFeedInput {
  @Field(() => ID, { description: "The feed's id." })
  id!: string;

  @Field(() => String, { description: WHY })
  reason!: string;
}

@InputType({ description: 'Which feed is given up.' })
export class RemoveFeedInput {
  @Field(() => ID, { description: "The feed's id." })
  id!: string;

  @Field(() => String, { description: WHY })
  reason!: string;
}

@InputType({ description: 'Narrows a list of feeds; every member given must hold.' })
export class FeedFilter {
  @Field(() => [FeedStateEnum], { nullable: true, description: 'Only feeds in one of these states; left out, all but those that were removed.' })
  states?: FeedState[] | null;

  @Field(() => String, { nullable: true, description: 'Only the feed whose first page this is.' })
  url?: string | null;
}

@ArgsType()
export class FeedsArgs extends PageArgs {
  @Field(() => FeedFilter, { nullable: true, description: 'Which feeds; without it, all that were not removed.' })
  filter?: FeedFilter | null;

  @Field(() => OrderDirection, { defaultValue: 'DESC', description: 'By when they were added: DESC puts the newest first.' })
  direction!: 'ASC' | 'DESC';
}
