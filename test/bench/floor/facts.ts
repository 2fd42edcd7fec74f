import { PLATFORM_URL, PUBLIC_URL, VOCAB_URL } from '../settings.ts';

/** A request for a session, whichever door it came through. */
export interface SessionRequest {
  readonly person: { readonly identifier: string | null; readonly givenName: string; readonly familyName: string; readonly email: string; readonly is13OrOver: boolean | null };
  readonly broker: { readonly name: string; readonly url: string };
  readonly acceptedOffer: string;
  readonly type: 'SCHEDULED_SESSION' | 'SLOT';
  readonly identifier: string;
  readonly navigationLinks: readonly { readonly name: string; readonly linkType: string; readonly url: string }[] | null;
}

/** What is frozen of a session, member by member as we freeze it. */
export interface Facts {
  readonly version: 1;
  readonly vocabUrl: string;
  readonly platformUrl: string;
  readonly checkoutUrl: string;
  readonly quoteId: string;
  readonly customer: SessionRequest['person'] & { readonly kind: 'PERSON' };
  readonly broker: SessionRequest['broker'];
  readonly orderedItem: readonly { readonly acceptedOffer: string; readonly type: SessionRequest['type']; readonly identifier: string; readonly price: Money }[];
  readonly totalPaymentDue: Money;
  readonly navigationLinks: SessionRequest['navigationLinks'];
}

interface Money {
  readonly amountMinor: number;
  readonly currency: string | null;
  readonly amount: string;
}

export function freeze(quoteId: string, request: SessionRequest, priceMinor: number, currency: string | null): Facts {
  const price = { amountMinor: priceMinor, currency, amount: (priceMinor / 100).toFixed(2) };
  const { person, broker, acceptedOffer, type, identifier, navigationLinks } = request;
  return { version: 1, vocabUrl: VOCAB_URL, platformUrl: PLATFORM_URL, checkoutUrl: PUBLIC_URL, quoteId, customer: { kind: 'PERSON', ...person }, broker, orderedItem: [{ acceptedOffer, type, identifier, price }], totalPaymentDue: price, navigationLinks };
}

interface WireSession {
  readonly 'platform:initialOrder': {
    readonly customer: { readonly identifier?: string; readonly givenName: string; readonly familyName: string; readonly email: string; readonly 'platform:is13OrOver'?: boolean };
    readonly broker: { readonly name: string; readonly url: string };
    readonly orderedItem: readonly [{ readonly acceptedOffer: string; readonly orderedItem: { readonly type: string; readonly identifier: string } }];
  };
  readonly 'platform:navigationLinks'?: readonly { readonly name: string; readonly 'platform:linkType': string; readonly url: string }[];
}

/** Of the wire's JSON. Undefined when it cannot be read. */
export function readWire(text: string): SessionRequest | undefined {
  const { 'platform:initialOrder': order, 'platform:navigationLinks': links } = JSON.parse(text) as WireSession; // a floor reads what the bench sends
  const { customer, broker, orderedItem: [item] } = order;
  const { identifier = null, givenName, familyName, email, 'platform:is13OrOver': is13OrOver = null } = customer;
  const request: SessionRequest = {
    person: { identifier, givenName, familyName, email, is13OrOver },
    broker: { name: broker.name, url: broker.url },
    acceptedOffer: item.acceptedOffer,
    type: item.orderedItem.type === 'Slot' ? 'SLOT' : 'SCHEDULED_SESSION',
    identifier: item.orderedItem.identifier,
    navigationLinks: links?.map(({ name, 'platform:linkType': linkType, url }) => ({ name, linkType, url })) ?? null,
  };
  return isSound(request) ? request : undefined;
}

/** Of the variables of our own mutation, with its idempotency key. */
export function readInput(input: GraphqlInput): SessionRequest | undefined {
  const { initialOrder: { customer: { person }, broker, orderedItem: [item] }, navigationLinks } = input;
  const request = { person, broker, acceptedOffer: item.acceptedOffer, ...item.orderedItem, navigationLinks };
  return isSound(request) ? request : undefined;
}

export interface GraphqlInput {
  readonly initialOrder: {
    readonly customer: { readonly person: SessionRequest['person'] };
    readonly broker: SessionRequest['broker'];
    readonly orderedItem: readonly [{ readonly acceptedOffer: string; readonly orderedItem: Pick<SessionRequest, 'type' | 'identifier'> }];
  };
  readonly navigationLinks: SessionRequest['navigationLinks'];
  readonly idempotencyKey: string;
}

/** The checks that somebody would write who has no library for it. */
function isSound({ person, broker, acceptedOffer, identifier, navigationLinks }: SessionRequest): boolean {
  const texts = [person.givenName, person.familyName, person.email, broker.name, acceptedOffer, identifier];
  if (!texts.every((text) => typeof text === 'string' && text.length > 0 && text.length <= 500 && text.isWellFormed())) return false;
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(person.email)) return false;
  return [broker.url, ...(navigationLinks ?? []).flatMap(({ linkType, url }) => [linkType, url])].every((url) => URL.canParse(url));
}
