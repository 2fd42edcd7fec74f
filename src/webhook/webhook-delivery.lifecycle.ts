import { lifecycle } from '../shared/lifecycle.js';

export const WEBHOOK_DELIVERY_STATES = ['PENDING', 'DELIVERED', 'EXHAUSTED', 'ERASED'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

/** Our choice, row for row: the contract shows no retries. An attempt that fails and has another one before it moves nothing. */
export const WEBHOOK_DELIVERY_MOVES = [
  { from: 'PENDING', on: 'ACCEPTED', to: 'DELIVERED' },
  { from: 'PENDING', on: 'LAST_ATTEMPT_FAILED', to: 'EXHAUSTED' },
  { from: 'PENDING', on: 'PERSON_ERASED', to: 'ERASED' },
  { from: 'EXHAUSTED', on: 'PERSON_ERASED', to: 'ERASED' },
  { from: 'EXHAUSTED', on: 'SENT_AGAIN', to: 'PENDING' },
  { from: 'DELIVERED', on: 'SENT_AGAIN', to: 'PENDING' },
  { from: 'PENDING', on: 'SENT_AGAIN', to: 'PENDING' }, // at once, instead of when it is due
] as const;

export const webhookDeliveryLifecycle = lifecycle(WEBHOOK_DELIVERY_MOVES);
