import { defineEntity, p } from '@mikro-orm/core';

const RateMinuteSchema = defineEntity({
  name: 'RateMinute',
  indexes: [{ properties: ['endsAt'] }],
  properties: {
    /** A hash of who pays, so that no address stands here. */
    holder: p.text().primary(),
    endsAt: p.datetime(3),
    requests: p.integer(),
    /** What operations have cost. */
    fields: p.integer(),
  },
});

/** What somebody has spent of the minute that runs, on PostgreSQL for all processes together; on SQLite it stays in the process. */
export class RateMinute extends RateMinuteSchema.class {}
RateMinuteSchema.setClass(RateMinute);
