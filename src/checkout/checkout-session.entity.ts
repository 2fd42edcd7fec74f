import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';
import { Seller } from '../seller/seller.entity.js';
import type { CheckoutSessionFacts } from './checkout-session.facts.js';
import { CHECKOUT_SESSION_STATES } from './checkout-session.lifecycle.js';

const CheckoutSessionSchema = defineEntity({
  name: 'CheckoutSession',
  indexes: [{ properties: ['broker', 'createdAt', 'identifier'] }],
  properties: {
    identifier: p.text().primary(),
    broker: () => p.manyToOne(Broker),
    seller: () => p.manyToOne(Seller).index(),
    state: p.enum(CHECKOUT_SESSION_STATES),
    /** What the answer says for ever, whatever happens to the rest. */
    facts: p.json().$type<CheckoutSessionFacts>().columnType('json'),
    /** Which link-signing key made the target's secret: the key is kept while a live session names it. */
    targetKeyId: p.text(),
    /** SHA-256 of the target's secret: a copy of the database opens no checkout. */
    targetHash: p.text().unique(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  },
});

/** A broker's request to check somebody out, and where to send that person. (contract §2, §4 row 5) */
export class CheckoutSession extends CheckoutSessionSchema.class {}
CheckoutSessionSchema.setClass(CheckoutSession);
