/** What a broker can register an address for. The first two are the contract's (§4 rows 8 and 9); the others are ours, and reach only who asks for them. */
export const WEBHOOK_KINDS = ['ORDER_SUCCESS', 'CUSTOMER_CHANGE', 'ORDER_CHANGE', 'SELLER_CHANGE'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** What a delivery tells: an event of its endpoint's kind, or that it is a test. */
export const WEBHOOK_EVENT_KINDS = [...WEBHOOK_KINDS, 'TEST'] as const;
export type WebhookEventKind = (typeof WEBHOOK_EVENT_KINDS)[number];
