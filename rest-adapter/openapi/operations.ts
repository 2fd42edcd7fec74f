import type { z } from 'zod';
import type * as Generated from '../generated/operations.js';
import type { FailureOf } from '../http/status.js';
import { OpportunitySearchQuery } from '../json-ld/read-opportunity-search.js';
import { OpportunityQuery } from '../routes/get-opportunity.js';
import { PlanQuery, SellerQuery } from '../routes/seller-link.js';
import type { AnswerName, BodyName } from './components.js';
import type { ErrorName } from './known-errors.js';

export type Tag = 'Sellers' | 'Checkout' | 'Customers' | 'Opportunities';

/** What a route's description says beyond its row in the table of routes. */
export interface Operation {
  readonly id: string;
  readonly tag: Tag;
  /** One sentence without its full stop. */
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodObject;
  readonly body?: BodyName;
  readonly takesIdempotencyKey?: true;
  readonly success: { readonly status: 200 | 201 | 202 | 204; readonly says: string; readonly body?: AnswerName; readonly hasLocation?: true };
  /** The errors that come beside those of every route: the named ones of its mutation, and what its reads find missing. */
  readonly errors: readonly ErrorName[];
}

/** The named errors of a mutation, no fewer and no more: one that the schema gains stops the build here. */
const failures = <Result extends { readonly __typename: string }>(names: Readonly<Record<FailureOf<Result>, true>>): readonly FailureOf<Result>[] => Object.keys(names) as FailureOf<Result>[]; // the keys are just these

const LINK = { status: 200, says: 'The address to open in the seller’s browser. Nothing else knows it, and it opens once.', body: 'SellerLink' } as const;
const STANDALONE = {
  tag: 'Checkout',
  description: 'For consumers of open data. The body comes back with broker and potentialAction; potentialAction[0].target is the URL of a book button, which any number of people may use. Every call makes a new one, by PUT too.',
  body: 'StandaloneSessionBody',
  takesIdempotencyKey: true,
  success: { status: 201, says: 'The session; its Location is relative.', body: 'StandaloneSession', hasLocation: true },
  errors: failures<Generated.CreateStandaloneSessionMutation['createStandaloneCheckoutSession']>({ ValidationError: true, ItemNotBookableError: true, IdempotencyKeyInUseError: true, IdempotencyKeyReusedError: true }),
} as const satisfies Omit<Operation, 'id' | 'summary'>;
const ACCOUNT = { status: 200, says: 'The account as it is now.', body: 'CustomerAccount' } as const;

