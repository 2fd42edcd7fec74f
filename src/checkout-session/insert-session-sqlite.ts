import type { Claim } from '../idempotency/once-per-key.js';
import { parameter, Prepared, type ImmediateConnection } from '../store/prepared.js';
import type { NewSession } from './new-session.js';

type Values = Readonly<Record<string, unknown>>;

/** Claims the key for what will be found by `reference`, also from a row that is too old to count. False when somebody has it. */
export function claimNow(connection: ImmediateConnection, claim: Claim & { readonly reference: string }, oldest: Date, now: Date): boolean {
  return CLAIM.rowsNow(connection, { ...claim, oldest, now }).length > 0;
}

const CLAIM = new Prepared<Values, { key: string }>((on) =>
  on
    .insertInto('idempotency_key')
    .values({ holder: parameter('holder'), key: parameter('key'), fingerprint: parameter('fingerprint'), reference: parameter('reference'), created_at: parameter('now') })
    .onConflict((conflict) =>
      conflict
        .columns(['holder', 'key'])
        .doUpdateSet({ fingerprint: parameter('fingerprint'), reference: parameter('reference'), created_at: parameter('now') })
        .where('idempotency_key.created_at', '<', parameter('oldest')),
    )
    .returning('key'),
);

/** Whether the broker hears of its orders, and the customer it names, if any, is one of its own that may book. */
export function mayBeOpenedNow(connection: ImmediateConnection, brokerId: string, customerId: string | undefined): boolean {
  if (ENDPOINT.rowsNow(connection, { brokerId }).length === 0) return false;
  return customerId === undefined || CUSTOMER.rowsNow(connection, { brokerId, customerId }).length > 0;
}

const ENDPOINT = new Prepared<Values, { id: string }>((on) => on.selectFrom('webhook_endpoint').where('broker_id', '=', parameter('brokerId')).where('kind', '=', 'ORDER_SUCCESS').select('id'));

const CUSTOMER = new Prepared<Values, { id: string }>((on) =>
  on
    .selectFrom('customer')
    .where('id', '=', parameter('customerId'))
    .where('broker_id', '=', parameter('brokerId'))
    .where('erased_at', 'is', null)
    .where((is) => is.or([is('is_13_or_over', 'is', null), is('is_13_or_over', '!=', 0)]))
    .select('id'),
);

/** Writes a session with its quote and items. */
export function insertSessionNow(connection: ImmediateConnection, session: NewSession): void {
  const { facts, seller, items, customerId = null } = session;
  SESSION.rowsNow(connection, { ...session, sellerKey: seller.key, facts: JSON.stringify(facts) });
  QUOTE.rowsNow(connection, { id: facts.quoteId, identifier: session.identifier, customerId, currency: facts.totalPaymentDue.currency, totalMinor: facts.totalPaymentDue.amountMinor, createdAt: session.createdAt });
  for (const item of items) ITEM.rowsNow(connection, { ...item, quoteId: facts.quoteId });
}

const SESSION = new Prepared<Values, never>((on) =>
  on.insertInto('checkout_session').values({
    identifier: parameter('identifier'),
    variant: 'AUTHENTICATED',
    broker_id: parameter('brokerId'),
    seller_id: parameter('sellerKey'),
    state: 'OPEN',
    facts: parameter('facts'),
    target_key_id: parameter('targetKeyId'),
    target_hash: parameter('targetHash'),
    created_at: parameter('createdAt'),
    expires_at: parameter('expiresAt'),
    erased_at: null,
  }),
);

const QUOTE = new Prepared<Values, never>((on) =>
  on.insertInto('order_quote').values({
    id: parameter('id'),
    checkout_session_identifier: parameter('identifier'),
    customer_id: parameter('customerId'),
    currency: parameter('currency'),
    total_minor: parameter('totalMinor'),
    created_at: parameter('createdAt'),
  }),
);

const ITEM = new Prepared<Values, never>((on) =>
  on.insertInto('order_item').values({
    id: parameter('id'),
    quote_id: parameter('quoteId'),
    position: parameter('position'),
    opportunity_id: parameter('opportunityId'),
    accepted_offer: parameter('acceptedOffer'),
    price_minor: parameter('priceMinor'),
    cancellable_until: null,
    status: null,
    access_token: null,
    access_code: null,
  }),
);
