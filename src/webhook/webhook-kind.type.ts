import { enumType } from '../shared/enum.type.js';
import type { WebhookKind } from './webhook-kinds.js';

export const WebhookKindEnum = enumType<WebhookKind>('WebhookKind', 'What a broker can hear of. The first two are the contract’s, the others are ours, for who asks for them.', {
  ORDER_SUCCESS: 'An order is confirmed. (contract §4 row 8)',
  CUSTOMER_CHANGE: "A customer's details have changed. (contract §4 row 9)",
  ORDER_CHANGE: 'Places of a confirmed order were cancelled.',
  SELLER_CHANGE: 'A seller that the broker manages was onboarded, was updated or opted out.',
});