/** By method and path, in the order of the table of routes. */
export const OPERATIONS: Readonly<Partial<Record<string, Operation>>> = {
  'POST /api/onboard-token': {
    id: 'issueOnboardToken',
    tag: 'Sellers',
    summary: 'Issue a link that opts a seller in',
    query: PlanQuery,
    success: LINK,
    errors: failures<Generated.IssueOnboardTokenMutation['issueOnboardToken']>({ ValidationError: true }),
  },
  'POST /api/update-token': {
    id: 'issueUpdateToken',
    tag: 'Sellers',
    summary: 'Issue a link that moves a seller between Free and Paid',
    query: PlanQuery,
    success: LINK,
    errors: failures<Generated.IssueUpdateTokenMutation['issueUpdateToken']>({ ValidationError: true, UnknownSellerError: true }),
  },
  'POST /api/view-token': {
    id: 'issueViewToken',
    tag: 'Sellers',
    summary: 'Issue a link that shows a seller their details',
    query: SellerQuery,
    success: LINK,
    errors: failures<Generated.IssueViewTokenMutation['issueViewToken']>({ ValidationError: true, UnknownSellerError: true }),
  },
  'DELETE /api/sellers/*': {
    id: 'deleteSeller',
    tag: 'Sellers',
    summary: 'Opt a seller out of being bookable',
    description: 'Any payment account is disconnected. The rest of the address is the sellerId, percent-encoded or as it is, its query string included. A repeat answers the same.',
    success: { status: 204, says: 'The seller is opted out.' },
    errors: failures<Generated.OptOutSellerMutation['optOutSeller']>({ UnknownSellerError: true }),
  },
  'POST /api/checkout-sessions': {
    id: 'createCheckoutSession',
    tag: 'Checkout',
    summary: 'Create a checkout session for a customer who is logged in',
    description: 'Send the customer to potentialAction[0].target. Members that are not named here are ignored. The broker must have registered a success webhook.',
    body: 'CheckoutSessionBody',
    takesIdempotencyKey: true,
    success: { status: 201, says: 'The session: the request, and what the platform adds.', body: 'CheckoutSession', hasLocation: true },
    errors: failures<Generated.CreateCheckoutSessionMutation['createCheckoutSession']>({ ValidationError: true, ItemNotBookableError: true, WebhookNotRegisteredError: true, IdempotencyKeyInUseError: true, IdempotencyKeyReusedError: true }),
  },
  'GET /api/checkout-sessions/:identifier': {
    id: 'getCheckoutSession',
    tag: 'Checkout',
    summary: 'Read a checkout session again',
    success: { status: 200, says: 'The same bytes as the 201 that created it.', body: 'CheckoutSession' },
    errors: ['GoneError'],
  },
  'POST /checkout-sessions': { ...STANDALONE, id: 'createStandaloneSession', summary: 'Create a book button for a session from open data' },
  'PUT /checkout-sessions': { ...STANDALONE, id: 'putStandaloneSession', summary: 'Create a book button for a session from open data, by PUT' },
  'GET /checkout-sessions/:identifier': {
    id: 'getStandaloneSession',
    tag: 'Checkout',
    summary: 'Read a book button again',
    success: { status: 200, says: 'The same JSON as the 201 that created it.', body: 'StandaloneSession' },
    errors: [],
  },
  'POST /api/v2/customers': {
    id: 'registerCustomer',
    tag: 'Customers',
    summary: 'Register a customer, who can then be named by URL in checkout sessions',
    body: 'Person',
    takesIdempotencyKey: true,
    success: { status: 201, says: 'The new account.', body: 'CustomerAccount', hasLocation: true },
    errors: failures<Generated.RegisterCustomerMutation['registerCustomer']>({ ValidationError: true, IdempotencyKeyInUseError: true, IdempotencyKeyReusedError: true }),
  },
  'GET /api/v2/customers/:id': { id: 'getCustomer', tag: 'Customers', summary: 'Get a customer’s account', success: ACCOUNT, errors: ['CustomerErasedError'] },
  'PATCH /api/v2/customers/:id': {
    id: 'changeCustomer',
    tag: 'Customers',
    summary: 'Change a customer’s details by a merge patch (RFC 7396)',
    body: 'PersonPatch',
    success: ACCOUNT,
    errors: failures<Generated.ChangeCustomerMutation['changeCustomer']>({ ValidationError: true, UnknownCustomerError: true, CustomerErasedError: true }),
  },
  'GET /api/v2/customer-accounts/:id': { id: 'getCustomerAccount', tag: 'Customers', summary: 'Get a customer’s account, at its other address', success: ACCOUNT, errors: ['CustomerErasedError'] },
  'DELETE /api/v2/customers/:id': {
    id: 'eraseCustomer',
    tag: 'Customers',
    summary: 'Erase a customer’s personal data, for good',
    success: { status: 202, says: 'The data is erased; a repeat answers the same.' },
    errors: failures<Generated.EraseCustomerMutation['eraseCustomer']>({ UnknownCustomerError: true }),
  },
  'GET /api/v2/opportunities': {
    id: 'listOpportunities',
    tag: 'Opportunities',
    summary: 'List opportunities in the order of their start',
    description: 'Page by page: follow next until there is none.',
    query: OpportunitySearchQuery,
    success: { status: 200, says: 'A page of opportunities.', body: 'OpportunityList' },
    errors: [],
  },
  'GET /api/v2/opportunities/:identifier': {
    id: 'getOpportunity',
    tag: 'Opportunities',
    summary: 'Get an opportunity by its identifier',
    query: OpportunityQuery,
    success: { status: 200, says: 'The opportunity.', body: 'Opportunity' },
    errors: [],
  },
};
