import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from './broker.entity.js';

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  properties: {
    /** The `<id>` inside `ck_live_<id>_<secret>`: public, and safe in a log. */
    id: p.text().primary(),
    broker: () => p.manyToOne(Broker).index(),
    /** SHA-256 of the secret, hexadecimal. The secret itself is shown once and kept nowhere. */
    secretHash: p.text(),
    createdAt: p.datetime(3),
    /** From this moment the key opens nothing. Null while it is live. */
    retiredAt: p.datetime(3).nullable(),
  },
});

/** One key of a broker's server. Two may be live at once, so that a rotation needs no silence. */
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
