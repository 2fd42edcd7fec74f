import { defineEntity, p } from '@mikro-orm/core';
import type { ProblemCause } from './thing.facts.js';

const FeedProblemSchema = defineEntity({
  name: 'FeedProblem',
  indexes: [{ properties: ['feedId', 'isRejected', 'cause', 'itemId'] }],
  properties: {
    feedId: p.uuid().primary(),
    itemId: p.text().primary(),
    cause: p.text().primary().$type<ProblemCause>(),
    /** In words, with what was published. */
    detail: p.text(),
    /** Whether the item was left out for it; else something in it was put right or left out. */
    isRejected: p.boolean(),
    at: p.datetime(3),
  },
});

/** What is wrong with the present version of an item. */
export class FeedProblem extends FeedProblemSchema.class {}
FeedProblemSchema.setClass(FeedProblem);
