/** The words of the wire: the contract's, letter for letter. `platform:` is its neutral prefix for the platform's own terms. */
export const CONTEXT = '@context';
export const LD_TYPE = '@type';
export const LD_ID = '@id';
export const CUSTOMER_ACCOUNT = 'CustomerAccount';
export const CHECKOUT_SESSION = 'platform:CheckoutSession';
export const INITIAL_ORDER = 'platform:initialOrder';
export const NAVIGATION_LINKS = 'platform:navigationLinks';
export const LINK_TYPE = 'platform:linkType';
export const IS_13_OR_OVER = 'platform:is13OrOver';
export const CHECKOUT_URL_TEMPLATE = 'platform:checkoutUrlTemplate';
export const TIME_ZONE = 'platform:timeZone';
export const OPPORTUNITY_LIST = 'platform:OpportunityList';
export const SELLER_CHANGED = 'platform:SellerChanged';
export const EVENT = 'platform:event';
export const TEST_EVENT = 'platform:TestEvent';
export const ENDPOINT_KIND = 'platform:endpointKind';
export const PROBLEMS = 'platform:problems';
export const REQUEST_ID = 'platform:requestId';

/** The two base addresses of the contract's preface that stand in every `@context`. */
export interface Vocabulary {
  readonly vocabUrl: string;
  readonly platformUrl: string;
}

/** Contract §2: `{vocab_url}`, then `{platform_url}`. */
export function contextOf({ vocabUrl, platformUrl }: Vocabulary): readonly [string, string] {
  return [vocabUrl, platformUrl];
}
