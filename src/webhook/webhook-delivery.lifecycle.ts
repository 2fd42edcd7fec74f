import { lifecycle } from '../shared/lifecycle.js';

export const WEBHOOK_DELIVERY_STATES = ['PENDING', 'DELIVERED', 'EXHAUSTED'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

/** Our choice, row for row: the contract shows no retries. An attempt that fails and has another one before it moves nothing. */
export const WEBHOOK_DELIVERY_MOVES = [
  { from: 'PENDING', on: 'ACCEPTED', to: 'DELIVERED' },
  { from: 'PENDING', on: 'LAST_ATTEMPT_FAILED', to: 'EXHAUSTED' },
] as const;

export const webhookDeliveryLifecycle = lifecycle(WEBHOOK_DELIVERY_MOVES);
