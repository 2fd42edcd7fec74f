import { randomUUID } from 'node:crypto';
import { AuditEntry } from '../../src/staff/audit-entry.entity.js';
import { getNamedType, isAbstractType, isObjectType, type GraphQLField, type GraphQLNamedType } from 'graphql';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../rest-adapter/routes.js';
import { buildSchema } from '../../src/schema.js';
import { CURRENT_TERMS } from '../../src/seller/terms.js';
import { DEMO } from '../../src/store/demo-data.js';
import { personBody, sessionBody } from '../support/bodies.js';
import { checkoutHeader } from '../support/checkout-steps.js';
import { ADAPTER_TOKEN, startTestGateway, type TestGateway } from '../support/gateway.js';
import { selectEverything } from '../support/select-everything.js';
import { flowHeader } from '../support/seller-flow.js';
import { STORES } from '../support/stores.js';
import { createTenant, staffHeader, standaloneBody, unknownThings, type Tenant, type Things } from '../support/tenant-world.js';

/**
 * Who asks for the owner's things; `seller` is in a flow that the owner's link opened, `customer` in a checkout that the
 * owner's book button started, the others of their kind in one of the other broker's. The owner comes last: what it does
 * may change them.
 */
const CALLERS = ['nobody', 'frontEnd', 'otherSeller', 'otherCustomer', 'other', 'adapter', 'support', 'admin', 'seller', 'customer', 'owner'] as const;
type CallerName = (typeof CALLERS)[number];

type Verdict =
  /** Shows what is the owner's alone. */
  | 'SHOWN'
  /** Does what was asked, and shows nothing of anybody else. */
  | 'DONE'
  /** A list of the caller's own: nothing of the owner's. */
  | 'ITS OWN'
  /** What both brokers have. */
  | 'ALL'
  /** The same bytes for everybody, and no secret among them. */
  | 'PUBLIC'
  /** The same bytes as for a thing that does not exist, and nothing moves. */
  | 'AS UNKNOWN'
  /** A named error that shows nothing, and nothing moves: the caller's own flow is elsewhere. */
  | 'OTHER STEP'
  /** A named error, the same bytes for everybody, and nothing moves: the link has opened once, the checkout runs in another browser. */
  | 'USED UP'
  /** A named error, the same bytes for everybody, and nothing moves: a secret in the request is wrong. */
  | 'REFUSED'
  /** Shown to everybody, and to nobody outside of the demo world, where no person is real. */
  | 'DEMO'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN';

interface Row<Request> extends Readonly<Record<CallerName, Verdict>> {
  /** Which of the field’s types is asked for, where it has too many for one operation. */
  readonly on?: string;
  readonly ask: (things: Things, url: string) => Request;
}

/** Everybody who has shown some credential, or none. */
const EACH = <V extends Verdict>(verdict: V) => Object.fromEntries(CALLERS.map((caller) => [caller, verdict])) as Record<CallerName, V>; // fromEntries forgets the names
const REFUSED_TO_ALL = { ...EACH('FORBIDDEN'), nobody: 'UNAUTHENTICATED' } as const;

const SECRET_KEY_ONLY = REFUSED_TO_ALL;
const ITS_READER = { ...REFUSED_TO_ALL, other: 'AS UNKNOWN', support: 'SHOWN', admin: 'SHOWN', owner: 'SHOWN' } as const;
const ITS_LIST = { ...REFUSED_TO_ALL, other: 'ITS OWN', support: 'ALL', admin: 'ALL', owner: 'SHOWN' } as const;
const EVERYBODY = EACH('PUBLIC');
const ANYBODY = EACH('DONE');
/** The link is the credential, whatever else comes along; this one has opened, or been started. */
const WHOEVER_HOLDS_THE_LINK = EACH('USED UP');
/** A flow's token is all that says whose flow it is, so nobody can even name another's. */
const FLOW_TOKEN_ONLY = EACH('UNAUTHENTICATED');
/** The same of a checkout's token. */
const CHECKOUT_TOKEN_ONLY = { ...REFUSED_TO_ALL, otherCustomer: 'ITS OWN', customer: 'SHOWN' } as const;
const ADAPTER_ONLY = { ...REFUSED_TO_ALL, adapter: 'DONE' } as const;
const BROKER_OR_ADMIN = { ...REFUSED_TO_ALL, other: 'AS UNKNOWN', admin: 'SHOWN', owner: 'SHOWN' } as const;
const ADMIN_ONLY = { ...REFUSED_TO_ALL, admin: 'DONE' } as const;

const NOBODY_ID = '0193a000-0000-7000-8000-00000000feed';
const input = (members: Record<string, unknown>): string => `(input: ${literal(members)})`;
const A_PLACE = { acceptedOffer: DEMO.offers.free, orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'demo-free' } };
const EVER = '(from: "2000-01-01T00:00:00Z", before: "2100-01-01T00:00:00Z")';
const text = JSON.stringify; // a JSON string is a GraphQL string

