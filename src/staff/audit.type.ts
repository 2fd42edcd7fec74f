import { ArgsType, Field, InputType, ObjectType } from 'type-graphql';
import { connectionOf, OrderDirection, PageArgs } from '../shared/connection.type.js';
import { DateTime } from '../shared/scalars.type.js';

@ObjectType({ description: 'Something that a member of staff has changed. Entries are added and never changed or removed.' })
export class AuditEntry {
  @Field(() => DateTime, { description: 'When it was done.' })
  at!: Date;

  @Field(() => String, { description: 'Who: the subject of the staff token, or `cli:<user>`.' })
  actor!: string;

  @Field(() => String, { description: 'What: the mutation, by its name.' })
  action!: string;

  @Field(() => String, { description: 'To what, as in `order 0193…`.' })
  subject!: string;

  @Field(() => String, { description: 'Why, as it was said; empty where nobody had to say it.' })
  reason!: string;

  @Field(() => String, { nullable: true, description: 'What it was before, as JSON; null when there was nothing.' })
  before!: string | null;

  @Field(() => String, { nullable: true, description: 'What it became, as JSON.' })
  after!: string | null;
}

export const AuditEntryConnection = connectionOf('AuditEntry', 'audit entries', () => AuditEntry);

@InputType({ description: 'Narrows the list of what staff have changed; every member given must hold.' })
export class AuditEntryFilter {
  @Field(() => String, { nullable: true, description: 'Only what this member of staff did, as the entries name them.' })
  actor?: string | null;

  @Field(() => String, { nullable: true, description: 'Only this mutation, by its name.' })
  action?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Only what was done at this moment or later.' })
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only what was done before this moment.' })
  before?: Date | null;

  @Field(() => String, { nullable: true, description: 'Only entries whose reason contains this text, in capitals or not.' })
  reasonContains?: string | null;
}

@ArgsType()
export class AuditEntriesArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'Only what was done to this subject, as in `order 0193…`.' })
  subject?: string | null;

  @Field(() => AuditEntryFilter, { nullable: true, description: 'Which entries; without it, all.' })
  filter?: AuditEntryFilter | null;

  @Field(() => OrderDirection, { defaultValue: 'DESC', description: 'By time: DESC puts the newest first.' })
  direction!: 'ASC' | 'DESC';
}
