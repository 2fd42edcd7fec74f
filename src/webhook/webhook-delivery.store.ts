import { sql, type Kysely } from 'kysely';
import type { Reach } from '../access/require-caller.js';
import type { Connection } from '../shared/connection.type.js';
import { isUuid } from '../shared/ids.js';
import { isOneOf } from '../store/is-one-of.js';
import { isWithin } from '../store/is-within.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import { readAttempts, type WebhookAttemptView } from './webhook-attempt.store.js';
import type { WebhookDeliveryState } from './webhook-delivery.lifecycle.js';
import { readWebhookEndpoints, type WebhookEndpointView } from './webhook-endpoint.store.js';
import type { WebhookEventKind } from './webhook-kinds.js';

/** A delivery as its broker sees it. What was not selected of its attempts and endpoint is empty. */
export interface WebhookDeliveryView {
  readonly id: string;
  readonly endpoint: WebhookEndpointView | undefined;
  readonly kind: WebhookEventKind;
  readonly isTest: boolean;
  readonly subject: string;
  readonly state: WebhookDeliveryState;
  readonly createdAt: Date;
  readonly queuedAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly endedAt: Date | null;
  readonly attemptCount: number;
  readonly attempts: readonly WebhookAttemptView[];
  readonly body: string | null;
}

/** Which ones; every member given must hold. */
export interface DeliveryFilter {
  readonly brokerId?: string | undefined;
  readonly endpointId?: string | undefined;
  readonly kind?: WebhookEventKind | undefined;
  readonly states?: readonly WebhookDeliveryState[] | undefined;
  readonly subject?: string | undefined;
  readonly queuedAfter?: Date | undefined;
  readonly queuedBefore?: Date | undefined;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly selected: ReadonlySet<string>;
}

/** A delivery within reach by its id; any other reads like one that does not exist. */
export async function readWebhookDelivery(reach: Reach, id: string, parts: Parts): Promise<WebhookDeliveryView | undefined> {
  if (!isUuid(id)) return undefined;
  const rows = await select(parts, reach).where('delivery.id', '=', id.toLowerCase()).execute();
  return (await toViews(rows, reach, parts))[0];
}

const BY_QUEUING: KeysetOrder = { name: 'webhook deliveries by queuing', column: sql.ref('delivery.queued_at'), tieBreaker: sql.ref('delivery.id'), kind: 'instant', tieBreakerKind: 'uuid' };

/** A page of the deliveries within reach by the time at which they were last put on their way. */
export async function listWebhookDeliveries(reach: Reach, { brokerId, endpointId, kind, states, subject, queuedAfter, queuedBefore }: DeliveryFilter, page: PageRequest, parts: Parts): Promise<Connection<WebhookDeliveryView>> {
  if ([brokerId, endpointId].some((id) => id !== undefined && !isUuid(id))) return toConnection([], BY_QUEUING, page);
  let mine = select(parts, reach);
  if (brokerId !== undefined) mine = mine.where('endpoint.broker_id', '=', brokerId.toLowerCase());
  if (endpointId !== undefined) mine = mine.where('delivery.endpoint_id', '=', endpointId.toLowerCase());
  if (kind !== undefined) mine = mine.where('delivery.kind', '=', kind);
  if (states !== undefined) mine = mine.where((is) => isOneOf(is, 'delivery.state', states));
  if (subject !== undefined) mine = mine.where('delivery.subject', '=', subject);
  if (queuedAfter !== undefined) mine = mine.where('delivery.queued_at', '>', queuedAfter);
  if (queuedBefore !== undefined) mine = mine.where('delivery.queued_at', '<', queuedBefore);
  const views = await toViews(await onePage(mine, BY_QUEUING, page).execute(), reach, parts);
  return toConnection(views.map((node) => ({ sortValue: node.queuedAt, tieBreaker: node.id, node })), BY_QUEUING, page);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function select({ reads, selected }: Parts, reach: Reach) {
  return reads
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select(['delivery.id', 'delivery.endpoint_id', 'delivery.kind', 'delivery.subject', 'delivery.state', 'delivery.created_at', 'delivery.queued_at', 'delivery.due_at', 'delivery.ended_at', 'delivery.attempts'])
    .where((is) => isWithin(is, 'endpoint.broker_id', reach))
    .$if(selected.has('body'), (all) => all.select('delivery.body'));
}

async function toViews(rows: readonly Row[], reach: Reach, parts: Parts): Promise<WebhookDeliveryView[]> {
  const { reads, selected } = parts;
  const attempts = selected.has('attempts') ? await readAttempts(rows.map(({ id }) => id), reads) : new Map<string, never>();
  const endpoints = selected.has('endpoint') && rows.length > 0 ? await readWebhookEndpoints(reach, [...new Set(rows.map(({ endpoint_id }) => endpoint_id))], parts) : [];
  return rows.map((row) => ({
    id: row.id,
    endpoint: endpoints.find(({ id }) => id === row.endpoint_id),
    kind: row.kind,
    isTest: row.kind === 'TEST',
    subject: row.subject,
    state: row.state,
    createdAt: toInstant(row.created_at),
    queuedAt: toInstant(row.queued_at),
    nextAttemptAt: row.state === 'PENDING' ? toInstant(row.due_at) : null,
    endedAt: toInstantOrNull(row.ended_at),
    attemptCount: row.attempts,
    attempts: attempts.get(row.id) ?? [],
    body: row.body ?? null,
  }));
}
