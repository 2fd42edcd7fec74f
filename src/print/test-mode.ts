import { sentenceFor } from '../catalogue/bookability-sentences.js';
import type { BookabilityReason } from '../catalogue/bookability.js';
import { DEMO_CUSTOMERS, DEMO_RISE_MINOR, DEMO_SECONDS } from '../store/demo-world.js';

/** An outcome that can be had on purpose. What stands between backticks or quotation marks in the last four is there word for word. */
export interface TestModeRow {
  /** What brings it about: demo items, customers by e-mail address, choices on the demo provider's page. */
  readonly triggers: readonly string[];
  readonly how: string;
  readonly page: string;
  readonly rest: string;
  readonly graphql: string;
  readonly webhook: string;
}

const { providerDown, providerDownLater, paysLate, webhookFailsTwice, webhookFails, webhookSlow } = DEMO_CUSTOMERS;
const CREATED = '`201`, and the same bytes whatever comes of it';
const BOOKED = { page: '“You are booked”', rest: CREATED, graphql: '`DONE`', webhook: '`OrderConfirmed`' } as const;
const NOT_BOOKED = { rest: CREATED, webhook: 'nothing' } as const;
const A_PAID_ITEM = 'with an item that costs, `demo-price-rises` excepted';

/** Everything that can be booked as it is. */
export const BOOKABLE_ITEMS = ['demo-free', 'demo-paid', 'demo-one-left', 'demo-unknown-capacity', 'demo-several-offers', 'demo-slot', 'demo-slot-own-offers', 'demo-auckland', 'demo-full-next', 'demo-sells-out-next'] as const;

const REASONS = {
  'demo-full': 'FULL',
  'demo-past': 'PAST',
  'demo-cancelled': 'CANCELLED',
  'demo-not-yet-open': 'NOT_YET_OPEN',
  'demo-closed': 'CLOSED',
  'demo-not-onboarded': 'SELLER_NOT_ONBOARDED',
  'demo-opted-out': 'SELLER_OPTED_OUT',
  'demo-free-seller-paid-offer': 'SELLER_IS_FREE',
  'demo-offer-without-id': 'OFFER_WITHOUT_ID',
} as const satisfies Record<string, BookabilityReason>;

/** What cannot be booked from the beginning. */
export const NOT_BOOKABLE_ROWS: readonly TestModeRow[] = Object.entries(REASONS).map(([identifier, reason]) => ({
  triggers: [identifier],
  how: 'ask for it',
  page: `“${sentenceFor({ reasons: [reason] })}”`,
  rest: `\`400\` \`UnavailableOpportunityError\` “${sentenceFor({ reasons: [reason] })}”`,
  graphql: `\`ItemNotBookableError\` \`${reason}\``,
  webhook: 'nothing',
}));

