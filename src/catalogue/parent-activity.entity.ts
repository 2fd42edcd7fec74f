import { defineEntity, p } from '@mikro-orm/core';

const ParentActivitySchema = defineEntity({
  name: 'ParentActivity',
  indexes: [{ properties: ['parentId'] }],
  properties: {
    /** A concept's address, or its label, in lower case: what a search compares with. */
    word: p.text().primary(),
    parentId: p.text().primary(),
  },
});

/** What can be done at a series or facility, to be searched by. */
export class ParentActivity extends ParentActivitySchema.class {}
ParentActivitySchema.setClass(ParentActivity);
