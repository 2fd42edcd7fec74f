import { defineEntity, p } from '@mikro-orm/core';

export const DEMO_PAYMENT_STATES = ['OPEN', 'FURTHER_STEP', 'DECLINED', 'AUTHORISED', 'CAPTURED', 'VOIDED', 'ENDED'] as const;
export type DemoPaymentState = (typeof DEMO_PAYMENT_STATES)[number];

const DemoPaymentSchema = defineEntity({
  name: 'DemoPayment',
  properties: {
    id: p.text().primary(),
    accountId: p.text(),
    amountMinor: p.integer(),
    currency: p.text(),
    description: p.text(),
    returnUrl: p.text(),
    cancelUrl: p.text(),
    state: p.enum(DEMO_PAYMENT_STATES),
    /** How much went back, by the refund's id. */
    refunds: p.json().$type<Readonly<Record<string, number>>>().columnType('json'),
    createdAt: p.datetime(3),
  },
});

/** A payment with the demo provider, which is part of this gateway and moves no money. */
export class DemoPayment extends DemoPaymentSchema.class {}
DemoPaymentSchema.setClass(DemoPayment);