/** What happens on the way, by the name under which the tests prove it. */
export const FORCED_ROWS = {
  sellsOut: { ...NOT_BOOKED, triggers: ['demo-sells-out'], how: `give your details: somebody else has just taken the last place, and lets go of it after ${DEMO_SECONDS} s`, page: '“There are not enough places left.” “At other times”', graphql: '`submitDetails`: `ItemNotBookableError` `FULL`' },
  priceRises: { ...BOOKED, triggers: ['demo-price-rises'], how: `give your details: the price has risen by £0.${DEMO_RISE_MINOR} since you saw it`, page: '“The price has changed” “Go on at the new price”', graphql: '`PRICE_CHANGED`, until `acceptPrices`' },
  holdRunsOut: { ...BOOKED, triggers: ['demo-hold-runs-out'], how: `its places are held for ${DEMO_SECONDS} s, and paying may take as long: wait, then go on`, page: '“We are no longer keeping your place.” Then “You are booked”', graphql: '`holdExpiresAt` is null, the `step` still `CHECK`' },
  payEnds: { ...NOT_BOOKED, triggers: ['demo-hold-runs-out', 'TOO_SLOW'], how: `go to pay and do not pay within ${DEMO_SECONDS} s`, page: '“The payment was not finished in time. You can try again.”', graphql: '`CHECK` and `ENDED`' },
  holdIsLost: { ...NOT_BOOKED, triggers: ['demo-hold-is-lost'], how: `its places are held for ${DEMO_SECONDS} s: wait, then book. Somebody else has taken the last place meanwhile`, page: '“There are not enough places left.”', graphql: '`bookCheckout`: `ItemNotBookableError` `FULL`' },
  goneWhilePaying: { ...NOT_BOOKED, triggers: ['demo-gone-while-paying', 'PAID'], how: 'pay and come back: the publisher has said that no place is left, and your money goes back', page: '“Your booking could not be made” “Nothing was taken from you”', graphql: '`FAILED` and `VOIDED`' },
  declined: { ...NOT_BOOKED, triggers: ['DECLINED'], how: A_PAID_ITEM, page: '“Your payment was declined.” “Pay”', graphql: '`CHECK` and `DECLINED`' },
  furtherStep: { ...BOOKED, triggers: ['FURTHER_STEP'], how: `${A_PAID_ITEM}; then approve`, page: '“Your bank asks: do you approve this payment?” Then “You are booked”' },
  tooSlow: { ...NOT_BOOKED, triggers: ['TOO_SLOW'], how: A_PAID_ITEM, page: '“We are confirming your payment”', graphql: '`PAYING`' },
  paidAndLeft: { ...BOOKED, triggers: ['PAID_AND_LEFT'], how: `${A_PAID_ITEM}; you need not come back`, page: '“You have closed the window” Then “You are booked”' },
  providerDown: { ...BOOKED, triggers: [providerDown], how: `${A_PAID_ITEM}, in a session or as a guest: for ${DEMO_SECONDS} s from your first try the provider is down, then it works`, page: '“The payment provider does not answer” Then “You are booked”', graphql: '`payCheckout`: `PaymentProviderError`' },
  providerDownLater: { ...BOOKED, triggers: [providerDownLater, 'PAID'], how: 'the same, with the provider down when the money that is set aside is to be taken: it is taken, and the booking confirmed, 2 minutes later without you', page: '“We are confirming your payment” Then “You are booked”', graphql: '`refreshPayment`: `PaymentProviderError`, then `DONE`' },
  paysLate: { ...BOOKED, triggers: [paysLate, 'demo-hold-runs-out', 'TOO_SLOW'], how: `you pay in the moment at which your time to pay ends, ${DEMO_SECONDS} s after you went there: the place was kept for you`, page: '“We are confirming your payment” Then “You are booked”' },
  paysTooLate: { ...NOT_BOOKED, triggers: [paysLate, 'TOO_SLOW'], how: `${A_PAID_ITEM}; give the booking up instead of paying. The payment comes all the same, and goes back`, page: '“Your booking could not be made” “Nothing was taken from you”', graphql: '`CANCELLED`, then `FAILED` and `VOIDED`' },
  webhookFailsTwice: { ...BOOKED, triggers: [webhookFailsTwice], how: 'book through a session of Fitness Finder: its receiver answers 500 to the first two attempts', webhook: '`500` `500` `204`, with one `webhook-id`' },
  webhookFails: { ...BOOKED, triggers: [webhookFails], how: 'the same: its receiver answers 500 every time', webhook: '`500`, and `PENDING` until the last attempt' },
  webhookSlow: { ...BOOKED, triggers: [webhookSlow], how: 'the same: its receiver takes 3 s', webhook: '`204`, `DELIVERED` after 3 s' },
  sentTwice: { ...BOOKED, triggers: ['retryWebhookDelivery'], how: 'book `demo-free` through a session and send the delivery again: `retryWebhookDelivery(input: { id })`, with the id from `webhookDeliveries`', webhook: 'twice with the same `webhook-id` and bytes' },
  noWebhook: { triggers: ['Club Compass'], how: 'open a session with the key of a broker that has registered no success webhook', page: 'none', rest: '`403` `platform:WebhookNotRegisteredError`', graphql: '`WebhookNotRegisteredError`', webhook: 'nothing' },
  under13: { triggers: ['under 13'], how: 'say so on the page, or `platform:is13OrOver: false` in the session’s customer', page: '“Sorry, you need to be 13 to book”', rest: '`400` `platform:ValidationError`', graphql: '`UNDER_13`', webhook: 'nothing' },
} as const satisfies Record<string, TestModeRow>;

export const BOOKABLE_ROW: TestModeRow = { ...BOOKED, triggers: BOOKABLE_ITEMS, how: 'book it; what costs is paid at the demo provider' };
