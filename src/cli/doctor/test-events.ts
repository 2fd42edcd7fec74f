import { randomUUID } from 'node:crypto';

export interface TestEvent {
  /** Its webhook-id. */
  readonly id: string;
  readonly body: string;
}

interface Addresses {
  readonly vocabUrl: string;
  readonly platformUrl: string;
}

/** A test, which nobody can take for an order: the same that `courtside webhook test` sends. */
export function testEvent(addresses: Addresses, endpointId: string, more: object = {}): TestEvent {
  const { vocabUrl, platformUrl } = addresses;
  const event = { '@context': [vocabUrl, platformUrl], type: 'platform:TestEvent', identifier: endpointId, 'platform:endpointKind': `${platformUrl}/OrderSuccess`, ...more };
  return { id: randomUUID(), body: JSON.stringify(event) };
}

/** A test as a later version of the platform might send it: of a kind, and with a member, that nobody knows today. */
export function unknownEvent(addresses: Addresses, endpointId: string): TestEvent {
  return testEvent(addresses, endpointId, { 'platform:endpointKind': `${addresses.platformUrl}/SomethingNew`, 'platform:addedLater': true });
}
