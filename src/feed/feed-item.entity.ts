import { defineEntity, p } from '@mikro-orm/core';

const FeedItemSchema = defineEntity({
  name: 'FeedItem',
  indexes: [{ properties: ['feedId', 'isDeleted'] }],
  properties: {
    /** No foreign keys here and in the tables beside it: they are written by the million, by one hand. */
    feedId: p.uuid().primary(),
    /** RPDE's item id, which is the feed's own and says nothing about the thing. */
    itemId: p.text().primary(),
    /** Where the item stands in its feed; more than a JavaScript number holds. */
    modified: p.bigint(),
    kind: p.text(),
    isDeleted: p.boolean(),
    /** As published, unknown members included; null once deleted. */
    data: p.text().nullable(),
  },
});

/** The last word of a feed about one of its items. (RPDE 1.0) */
export class FeedItem extends FeedItemSchema.class {}
FeedItemSchema.setClass(FeedItem);
