/** A word of the platform's own vocabulary. */
export interface Term {
  /** Its name behind the vocabulary's address. */
  readonly name: string;
  readonly kind: 'type' | 'member' | 'value';
  /** What it says, in a sentence. */
  readonly says: string;
  /** How it stands on the wire: behind the prefix `platform:`, or bare, as the contract has some that no other vocabulary knows. */
  readonly isBare?: true;
  /** Whether its value is an address in this vocabulary. */
  readonly isAddress?: true;
  /** Whether it holds an array, also one of a single item. */
  readonly isArray?: true;
}

const MEMBERS: readonly Term[] = [
  { name: 'initialOrder', kind: 'member', says: 'The order that a checkout session begins with.' },
  { name: 'navigationLinks', kind: 'member', says: 'Where the pages of a checkout lead back to.', isArray: true },
  { name: 'linkType', kind: 'member', says: 'What a navigation link is for.', isAddress: true },
  { name: 'is13OrOver', kind: 'member', says: 'Whether the customer is 13 or over, as customers must be to book.' },
  { name: 'checkoutUrlTemplate', kind: 'member', says: 'An address that begins a checkout once its placeholder {checkoutBaseUrl} is filled in; there if and only if the opportunity can be booked now.' },
  { name: 'timeZone', kind: 'member', says: 'The IANA time zone of the place.' },
  { name: 'event', kind: 'member', says: 'What happened to a seller.', isAddress: true },
  { name: 'endpointKind', kind: 'member', says: 'Which kind of event the tested webhook is registered for.', isAddress: true },
  { name: 'problems', kind: 'member', says: 'Everything that is wrong with a request.', isArray: true },
  { name: 'requestId', kind: 'member', says: 'The name of the request in the logs, to be quoted to support.' },
  { name: 'path', kind: 'member', says: 'A JSON Pointer (RFC 6901) to the member that a problem is about.', isBare: true },
  { name: 'items', kind: 'member', says: 'The opportunities of a page.', isBare: true, isArray: true },
  { name: 'next', kind: 'member', says: 'The address of the page after this one, relative to its own; left out on the last.', isBare: true },
  { name: 'accessToken', kind: 'member', says: 'The barcodes that let a customer in.', isBare: true, isArray: true },
];

const TYPES: readonly Term[] = [
  { name: 'CheckoutSession', kind: 'type', says: 'What a broker opens so that a customer can book.' },
  { name: 'OpportunityList', kind: 'type', says: 'A page of opportunities, in the order of their start.' },
  { name: 'SellerChanged', kind: 'type', says: 'Something happened to a seller.' },
  { name: 'TestEvent', kind: 'type', says: 'A webhook that was sent to try an address, and means nothing else.' },
];

/** The types of errors. (contract §7; all but the first are our choice) */
const ERRORS: readonly Term[] = [
  { name: 'UnavailableOpportunityError', kind: 'type', says: 'The opportunity is not available to book.', isBare: true },
  { name: 'ValidationError', kind: 'type', says: 'The request cannot be used as it is.' },
  { name: 'UnauthenticatedError', kind: 'type', says: 'No valid API key came along.' },
  { name: 'ForbiddenError', kind: 'type', says: 'The key may not be used for this, or not from this web page.' },
  { name: 'WebhookNotRegisteredError', kind: 'type', says: 'The broker has registered no success webhook.' },
  { name: 'NotFoundError', kind: 'type', says: 'There is nothing at this address, for this broker.' },
  { name: 'UnknownSellerError', kind: 'type', says: 'The broker manages no onboarded seller with this sellerId.' },
  { name: 'UnknownCustomerError', kind: 'type', says: 'The broker has no such customer.' },
  { name: 'MethodNotAllowedError', kind: 'type', says: 'The address does not take this method; the header Allow names those that it takes.' },
  { name: 'NotAcceptableError', kind: 'type', says: 'The header Accept excludes JSON.' },
  { name: 'IdempotencyKeyInUseError', kind: 'type', says: 'The first request with this idempotency key still runs.' },
  { name: 'GoneError', kind: 'type', says: 'It was there, and is kept no longer.' },
  { name: 'CustomerErasedError', kind: 'type', says: 'The customer was erased, for good.' },
  { name: 'BodyTooLargeError', kind: 'type', says: 'The body is larger than 64 KiB.' },
  { name: 'UnsupportedMediaTypeError', kind: 'type', says: 'The body says that it is something else than JSON.' },
  { name: 'IdempotencyKeyReusedError', kind: 'type', says: 'The idempotency key came before with another body.' },
  { name: 'TooManyRequestsError', kind: 'type', says: 'The minute’s requests are used up.' },
  { name: 'InternalError', kind: 'type', says: 'Something went wrong on the platform’s side.' },
  { name: 'UnavailableError', kind: 'type', says: 'The platform cannot answer at this moment.' },
];

const VALUES: readonly Term[] = [
  { name: 'BackToBrokerLink', kind: 'value', says: 'A link back to the broker, for example to choose another session.' },
  { name: 'BackToBrokerUserProfileLink', kind: 'value', says: 'A link to the customer’s profile page at the broker.' },
  { name: 'SellerOnboardedFree', kind: 'value', says: 'The seller was onboarded as a Free Seller.' },
  { name: 'SellerOnboardedPaid', kind: 'value', says: 'The seller was onboarded as a Paid Seller.' },
  { name: 'SellerMovedToPaid', kind: 'value', says: 'A Free Seller became a Paid Seller.' },
  { name: 'SellerMovedToFree', kind: 'value', says: 'A Paid Seller became a Free Seller.' },
  { name: 'SellerAcceptedTerms', kind: 'value', says: 'The seller accepted the terms again.' },
  { name: 'SellerOptedOut', kind: 'value', says: 'The seller opted out of being bookable.' },
  { name: 'OrderSuccess', kind: 'value', says: 'Orders that are confirmed.' },
  { name: 'CustomerChange', kind: 'value', says: 'Details of customers that change.' },
  { name: 'OrderChange', kind: 'value', says: 'Places of orders that are cancelled.' },
  { name: 'SellerChange', kind: 'value', says: 'What happens to sellers.' },
];

/** Every word of the platform's own vocabulary, by what it is. */
export const TERMS: readonly Term[] = [...TYPES, ...ERRORS, ...MEMBERS, ...VALUES];

/** A term as it stands on the wire. */
export function wireTermOf({ name, isBare }: Term): string {
  return isBare ? name : `platform:${name}`;
}