/** Every field of Query and Mutation, with its arguments. */
const FIELDS: Readonly<Record<string, Row<string>>> = {
  'Query.auditEntries': { ask: () => '(first: 50)', ...REFUSED_TO_ALL, support: 'ALL', admin: 'ALL' },
  'Query.brokers': { ask: () => '(first: 50)', ...REFUSED_TO_ALL, support: 'ALL', admin: 'ALL' },
  'Query.checkout': { ask: () => '', ...CHECKOUT_TOKEN_ONLY },
  'Query.checkoutSession': { ask: ({ session }) => `(identifier: ${text(session)})`, ...ITS_READER },
  'Query.checkoutSessions': { ask: () => '(first: 5)', ...ITS_LIST },
  'Query.checkoutTarget': { ask: ({ target }) => `(target: { secret: ${text(target)} })`, ...EVERYBODY },
  'Query.currentBroker': { ask: () => '', ...SECRET_KEY_ONLY, other: 'ITS OWN', owner: 'SHOWN' },
  'Query.customer': { ask: ({ customer }) => `(id: ${text(customer)})`, ...ITS_READER },
  'Query.customers': { ask: () => '(first: 3)', ...ITS_LIST },
  'Query.demoAccount': { ask: ({ demoAccount }) => `(id: ${text(demoAccount)})`, ...EVERYBODY },
  'Query.demoMails': { ask: () => '', ...EACH('DEMO') },
  'Query.demoPayment': { ask: ({ demoPayment }) => `(id: ${text(demoPayment)})`, ...EVERYBODY },
  'Query.demoWebhooks': { ask: () => '', ...EACH('DEMO') },
  'Query.dryQuote': { ask: () => input({ orderedItem: [A_PLACE] }), ...EVERYBODY },
  'Query.feed': { ask: () => `(id: ${text(NOBODY_ID)})`, ...REFUSED_TO_ALL, support: 'DONE', admin: 'DONE' },
  'Query.feeds': { ask: () => '(first: 5)', ...REFUSED_TO_ALL, support: 'DONE', admin: 'DONE' },
  'Query.isOriginRegistered': { ask: ({ origin }) => `(origin: ${text(origin)})`, ...EVERYBODY },
  'Query.linkSigningKeys': { ask: () => '', ...EVERYBODY },
  'Query.opportunities': { ask: () => '(first: 20)', ...EVERYBODY },
  'Query.opportunity': { ask: () => '(identifier: "demo-free")', ...EVERYBODY },
  'Query.order': { ask: ({ order }) => `(id: ${text(order)})`, ...ITS_READER },
  'Query.orders': { ask: () => '(first: 5)', ...ITS_LIST },
  'Query.node': { on: 'WebhookDelivery', ask: ({ delivery }) => `(id: ${text(delivery)})`, ...ITS_READER },
  'Query.lookUp': { ask: ({ order }, url) => `(url: ${text(`${url}/api/orders/${order}`)})`, ...ITS_READER },
  'Query.overview': { ask: () => '', ...REFUSED_TO_ALL, support: 'DONE', admin: 'DONE' },
  'Query.paymentDifferences': { ask: () => EVER, ...REFUSED_TO_ALL, support: 'ALL', admin: 'ALL' },
  'Query.personalData': { ask: ({ customer }) => `(customerId: ${text(customer)}, reason: "asked for")`, ...ITS_READER },
  'Query.reconciliation': { ask: () => EVER, ...REFUSED_TO_ALL, support: 'DONE', admin: 'DONE' },
  'Query.refunds': { ask: () => '(first: 5)', ...REFUSED_TO_ALL, support: 'DONE', admin: 'DONE' },
  'Query.search': { ask: () => '(text: "Seller of o")', ...REFUSED_TO_ALL, support: 'ALL', admin: 'ALL' },
  'Query.sellerMoveRequests': { ask: () => '(first: 5)', ...REFUSED_TO_ALL, support: 'DONE', admin: 'DONE' },
  'Query.seller': { ask: ({ sellerId }) => `(sellerId: ${text(sellerId)})`, ...ITS_READER },
  'Query.sellerFlow': { ask: () => '', ...FLOW_TOKEN_ONLY, otherSeller: 'ITS OWN', seller: 'SHOWN' },
  'Query.sellers': { ask: () => '(first: 20)', ...ITS_LIST },
  'Query.standaloneCheckoutSession': { ask: ({ standalone }) => `(identifier: ${text(standalone)})`, ...EVERYBODY },
  'Query.webhookDeliveries': { ask: () => '(first: 5)', ...ITS_LIST },
  'Query.webhookDelivery': { ask: ({ delivery }) => `(id: ${text(delivery)})`, ...ITS_READER },
  'Query.webhookEndpoints': { ask: ({ brokerId }) => `(brokerId: ${text(brokerId)})`, ...ITS_READER },
  'Mutation.acceptSellerTerms': { ask: () => input({ version: CURRENT_TERMS.version }), ...FLOW_TOKEN_ONLY, otherSeller: 'ITS OWN', seller: 'SHOWN' },
  'Mutation.chooseDemoOutcome': { ask: ({ demoAccount }) => `(input: { id: ${text(demoAccount)}, outcome: PENDING })`, ...EVERYBODY },
  'Mutation.chooseDemoPayment': { ask: ({ demoPayment }) => `(input: { id: ${text(demoPayment)}, outcome: TOO_SLOW })`, ...EVERYBODY },
  'Mutation.createBroker': { ask: () => input({ name: 'New', url: 'https://new.example', reason: 'they asked' }), ...ADMIN_ONLY },
  'Mutation.createCheckoutSession': { ask: ({ customer }) => input({ initialOrder: orderFor(customer) }), ...SECRET_KEY_ONLY, other: 'AS UNKNOWN', owner: 'DONE' },
  'Mutation.createStandaloneCheckoutSession': { ask: () => input({ scheduledSessionId: DEMO.scheduledSessionId('demo-free') }), ...ANYBODY },
  'Mutation.issueOnboardToken': { ask: ({ sellerId }) => input({ sellerId, stripe: false }), ...SECRET_KEY_ONLY, other: 'DONE', owner: 'DONE' },
  'Mutation.issueUpdateToken': { ask: ({ sellerId }) => input({ sellerId, stripe: true }), ...SECRET_KEY_ONLY, other: 'AS UNKNOWN', owner: 'DONE' },
  'Mutation.issueViewToken': { ask: ({ sellerId }) => input({ sellerId }), ...SECRET_KEY_ONLY, other: 'AS UNKNOWN', owner: 'DONE' },
  'Mutation.optOutSeller': { ask: ({ leavingSellerId }) => input({ sellerId: leavingSellerId }), ...SECRET_KEY_ONLY, other: 'AS UNKNOWN', owner: 'SHOWN' },
  'Mutation.connectPaymentAccount': { ask: () => '', ...FLOW_TOKEN_ONLY, otherSeller: 'ITS OWN', seller: 'SHOWN' },
  'Mutation.refreshPaymentAccount': { ask: () => '', ...FLOW_TOKEN_ONLY, otherSeller: 'ITS OWN', seller: 'SHOWN' },
  'Mutation.completeSellerFlow': { ask: () => '', ...FLOW_TOKEN_ONLY, otherSeller: 'OTHER STEP', seller: 'OTHER STEP' },
  'Mutation.chooseRefunds': { ask: () => '(input: { choice: REFUND_MYSELF })', ...FLOW_TOKEN_ONLY, otherSeller: 'OTHER STEP', seller: 'OTHER STEP' },
  'Mutation.requestSellerMove': { ask: () => '', ...FLOW_TOKEN_ONLY, otherSeller: 'OTHER STEP', seller: 'OTHER STEP' },
  'Mutation.openSellerLink': { ask: ({ usedLink }) => `(input: { jwt: ${text(usedLink)}, purpose: UPDATE, heldTokens: [] })`, ...WHOEVER_HOLDS_THE_LINK },
  'Mutation.retireApiKey': { ask: ({ apiKeyId }) => input({ id: apiKeyId }), ...SECRET_KEY_ONLY, other: 'AS UNKNOWN', owner: 'DONE' },
  'Mutation.rotateApiKey': { ask: ({ brokerId }) => input({ brokerId, reason: 'they asked' }), ...ADMIN_ONLY, other: 'AS UNKNOWN', owner: 'DONE' },
  'Mutation.startCheckout': { ask: ({ target }) => input({ secret: target }), ...WHOEVER_HOLDS_THE_LINK },
  'Mutation.chooseTicket': { ask: () => input({ offerId: DEMO.offers.free }), ...CHECKOUT_TOKEN_ONLY },
  'Mutation.submitDetails': { ask: () => input({ customer: { givenName: 'Grace', familyName: 'Hopper', email: 'grace@example.com' } }), ...CHECKOUT_TOKEN_ONLY },
  'Mutation.confirmAge': { ask: () => '(input: { is13OrOver: true })', ...CHECKOUT_TOKEN_ONLY },
  'Mutation.acceptPrices': { ask: () => '(input: { totalMinor: 0 })', ...CHECKOUT_TOKEN_ONLY },
  'Mutation.renewHold': { ask: () => '', ...CHECKOUT_TOKEN_ONLY },
  'Mutation.bookCheckout': { ask: () => '', ...CHECKOUT_TOKEN_ONLY },
  'Mutation.payCheckout': { ask: () => '', ...CHECKOUT_TOKEN_ONLY, otherCustomer: 'OTHER STEP', customer: 'OTHER STEP' },
  'Mutation.refreshPayment': { ask: () => '', ...CHECKOUT_TOKEN_ONLY },
  'Mutation.cancelCheckout': { ask: () => '', ...CHECKOUT_TOKEN_ONLY, otherCustomer: 'OTHER STEP', customer: 'OTHER STEP' },
  'Mutation.cancelOrderItems': { ask: ({ order }) => input({ orderId: order, reason: 'it rains' }), ...CHECKOUT_TOKEN_ONLY, otherCustomer: 'AS UNKNOWN', customer: 'AS UNKNOWN', other: 'AS UNKNOWN', admin: 'SHOWN', owner: 'SHOWN' },
  'Mutation.registerCustomer': { ask: () => input({ givenName: 'Grace', familyName: 'Hopper', email: 'grace@example.com' }), ...SECRET_KEY_ONLY, other: 'ITS OWN', owner: 'SHOWN' },
  'Mutation.changeCustomer': { ask: ({ customer }) => input({ id: customer, givenName: 'Grace', reason: 'they have married' }), ...REFUSED_TO_ALL, other: 'AS UNKNOWN', admin: 'SHOWN', owner: 'SHOWN' },
  'Mutation.eraseCustomer': { ask: ({ leavingCustomer }) => input({ id: leavingCustomer, reason: 'asked for' }), ...REFUSED_TO_ALL, other: 'AS UNKNOWN', admin: 'DONE', owner: 'DONE' },
  'Mutation.eraseGuest': { ask: ({ leavingCustomer }) => input({ email: `${leavingCustomer.split('/').at(-1)}@nobody.example`, reason: 'asked for' }), ...ADMIN_ONLY },
  'Mutation.decideSellerMove': { ask: ({ delivery }) => `(input: { requestId: ${text(delivery)}, decision: ACCEPT, reason: "they asked" })`, ...REFUSED_TO_ALL, admin: 'AS UNKNOWN' },
  'Mutation.retryRefund': { ask: ({ delivery }) => input({ id: delivery, reason: 'they asked' }), ...REFUSED_TO_ALL, admin: 'AS UNKNOWN' },
  'Mutation.revealPersonalData': { ask: ({ order }, url) => input({ url: `${url}/api/orders/${order}`, reason: 'they asked' }), ...REFUSED_TO_ALL, support: 'SHOWN', admin: 'SHOWN' },
  'Mutation.addFeed': { ask: () => input({ url: `http://127.0.0.1:1/${randomUUID()}`, reason: 'they asked' }), ...ADMIN_ONLY },
  'Mutation.pauseFeed': { ask: ({ brokerId }) => input({ id: brokerId, reason: 'they asked' }), ...REFUSED_TO_ALL, admin: 'AS UNKNOWN' },
  'Mutation.resumeFeed': { ask: ({ brokerId }) => input({ id: brokerId, reason: 'they asked' }), ...REFUSED_TO_ALL, admin: 'AS UNKNOWN' },
  'Mutation.removeFeed': { ask: ({ brokerId }) => input({ id: brokerId, reason: 'they asked' }), ...REFUSED_TO_ALL, admin: 'AS UNKNOWN' },
  'Mutation.claimFeed': { ask: ({ brokerId }) => input({ feedId: brokerId }), ...ADAPTER_ONLY },
  'Mutation.storeFeedPage': { ask: ({ brokerId }) => input({ feedId: brokerId, url: 'https://feeds.example/', text: '{}', askedAt: '2026-11-20T12:00:00Z' }), ...ADAPTER_ONLY },
  'Mutation.reportFeedFailure': { ask: ({ brokerId }) => `(input: { feedId: ${text(brokerId)}, url: "https://feeds.example/", failure: FAILED, detail: "no answer" })`, ...ADAPTER_ONLY },
  'Mutation.deriveOpportunities': { ask: () => '', ...ADAPTER_ONLY },
  'Mutation.claimWebhookDeliveries': { ask: () => '(input: { limit: 1 })', ...ADAPTER_ONLY },
  'Mutation.recordWebhookBodies': { ask: ({ delivery }) => input({ bodies: [{ id: delivery, body: '{}' }] }), ...ADAPTER_ONLY },
  'Mutation.reportWebhookAttempts': { ask: ({ delivery }) => `(input: { attempts: [{ id: ${text(delivery)}, attempt: 99, status: 200 }] })`, ...ADAPTER_ONLY },
  'Mutation.registerWebhookEndpoint': { ask: ({ brokerId }) => `(input: { kind: ORDER_CHANGE, url: "http://127.0.0.1:1/changes", brokerId: ${text(brokerId)}, reason: "they asked" })`, ...BROKER_OR_ADMIN, admin: 'DONE', owner: 'DONE' },
  'Mutation.disableWebhookEndpoint': { ask: ({ endpoint }) => input({ id: endpoint, reason: 'they asked' }), ...BROKER_OR_ADMIN },
  'Mutation.enableWebhookEndpoint': { ask: ({ endpoint }) => input({ id: endpoint, reason: 'they asked' }), ...BROKER_OR_ADMIN },
  'Mutation.rotateWebhookCredential': { ask: ({ brokerId }) => input({ brokerId, reason: 'they asked' }), ...BROKER_OR_ADMIN, admin: 'DONE', owner: 'DONE' },
  'Mutation.sendTestWebhook': { ask: ({ endpoint }) => input({ endpointId: endpoint, reason: 'they asked' }), ...BROKER_OR_ADMIN },
  'Mutation.retryWebhookDelivery': { ask: ({ delivery }) => input({ id: delivery, reason: 'they asked' }), ...BROKER_OR_ADMIN },
  'Mutation.recoverWebhookDeliveries': { ask: ({ endpoint }) => input({ since: '2000-01-01T00:00:00Z', endpointId: endpoint, reason: 'they asked' }), ...BROKER_OR_ADMIN, admin: 'DONE', owner: 'DONE' },
  'Mutation.releaseWebhookDeliveries': { ask: ({ delivery }) => `(input: { ids: [${text(delivery)}], leasedUntil: "2026-11-20T12:00:00Z" })`, ...ADAPTER_ONLY },
  'Mutation.receiveDemoWebhook': { ask: ({ delivery }) => input({ apiKey: 'wk_of_nobody', webhookId: delivery, timestamp: '0', signature: 'v1,none', body: '{}' }), ...EACH('REFUSED') },
  'Mutation.receiveProviderEvent': { ask: () => input({ body: '{}', signature: 't=0,v1=00' }), ...EACH('REFUSED') },
};

