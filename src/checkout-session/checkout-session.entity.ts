import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';
import { Seller } from '../seller/seller.entity.js';
import type { CheckoutSessionFacts, StandaloneSessionFacts } from './checkout-session.facts.js';
import { CHECKOUT_SESSION_STATES } from './checkout-session.lifecycle.js';

export const CHECKOUT_VARIANTS = ['AUTHENTICATED', 'STANDALONE'] as const;
export type CheckoutVariant = (typeof CHECKOUT_VARIANTS)[number];

const CheckoutSessionSchema = defineEntity({
  name: 'CheckoutSession',
  indexes: [{ properties: ['broker', 'createdAt', 'identifier'] }, { properties: ['state', 'erasedAt', 'createdAt'] }, { properties: ['state', 'expiresAt'] }],
  properties: {
    identifier: p.text().primary(),
    variant: p.enum(CHECKOUT_VARIANTS),
    /** Null on a standalone session that came without a broker's key. */
    broker: () => p.manyToOne(Broker).nullable().deleteRule('no action'),
    seller: () => p.manyToOne(Seller).index(),
    state: p.enum(CHECKOUT_SESSION_STATES),
    /** What the answer says for ever, whatever happens to the rest; its shape goes by the variant. */
    facts: p.json().$type<CheckoutSessionFacts | StandaloneSessionFacts>().columnType('json'),
    /** Which link-signing key made the target's secret: the key is kept while a session names it. */
    targetKeyId: p.text(),
    /** SHA-256 of the target's secret: a copy of the database opens no checkout. */
    targetHash: p.text().unique(),
    createdAt: p.datetime(3),
    /** Null on a standalone session: it lives as long as its item can be booked. */
    expiresAt: p.datetime(3).nullable(),
    /** Since when nothing here names the person any more, so that the session cannot be shown again. */
    erasedAt: p.datetime(3).nullable(),
  },
});

/** A request to check somebody out, and where to send that person. (contract §2, §4 rows 5 and 7) */
export class CheckoutSession extends CheckoutSessionSchema.class {}
CheckoutSessionSchema.setClass(CheckoutSession);
