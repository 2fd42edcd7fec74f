import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { Tables } from '../store/tables.js';

/** An endpoint that something is due at. */
export interface DueEndpoint {
  readonly id: string;
  readonly brokerId: string;
  readonly url: string;
  /** A disabled one hears tests alone. */
  readonly isDisabled: boolean;
  readonly isFailing: boolean;
}

type DeliveryRow = ExpressionBuilder<Tables & { delivery: Tables['webhook_delivery'] }, 'delivery'>;

/** A delivery whose time has come and that nobody has. */
function isDue(delivery: DeliveryRow, now: Date): Expression<SqlBool> {
  return delivery.and([
    delivery('delivery.state', '=', 'PENDING'),
    delivery('delivery.due_at', '<=', now),
    delivery.or([delivery('delivery.leased_until', 'is', null), delivery('delivery.leased_until', '<=', now)]),
    delivery.or([delivery('delivery.facts', 'is not', null), delivery('delivery.body', 'is not', null)]), // one that says nothing any more is not sent
  ]);
}

/** The endpoints that something is due at, of brokers with a key of ours: one look into an index for each endpoint, however much waits there. */
export async function readDueEndpoints(reads: Kysely<Tables>, now: Date): Promise<readonly DueEndpoint[]> {
  const rows = await reads
    .selectFrom('webhook_endpoint as endpoint')
    .where((endpoint) =>
      endpoint.exists(
        endpoint
          .selectFrom('webhook_delivery as delivery')
          .whereRef('delivery.endpoint_id', '=', 'endpoint.id')
          .where((delivery) => delivery.and([isDue(delivery, now), delivery.or([delivery('endpoint.disabled_at', 'is', null), delivery('delivery.kind', '=', 'TEST')])]))
          .select(sql.lit(1).as('one')),
      ),
    )
    .where((endpoint) =>
      endpoint.exists(
        endpoint
          .selectFrom('webhook_credential as credential')
          .whereRef('credential.broker_id', '=', 'endpoint.broker_id')
          .where((credential) => credential.or([credential('credential.retired_at', 'is', null), credential('credential.retired_at', '>', now)]))
          .select(sql.lit(1).as('one')),
      ),
    )
    .select(['endpoint.id', 'endpoint.broker_id', 'endpoint.url', 'endpoint.disabled_at', 'endpoint.failing_since'])
    .orderBy('endpoint.id')
    .execute();
  return rows.map(({ id, broker_id, url, disabled_at, failing_since }) => ({ id, brokerId: broker_id, url, isDisabled: disabled_at !== null, isFailing: failing_since !== null }));
}