const NAMED_ERRORS = {
  'OTHER STEP': /"__typename":"(SellerFlow|Checkout)StepError"/,
  'USED UP': /"__typename":"(SellerLinkUsed|CheckoutStartedElsewhere)Error"/,
  REFUSED: /"__typename":"(DemoWebhook|ProviderEvent)RefusedError"/,
} as const;

interface RestAsk {
  readonly path: string;
  readonly body?: unknown;
}

/** The contract's paths know no staff: there, a staff token is no credential at all. */
const REST_KEY_ONLY = { ...EACH('UNAUTHENTICATED'), frontEnd: 'FORBIDDEN' } as const;
const query = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();

const PATHS: Readonly<Record<string, Row<RestAsk>>> = {
  'POST /api/onboard-token': { ask: ({ sellerId }) => ({ path: `/api/onboard-token?${query({ stripe: 'false', sellerId })}` }), ...REST_KEY_ONLY, other: 'DONE', owner: 'DONE' },
  'POST /api/update-token': { ask: ({ sellerId }) => ({ path: `/api/update-token?${query({ stripe: 'true', sellerId })}` }), ...REST_KEY_ONLY, other: 'AS UNKNOWN', owner: 'DONE' },
  'POST /api/view-token': { ask: ({ sellerId }) => ({ path: `/api/view-token?${query({ sellerId })}` }), ...REST_KEY_ONLY, other: 'AS UNKNOWN', owner: 'DONE' },
  'DELETE /api/sellers/*': { ask: ({ leavingSellerId }) => ({ path: `/api/sellers/${encodeURIComponent(leavingSellerId)}` }), ...REST_KEY_ONLY, other: 'AS UNKNOWN', owner: 'DONE' },
  'POST /api/checkout-sessions': { ask: ({ customer }, url) => ({ path: '/api/checkout-sessions', body: bodyFor(customer, url) }), ...REST_KEY_ONLY, other: 'AS UNKNOWN', owner: 'DONE' },
  'GET /api/checkout-sessions/:identifier': { ask: ({ session }) => ({ path: `/api/checkout-sessions/${session}` }), ...REST_KEY_ONLY, other: 'AS UNKNOWN', owner: 'SHOWN' },
  'POST /checkout-sessions': { ask: (_things, url) => ({ path: '/checkout-sessions', body: standaloneBody(url) }), ...ANYBODY },
  'PUT /checkout-sessions': { ask: (_things, url) => ({ path: '/checkout-sessions', body: standaloneBody(url) }), ...ANYBODY },
  'GET /checkout-sessions/:identifier': { ask: ({ standalone }) => ({ path: `/checkout-sessions/${standalone}` }), ...EVERYBODY },
  'POST /api/v2/customers': { ask: () => ({ path: '/api/v2/customers', body: personBody() }), ...REST_KEY_ONLY, other: 'DONE', owner: 'DONE' },
  'GET /api/v2/customers/:id': { ask: ({ customer }, url) => ({ path: customer.slice(url.length) }), ...REST_KEY_ONLY, other: 'AS UNKNOWN', owner: 'SHOWN' },
  'PATCH /api/v2/customers/:id': { ask: ({ customer }, url) => ({ path: customer.slice(url.length), body: { familyName: 'Hopper' } }), ...REST_KEY_ONLY, other: 'AS UNKNOWN', owner: 'SHOWN' },
  'GET /api/v2/customer-accounts/:id': { ask: ({ customer }, url) => ({ path: customer.slice(url.length).replace('/customers/', '/customer-accounts/') }), ...REST_KEY_ONLY, other: 'AS UNKNOWN', owner: 'SHOWN' },
  'DELETE /api/v2/customers/:id': { ask: ({ leavingCustomer }) => ({ path: new URL(leavingCustomer).pathname }), ...REST_KEY_ONLY, other: 'AS UNKNOWN', owner: 'DONE' },
  'GET /api/v2/opportunities': { ask: () => ({ path: '/api/v2/opportunities' }), ...EVERYBODY },
  'GET /api/v2/opportunities/:identifier': { ask: () => ({ path: '/api/v2/opportunities/demo-free' }), ...EVERYBODY },
};

