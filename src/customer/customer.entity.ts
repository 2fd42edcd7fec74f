import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';

const CustomerSchema = defineEntity({
  name: 'Customer',
  indexes: [{ properties: ['broker', 'createdAt', 'id'] }, { properties: ['broker', 'identifier'] }, { properties: ['email'] }],
  properties: {
    id: p.uuid().primary(),
    broker: () => p.manyToOne(Broker).index(false),
    /** The customer's id in the broker's own system: opaque, and returned as it came. */
    identifier: p.text().nullable(),
    givenName: p.text(),
    familyName: p.text(),
    email: p.text(),
    /** Null when nobody has said. */
    is13OrOver: p.boolean().nullable().name('is_13_or_over'),
    createdAt: p.datetime(3),
    /** Null while nothing has changed since. */
    changedAt: p.datetime(3).nullable(),
    /** Since when nothing here names the person any more; the row stays, because orders belong to it. */
    erasedAt: p.datetime(3).nullable(),
  },
});

/** A person whom a broker has registered with the platform. A customer belongs to one broker. (contract §2 Person) */
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
