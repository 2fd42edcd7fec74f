import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { SecretBox } from '../access/secret-box.js';
import { toQuoteView } from '../checkout/checkout-session.store.js';
import { customerAddress } from '../shared/addresses.js';
import { addSeconds } from '../shared/clock.js';
import { fromJson, toInstant, type Tables } from '../store/tables.js';
import type { OrderSuccessFacts, WebhookEvent } from './webhook-facts.js';

/** A delivery that its claimer may send until the lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly url: string;
  /** For X-Api-Key. (contract §5.3) */
  readonly webhookKey: string;
  /** What it is signed with: all that are live, the newest first. */
  readonly signingSecrets: readonly string[];
  readonly event: WebhookEvent;
  readonly body: string | null;
  /** How many attempts came before. */
  readonly attempts: number;
}

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly secretBox: SecretBox;
}

/** Longer than an attempt may take, so that nobody else sends what is being sent. */
export const DELIVERY_LEASE_SECONDS = 60;

/** Gives what is due to one sender: of any number of them, each delivery to whoever moves its due time first. */
export async function claimDeliveries(limit: number, { em, reads, now, secretBox }: Parts): Promise<readonly ClaimedDelivery[]> {
  const due = await reads
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .where('delivery.state', '=', 'PENDING')
    .where('delivery.due_at', '<=', now)
    .where('endpoint.disabled_at', 'is', null)
    .orderBy('delivery.due_at')
    .limit(limit)
    .select(['delivery.id', 'delivery.due_at', 'delivery.kind', 'delivery.subject', 'delivery.facts', 'delivery.body', 'delivery.attempts', 'endpoint.url', 'endpoint.broker_id'])
    .execute();
  const secrets = await secretsOf([...new Set(due.map(({ broker_id }) => broker_id))], reads, now, secretBox);
  const leaseEnd = addSeconds(now, DELIVERY_LEASE_SECONDS);
  const claimed: ClaimedDelivery[] = [];
  for (const { id, kind, subject, due_at, facts, body, attempts, url, broker_id } of due) {
    const [newest, ...older] = secrets.get(broker_id) ?? [];
    if (!newest || facts === null) continue; // it has no key yet; what it is to hear waits, and holds up nobody else
    const mine = await em
      .getKysely<Tables>()
      .updateTable('webhook_delivery')
      .set({ due_at: leaseEnd })
      .where('id', '=', id)
      .where('state', '=', 'PENDING')
      .where('due_at', '=', toInstant(due_at))
      .executeTakeFirst();
    if (mine.numUpdatedRows === 0n) continue;
    claimed.push({ id, url, webhookKey: newest.webhookKey, signingSecrets: [newest, ...older].map(({ signingSecret }) => signingSecret), event: { kind, subject, facts: fromJson(facts) } as WebhookEvent, body, attempts }); // what queueDelivery wrote together
  }
  return claimed;
}

interface Secrets {
  readonly webhookKey: string;
  readonly signingSecret: string;
}

async function secretsOf(brokerIds: readonly string[], reads: Kysely<Tables>, now: Date, secretBox: SecretBox): Promise<ReadonlyMap<string, readonly Secrets[]>> {
  if (brokerIds.length === 0) return new Map();
  const rows = await reads
    .selectFrom('webhook_credential')
    .where('broker_id', 'in', brokerIds)
    .where((is) => is.or([is('retired_at', 'is', null), is('retired_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .select(['broker_id', 'webhook_key', 'signing_secret'])
    .execute();
  const opened = rows.map(({ broker_id, webhook_key, signing_secret }) => ({ broker_id, webhookKey: secretBox.open(webhook_key), signingSecret: secretBox.open(signing_secret) }));
  return Map.groupBy(opened, ({ broker_id }) => broker_id);
}

/** The event as the GraphQL types have it: as it happened, whatever has happened since. */
export function toEventView(event: WebhookEvent) {
  switch (event.kind) {
    case 'ORDER_SUCCESS':
      return { __typename: 'OrderSuccess' as const, ...toOrderView(event.facts) };
    case 'CUSTOMER_CHANGE':
      return { __typename: 'CustomerChange' as const, id: event.facts.customerId, url: customerAddress(event.facts, event.facts.customerId), frozen: frozenOf(event.facts) };
    default:
      return event satisfies never;
  }
}

function toOrderView(facts: OrderSuccessFacts) {
  const places = facts.places.map(({ orderItemStatus, accessToken, accessCode }) => ({ status: orderItemStatus, access_token: accessToken, access_code: accessCode }));
  const { id, broker, orderedItem } = toQuoteView(facts, () => undefined, places);
  return { id, customer: facts.customer, broker, orderedItem, frozen: frozenOf(facts) };
}

function frozenOf({ version, vocabUrl, platformUrl }: WebhookEvent['facts']) {
  return { version, vocabUrl, platformUrl };
}