/** Every object type: whether it is reached through its owner only, or why everybody may see it. */
const TYPES: Readonly<Record<string, 'OWNED' | { readonly isPublicBecause: string }>> = {
  AcceptPricesPayload: 'OWNED',
  AcceptSellerTermsPayload: 'OWNED',
  Activity: { isPublicBecause: 'it is open data' },
  AddFeedPayload: 'OWNED',
  ApiKey: 'OWNED',
  ApiKeyNotRetirableError: 'OWNED',
  Attribution: { isPublicBecause: 'it says whose open data is shown, which its licence asks for' },
  AuditEntry: 'OWNED',
  AuditEntryConnection: 'OWNED',
  AuditEntryEdge: 'OWNED',
  Barcode: 'OWNED',
  BookCheckoutPayload: 'OWNED',
  Bookability: { isPublicBecause: 'it says what open data and the clock say' },
  Broker: 'OWNED',
  BrokerConnection: 'OWNED',
  BrokerEdge: 'OWNED',
  CancelCheckoutPayload: 'OWNED',
  CancelOrderItemsPayload: 'OWNED',
  CancellationNotPermittedError: { isPublicBecause: 'it says what a ticket allows, to who may cancel it' },
  ChangeCustomerPayload: 'OWNED',
  Checkout: 'OWNED',
  CheckoutBroker: { isPublicBecause: 'it is the name and home page that every customer of the checkout sees' },
  CheckoutItem: { isPublicBecause: 'it is a place at a price, and names nobody who books it' },
  CheckoutObstacle: { isPublicBecause: 'it says what open data and the clock say' },
  CheckoutSession: 'OWNED',
  CheckoutSessionConnection: 'OWNED',
  CheckoutSessionEdge: 'OWNED',
  CheckoutSessionOverError: { isPublicBecause: 'it says only that a session has ended, to who holds its address' },
  CheckoutStartedElsewhereError: { isPublicBecause: 'it says only that a session was started, to who holds its address' },
  CheckoutStepError: 'OWNED',
  CheckoutTarget: { isPublicBecause: 'it says what can be started at an address to whoever has the address, and nothing about whom' },
  CheckoutTargetItem: { isPublicBecause: 'it is open data, with a price' },
  ChooseDemoOutcomePayload: { isPublicBecause: 'it is of the demo provider, which moves no money' },
  ChooseDemoPaymentPayload: { isPublicBecause: 'it is of the demo provider, which moves no money; whoever knows its id may see it' },
  ChooseRefundsPayload: 'OWNED',
  ChooseTicketPayload: 'OWNED',
  ClaimFeedPayload: 'OWNED',
  ClaimWebhookDeliveriesPayload: 'OWNED',
  ClaimedDelivery: 'OWNED',
  ClaimedFeed: 'OWNED',
  CompleteSellerFlowPayload: 'OWNED',
  ConfirmAgePayload: 'OWNED',
  ConnectPaymentAccountPayload: 'OWNED',
  CreateBrokerPayload: 'OWNED',
  CreateCheckoutSessionPayload: 'OWNED',
  CreateStandaloneCheckoutSessionPayload: { isPublicBecause: 'anybody may make a book button, and gets this one back' },
  Customer: 'OWNED',
  CustomerChange: 'OWNED',
  CustomerConnection: 'OWNED',
  CustomerEdge: 'OWNED',
  CustomerErasedError: 'OWNED',
  CustomerReference: 'OWNED',
  DecideSellerMovePayload: 'OWNED',
  DemoAccount: { isPublicBecause: 'it is of the demo provider, which moves no money; whoever knows its id may see it' },
  DemoMail: { isPublicBecause: 'it is of the demo mailbox, to which nobody real writes' },
  DemoPayment: { isPublicBecause: 'it is of the demo provider, which moves no money; whoever knows its id may see it' },
  DemoWebhook: { isPublicBecause: 'it is of the demo broker, who is nobody real' },
  DemoWebhookFailedError: { isPublicBecause: 'it is of the demo broker, who is nobody real' },
  DemoWebhookRefusedError: { isPublicBecause: 'it says nothing of the key' },
  DeriveOpportunitiesPayload: 'OWNED',
  DisableWebhookEndpointPayload: 'OWNED',
  DryQuote: { isPublicBecause: 'it is open data, added up' },
  DryQuotePayload: { isPublicBecause: 'it is open data, added up' },
  EnableWebhookEndpointPayload: 'OWNED',
  EraseCustomerPayload: { isPublicBecause: 'it says only when somebody was erased, to who had it done' },
  EraseGuestPayload: 'OWNED',
  FacilityUse: { isPublicBecause: 'it is open data' },
  Feed: 'OWNED',
  FeedConnection: 'OWNED',
  FeedEdge: 'OWNED',
  FeedExistsError: 'OWNED',
  FeedHealth: 'OWNED',
  FeedMoveNotPermittedError: 'OWNED',
  FeedProblemExample: 'OWNED',
  FeedProblems: 'OWNED',
  FlowBroker: 'OWNED',
  FrozenFacts: { isPublicBecause: 'vocabulary addresses stand in every answer' },
  HeldCheckout: { isPublicBecause: 'it says where a checkout stands to who holds its token, and nothing else' },
  IdempotencyKeyInUseError: { isPublicBecause: 'it is about a key that the caller has just sent' },
  IdempotencyKeyReusedError: { isPublicBecause: 'it is about a key that the caller has just sent' },
  IssueOnboardTokenPayload: 'OWNED',
  IssueUpdateTokenPayload: 'OWNED',
  IssueViewTokenPayload: 'OWNED',
  ItemNotBookableError: { isPublicBecause: 'it says what open data and the clock say' },
  LinkSigningKey: { isPublicBecause: 'it is the public half of a key' },
  LookUp: 'OWNED',
  MailAttachment: { isPublicBecause: 'it is of the demo mailbox, to which nobody real writes' },
  Money: { isPublicBecause: 'an amount says nothing about whose it is' },
  Mutation: { isPublicBecause: 'it is a root; each of its fields has a row above' },
  NavigationLink: { isPublicBecause: 'it is a way back that the broker has given to whoever has the address of the checkout' },
  Offer: { isPublicBecause: 'it is open data' },
  OpenSellerLinkPayload: 'OWNED',
  OpportunityConnection: { isPublicBecause: 'it is a list of open data' },
  OpportunityEdge: { isPublicBecause: 'it is a list of open data' },
  OptOutSellerPayload: 'OWNED',
  Order: 'OWNED',
  OrderAction: { isPublicBecause: 'a standalone one is a public book button; an authenticated one is reached through its session' },
  OrderBroker: { isPublicBecause: 'it is the name and home page that every customer of the checkout sees' },
  OrderChange: 'OWNED',
  OrderConnection: 'OWNED',
  OrderEdge: 'OWNED',
  OrderEvent: 'OWNED',
  OrderItem: 'OWNED',
  OrderQuote: 'OWNED',
  OrderRefund: 'OWNED',
  OrderRefundConnection: 'OWNED',
  OrderRefundEdge: 'OWNED',
  OrderSuccess: 'OWNED',
  OrderedItem: 'OWNED',
  Organization: { isPublicBecause: 'it is open data' },
  Orphan: 'OWNED',
  Orphans: 'OWNED',
  Overview: 'OWNED',
  PageInfo: { isPublicBecause: 'it says where a page stands in a list that the caller has' },
  PauseFeedPayload: 'OWNED',
  PayCheckoutPayload: 'OWNED',
  PaymentAccount: 'OWNED',
  PaymentDifference: 'OWNED',
  PaymentProviderError: { isPublicBecause: 'it says only that the provider does not answer' },
  PaymentRequiredError: { isPublicBecause: 'it says only that something has to be paid for' },
  Person: 'OWNED',
  Place: { isPublicBecause: 'it is open data' },
  Problem: { isPublicBecause: 'it is about an input that the caller has just sent' },
  PropertyValue: 'OWNED',
  ProviderEventRefusedError: { isPublicBecause: 'it says nothing of any secret' },
  PublishableKey: 'OWNED',
  Query: { isPublicBecause: 'it is a root; each of its fields has a row above' },
  ReceiveDemoWebhookPayload: { isPublicBecause: 'it is of the demo broker, who is nobody real' },
  ReceiveProviderEventPayload: { isPublicBecause: 'it says only that an event is kept, to who can sign one' },
  Reconciliation: 'OWNED',
  ReconciliationRow: 'OWNED',
  RecordWebhookBodiesPayload: 'OWNED',
  RecoverWebhookDeliveriesPayload: 'OWNED',
  RefreshPaymentAccountPayload: 'OWNED',
  RefreshPaymentPayload: 'OWNED',
  Refund: 'OWNED',
  RefundNotFailedError: { isPublicBecause: 'it says nothing of any refund' },
  RegisterCustomerPayload: 'OWNED',
  RegisterWebhookEndpointPayload: 'OWNED',
  ReleaseWebhookDeliveriesPayload: 'OWNED',
  RemoveFeedPayload: 'OWNED',
  RenewHoldPayload: 'OWNED',
  ReportFeedFailurePayload: 'OWNED',
  ReportWebhookAttemptsPayload: 'OWNED',
  RequestSellerMovePayload: 'OWNED',
  ResumeFeedPayload: 'OWNED',
  RetireApiKeyPayload: 'OWNED',
  RetryRefundPayload: 'OWNED',
  RetryWebhookDeliveryPayload: 'OWNED',
  RevealPersonalDataPayload: 'OWNED',
  RotateApiKeyPayload: 'OWNED',
  RotateWebhookCredentialPayload: 'OWNED',
  ScheduledSession: { isPublicBecause: 'it is open data' },
  SearchHit: 'OWNED',
  Seller: 'OWNED',
  SellerBooking: 'OWNED',
  SellerChange: 'OWNED',
  SellerChangedError: { isPublicBecause: 'it says only that something was changed' },
  SellerConnection: 'OWNED',
  SellerEdge: 'OWNED',
  SellerEvent: 'OWNED',
  SellerFlow: 'OWNED',
  SellerFlowStepError: 'OWNED',
  SellerLinkExpiredError: 'OWNED',
  SellerLinkForgedError: { isPublicBecause: 'it says nothing of any link' },
  SellerLinkUsedError: 'OWNED',
  SellerMoveRequest: 'OWNED',
  SellerMoveRequestConnection: 'OWNED',
  SellerMoveRequestEdge: 'OWNED',
  SellerTerms: { isPublicBecause: 'the terms are the same for every seller' },
  SellerUpcomingSession: 'OWNED',
  SendTestWebhookPayload: 'OWNED',
  SessionSeries: { isPublicBecause: 'it is open data' },
  Slot: { isPublicBecause: 'it is open data' },
  StandaloneCheckoutSession: { isPublicBecause: 'it is a public book button, and names neither customer nor quote' },
  StartCheckoutPayload: 'OWNED',
  StateCount: 'OWNED',
  StoreFeedPagePayload: 'OWNED',
  SubmitDetailsPayload: 'OWNED',
  TermsAcceptance: 'OWNED',
  TermsClause: { isPublicBecause: 'the terms are the same for every seller' },
  TermsOutdatedError: { isPublicBecause: 'the terms are the same for every seller' },
  TestEvent: 'OWNED',
  TooManyHoldsError: { isPublicBecause: 'it is about the address that the caller has' },
  TroubledFeed: 'OWNED',
  UnknownBrokerError: 'OWNED',
  UnknownCheckoutTargetError: { isPublicBecause: 'it says nothing of any target' },
  UnknownCustomerError: { isPublicBecause: 'it says nothing of any customer' },
  UnknownDemoAccountError: { isPublicBecause: 'it is of the demo provider, which moves no money' },
  UnknownDemoPaymentError: { isPublicBecause: 'it is of the demo provider, which moves no money' },
  UnknownFeedError: 'OWNED',
  UnknownOrderError: { isPublicBecause: 'it says nothing of any order' },
  UnknownPersonError: { isPublicBecause: 'it says nothing of any person' },
  UnknownSellerError: 'OWNED',
  UnknownSellerMoveRequestError: { isPublicBecause: 'it says nothing of any request' },
  UnknownWebhookDeliveryError: { isPublicBecause: 'it says nothing of any delivery' },
  UnknownWebhookEndpointError: { isPublicBecause: 'it says nothing of any endpoint' },
  UpcomingItem: 'OWNED',
  UpcomingItemConnection: 'OWNED',
  UpcomingItemEdge: 'OWNED',
  ValidationError: { isPublicBecause: 'it is about an input that the caller has just sent' },
  WebhookAttempt: 'OWNED',
  WebhookBody: 'OWNED',
  WebhookDelivery: 'OWNED',
  WebhookDeliveryConnection: 'OWNED',
  WebhookDeliveryEdge: 'OWNED',
  WebhookDeliveryNotKeptError: 'OWNED',
  WebhookEndpoint: 'OWNED',
  WebhookNotRegisteredError: 'OWNED',
};

