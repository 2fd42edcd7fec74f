import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.js';
import type { WebhookKind } from './webhook-kinds.js';

/** Whether a broker has registered an address for this kind of event; a disabled one counts. */
export async function hasWebhookEndpoint(reads: Kysely<Tables>, brokerId: string, kind: WebhookKind): Promise<boolean> {
  const row = await reads.selectFrom('webhook_endpoint').where('broker_id', '=', brokerId).where('kind', '=', kind).select('id').executeTakeFirst();
  return row !== undefined;
}
