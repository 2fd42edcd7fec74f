import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { CheckoutSession } from '../checkout-session/checkout-session.entity.js';
import type { OrderItemFacts, PersonFacts } from '../checkout-session/checkout-session.facts.js';
import { CHECKOUT_SESSION_STATES } from '../checkout-session/checkout-session.lifecycle.js';

/** A place that is being booked, at the price that was shown. */
export interface CheckoutItemFacts extends OrderItemFacts {
  /** Our own id of the opportunity. */
  readonly opportunityId: string;
}

const CheckoutSchema = defineEntity({
  name: 'Checkout',
  indexes: [{ properties: ['state', 'expiresAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** Null when it was started from the catalogue's own book button. */
    session: () => p.manyToOne(CheckoutSession).nullable().index().deleteRule('no action'),
    /** The same on an authenticated session, which has one checkout at most: of two browsers that start, the database lets one. */
    onlyOf: p.text().nullable().unique(),
    /** Null when it runs under the platform's own name. */
    broker: () => p.manyToOne(Broker).nullable().deleteRule('no action'),
    /** The id of the quote, and of the order that may come of it. */
    quoteId: p.uuid().unique(),
    /** Which link-signing key makes the token of whoever is checking out. */
    tokenKeyId: p.text(),
    /** What a standalone checkout is about, before its ticket is chosen. */
    opportunity: () => p.manyToOne(Opportunity).index(),
    /** Null until the ticket is chosen. */
    items: p.json().$type<readonly CheckoutItemFacts[]>().columnType('json').nullable(),
    /** What was typed; null on an authenticated checkout, and once it came to nothing. */
    customer: p.json().$type<PersonFacts>().columnType('json').nullable(),
    /** When the details were given or agreed to; from then on places are held. */
    detailsAt: p.datetime(3).nullable(),
    /** The answer on the page; null while nobody was asked. */
    is13OrOver: p.boolean().nullable().name('is_13_or_over'),
    state: p.enum(CHECKOUT_SESSION_STATES),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
  },
});

/** One browser's way from a book button to an order. It goes through the same states as a session. (our choice) */
export class Checkout extends CheckoutSchema.class {}
CheckoutSchema.setClass(Checkout);