const schema = buildSchema();
const roots = new Map<string, GraphQLField<unknown, unknown>>(
  [schema.getQueryType(), schema.getMutationType()].flatMap((root) => Object.values(root?.getFields() ?? {}).map((field): [string, GraphQLField<unknown, unknown>] => [`${root?.name}.${field.name}`, field])),
);

describe('the matrix of who sees whose things', () => {
  it('has a row for every field of Query and Mutation, and no other', () => {
    expect(Object.keys(FIELDS).toSorted()).toEqual([...roots.keys()].toSorted());
  });

  it('has a row for every path, and no other', () => {
    expect(Object.keys(PATHS).toSorted()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it('says of every path what the table of paths says', () => {
    const open = Object.entries(PATHS).filter(([, { nobody }]) => nobody !== 'UNAUTHENTICATED');
    expect(open.map(([name]) => name)).toEqual(ROUTES.filter(({ caller }) => caller === 'anybody').map(({ method, path }) => `${method} ${path}`));
  });
});

describe('the types that are reached through their owner', () => {
  const objectTypes = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));

  it('are told from public ones, each with a reason', () => {
    expect(Object.keys(TYPES)).toEqual(objectTypes.map(({ name }) => name).toSorted());
  });

  it('are below no field that is open to everybody', () => {
    const open = [...roots].filter(([name]) => ['PUBLIC', 'DONE', 'DEMO'].includes(FIELDS[name]?.nobody ?? '')).map(([, field]) => getNamedType(field.type));
    expect([...reachable(open)].filter((name) => TYPES[name] === 'OWNED')).toEqual([]);
  });

  it('are below no type that is public', () => {
    const open = objectTypes.filter(({ name }) => TYPES[name] !== 'OWNED' && name !== 'Query' && name !== 'Mutation');
    expect([...reachable(open)].filter((name) => TYPES[name] === 'OWNED')).toEqual([]);
  });
});

describe.each(STORES)("somebody else's things (%s)", (store) => {
  let gateway: TestGateway;
  let owner: Tenant;
  let other: Tenant;
  let unknown: Things;
  let credentials: Record<CallerName, Record<string, string>>;

  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    owner = await createTenant(gateway, 'owner-inc');
    other = await createTenant(gateway, 'other-ltd');
    unknown = unknownThings(gateway);
    credentials = {
      nobody: {},
      frontEnd: { 'x-api-key': owner.publishableKey, origin: owner.things.origin },
      otherSeller: flowHeader(other.flowToken),
      otherCustomer: checkoutHeader(other.checkoutToken),
      other: { 'x-api-key': other.apiKey },
      adapter: { authorization: `Adapter ${ADAPTER_TOKEN}` },
      support: await staffHeader(gateway, 'support'),
      admin: await staffHeader(gateway, 'admin'),
      seller: flowHeader(owner.flowToken),
      customer: checkoutHeader(owner.checkoutToken),
      owner: { 'x-api-key': owner.apiKey },
    };
  });
  afterAll(() => gateway.stop());

  interface Reply {
    readonly status: number;
    readonly text: string;
    readonly codes: readonly unknown[];
  }

  const send = async (path: string, caller: CallerName, method: string, body: unknown): Promise<Reply> => {
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { accept: 'application/json', ...credentials[caller], ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    const { errors = [] } = (answer === '' ? {} : JSON.parse(answer)) as { errors?: { extensions: { code: string } }[] };
    return { status: response.status, text: answer, codes: errors.map(({ extensions }) => extensions.code) };
  };

  /** Asks as this caller for these things, and hides in the answer what the caller said itself and what differs each time. */
  const anonymised = async (things: Things, sendFor: (of: Things) => { readonly said: string; readonly reply: Promise<Reply> }): Promise<Reply> => {
    const { said, reply } = sendFor(things);
    const { text: answer, ...rest } = await reply;
    const known = Object.entries(things).filter(([, value]) => said.includes(value) || said.includes(encodeURIComponent(value)));
    const hidden = known.reduce((hiding, [name, value]) => hiding.replaceAll(value, `<${name}>`), answer);
    return { ...rest, text: hidden.replaceAll(/("(?:platform:)?requestId":)"[^"]+"/g, '$1"…"') };
  };

  const expectVerdict = async (verdict: Verdict, caller: CallerName, sendFor: (of: Things, as: CallerName) => { readonly said: string; readonly reply: Promise<Reply> }) => {
    const before = await state();
    const ask = (things: Things, as = caller) => anonymised(things, (of) => sendFor(of, as));
    const reply = await ask(owner.things);
    const shows = (tenant: Tenant) => tenant.secrets.some((secret) => reply.text.includes(secret));
    const seen = { owner: shows(owner), other: shows(other) };
    const isOurs = verdict === 'DEMO' || ['support', 'admin', 'adapter'].includes(caller);
    expect(isOurs || ['owner', 'seller', 'customer'].includes(caller) || !seen.owner, `shows the owner's: ${reply.text}`).toBe(true);
    expect(isOurs || ['other', 'otherSeller', 'otherCustomer'].includes(caller) || !seen.other, `shows the other's: ${reply.text}`).toBe(true);

    if (verdict === 'UNAUTHENTICATED' || verdict === 'FORBIDDEN') {
      const status = verdict === 'FORBIDDEN' ? 403 : 401;
      expect(reply.codes.length > 0 ? reply.codes : reply.status).toEqual(reply.codes.length > 0 ? [verdict] : status);
      expect(reply.text).toEqual((await ask(unknown)).text);
      expect(await state()).toEqual(before);
    } else if (verdict === 'AS UNKNOWN') {
      expect(reply).toEqual(await ask(unknown));
      expect(await state()).toEqual(before);
    } else if (verdict === 'OTHER STEP' || verdict === 'USED UP' || verdict === 'REFUSED') {
      expect(reply.text).toMatch(NAMED_ERRORS[verdict]);
      expect(reply.text).toEqual((await ask(owner.things, verdict === 'USED UP' ? 'nobody' : caller)).text);
      expect(await state()).toEqual(before);
    } else {
      expect(reply.codes).toEqual([]);
      expect(reply.status).toBeGreaterThanOrEqual(200);
      expect(reply.status).toBeLessThan(300);
      expect(reply.text).not.toMatch(/"__typename":"\w+Error"/);
      if (verdict === 'SHOWN') expect(seen.owner).toBe(true);
      if (verdict === 'ITS OWN') expect(seen).toEqual({ owner: false, other: true });
      if (verdict === 'ALL') expect(seen).toEqual({ owner: true, other: true });
      if (verdict === 'PUBLIC') expect(reply).toEqual(await ask(owner.things, 'nobody'));
    }
  };

  const auditEntries = () => gateway.store.fork().count(AuditEntry, { reason: { $ne: '' } });

  it.each(cells(FIELDS))('$name is $verdict for $caller', async ({ name, caller, verdict, ask, on }) => {
    const before = await auditEntries();
    await expectVerdict(verdict, caller, (things, as) => {
      const document = documentFor(name, ask(things, gateway.url), on);
      return { said: document, reply: send('/graphql', as, 'POST', { query: document }) };
    });
    const isOfStaff = name.startsWith('Mutation.') && ['support', 'admin'].includes(caller) && ['DONE', 'SHOWN'].includes(verdict) && FIELDS[name]?.nobody === 'UNAUTHENTICATED' && name !== 'Mutation.eraseGuest'; // which finds nobody here
    if (isOfStaff) expect(await auditEntries(), 'is on record, with a reason').toBeGreaterThan(before);
    await reviveKeys();
  });

  it.each(cells(PATHS))('$name is $verdict for $caller', async ({ name, caller, verdict, ask }) => {
    await expectVerdict(verdict, caller, (things, as) => {
      const { path, body } = ask(things, gateway.url);
      return { said: `${path} ${JSON.stringify(body ?? '')}`, reply: send(path, as, name.split(' ')[0] ?? '', body) };
    });
  });

  const createWithKey = (apiKey: string, customer: string) =>
    fetch(`${gateway.url}/api/checkout-sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'idempotency-key': 'the-same-for-both' },
      body: JSON.stringify(bodyFor(customer, gateway.url)),
    });

  it("has no use for another broker's idempotency key, customer or session", async () => {
    const mine = await createWithKey(owner.apiKey, owner.things.customer);
    expect(mine.status).toBe(201);
    expect((await createWithKey(other.apiKey, owner.things.customer)).status).toBe(400);
    const theirs = await createWithKey(other.apiKey, other.things.customer);
    expect([theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(theirs.headers.get('location')).not.toBe(mine.headers.get('location'));
  });

  it('gives the deliveries of all brokers, with their keys, to the adapter, which asks for nobody', async () => {
    const document = documentFor('Mutation.claimWebhookDeliveries', '(input: { limit: 500 })');
    const claimed = async () => {
      await gateway.store.fork().execute("update webhook_delivery set due_at = created_at, leased_until = null, state = 'PENDING'"); // the gateway's own sender may have been faster
      return (await send('/graphql', 'adapter', 'POST', { query: document })).text;
    };
    for (const { secrets } of [owner, other]) {
      const signingSecret = secrets.find((secret) => secret.startsWith('whsec_')) ?? 'no secret';
      await expect.poll(claimed, { timeout: 30_000 }).toContain(signingSecret);
    }
  });

  /** All that a refused call must leave as it was, asked for in one statement. */
  const state = async (): Promise<readonly unknown[]> => {
    const { rows } = await sql.raw<{ kept: string }>(ALL_KEPT).execute(gateway.store.reads);
    return rows.map(({ kept }) => kept).toSorted();
  };

  /** A rotation retires keys that later cells still need. */
  const reviveKeys = async () => {
    for (const table of ['api_key', 'webhook_credential']) await gateway.store.fork().execute(`update ${table} set retired_at = null`);
  };
});

/** What of each table must be the same after a refused call; of what the background or a public path moves, only how many rows there are. */
const KEPT = {
  seller: ['id', 'status', 'version'],
  api_key: ['id', 'retired_at'],
  seller_link: ['id', 'opened_at'],
  seller_flow: ['id', 'terms_version', 'refund_choice', 'completed_at'],
  terms_acceptance: [],
  payment_account: ['id', 'status'],
  demo_account: ['id', 'outcome'],
  seller_move_request: [],
  outbox_task: [],
  seller_event: [],
  checkout_session: [],
  order_quote: [],
  order_item: ['id', 'status', 'access_token'],
  broker: [],
  checkout: ['id', 'state', 'items', 'customer', 'details_at', 'is_13_or_over'],
  customer: ['id', 'given_name', 'family_name', 'email', 'changed_at', 'erased_at'],
  place_hold: ['id', 'places', 'expires_at'],
  opportunity: ['id', 'booked_places', 'held_places'],
  customer_order: ['quote_id', 'state', 'facts'],
  order_event: [],
  webhook_endpoint: ['id', 'url', 'disabled_at'],
  webhook_delivery: [],
  webhook_credential: [],
  demo_webhook: [],
  feed: ['id', 'state', 'next_url'],
  payment: ['id', 'status'],
  refund: ['id', 'status'],
  demo_payment: ['id', 'state'],
  provider_event: [],
  audit_entry: [],
} as const;
const ALL_KEPT = Object.entries(KEPT)
  .map(([table, columns]) => `select '${table} ' || ${columns.length === 0 ? 'cast(count(*) as text)' : columns.map((column) => `coalesce(cast(${column} as text), '-')`).join(" || ' ' || ")} as kept from ${table}`)
  .join(' union all ');

/** One test for each. */
function cells<R>(rows: Readonly<Record<string, Row<R>>>) {
  return Object.entries(rows).flatMap(([name, row]) => CALLERS.map((caller) => ({ name, caller, verdict: row[caller], ask: row.ask, on: row.on })));
}

function documentFor(name: string, parameters: string, on?: string): string {
  const field = roots.get(name);
  if (!field) throw new Error(`${name} is no field of the schema`);
  const [root = '', fieldName = ''] = name.split('.');
  const { selection, fragments } = selectEverything(schema, schema.getType(on ?? '') ?? getNamedType(field.type));
  return `${root.toLowerCase()} { ${fieldName}${parameters} ${on === undefined ? selection : `{ ... on ${on} ${selection} }`} } ${fragments}`;
}

/** A value as GraphQL writes it: member names without quotes. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return text(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${name === 'type' ? String(member) : literal(member)}`)
    .join(', ')} }`;
}

function orderFor(customer: string): object {
  return {
    customer: { url: customer },
    broker: { name: 'App', url: 'https://app.example' },
    orderedItem: [A_PLACE],
  };
}

function bodyFor(customer: string, url: string): object {
  const body = sessionBody(url);
  return { ...body, 'platform:initialOrder': { ...body['platform:initialOrder'], customer } };
}

/** The names of all types at and below these. */
function reachable(from: readonly GraphQLNamedType[], seen = new Set<string>()): ReadonlySet<string> {
  for (const type of from) {
    if (seen.has(type.name)) continue;
    seen.add(type.name);
    if (isAbstractType(type)) reachable(schema.getPossibleTypes(type), seen);
    if (isObjectType(type)) reachable(Object.values(type.getFields()).map((field) => getNamedType(field.type)), seen);
  }
  return seen;
}
