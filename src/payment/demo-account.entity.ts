import { defineEntity, p } from '@mikro-orm/core';

export const DEMO_OUTCOMES = ['PENDING', 'ACCEPTED', 'INFORMATION_NEEDED', 'REFUSED', 'DISCONNECTED'] as const;

const DemoAccountSchema = defineEntity({
  name: 'DemoAccount',
  properties: {
    id: p.text().primary(),
    sellerName: p.text(),
    outcome: p.enum(DEMO_OUTCOMES),
    createdAt: p.datetime(3),
  },
});

/** An account with the demo provider, which is part of this gateway and moves no money. */
export class DemoAccount extends DemoAccountSchema.class {}
DemoAccountSchema.setClass(DemoAccount);
