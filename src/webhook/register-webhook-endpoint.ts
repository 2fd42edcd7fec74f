import { LockMode, type EntityManager } from '@mikro-orm/sql';
import type { DoerFor } from '../access/on-behalf.js';
import { Broker } from '../broker/broker.entity.js';
import { UnknownBrokerError } from '../broker/rotate-api-key.js';
import { Problems } from '../shared/checks.js';
import { isUuid, newUuid } from '../shared/ids.js';
import { ValidationError } from '../shared/user-error.js';
import { recordStaffChange } from '../staff/audit.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { WebhookKind } from './webhook-kinds.js';
import { checkWebhookUrl } from './webhook-url.js';

export interface Registration {
  readonly kind: WebhookKind;
  readonly url: string;
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly isProduction: boolean;
}

/**
 * Registers where a broker hears of one kind of event, or changes the address of the endpoint that there is for it, and
 * enables it: what waits goes out at once, and it has failed for no time. A repeat changes nothing. Gives the endpoint's id.
 */
export async function registerWebhookEndpoint({ kind, url }: Registration, { reach: { brokerId }, staff }: DoerFor, { em, now, isProduction }: Parts): Promise<string | ValidationError | UnknownBrokerError> {
  const problems = new Problems();
  checkWebhookUrl(problems, ['url'], url, isProduction);
  if (problems.found.length > 0) return new ValidationError(problems.found);
  if (!isUuid(brokerId)) return new UnknownBrokerError(brokerId);
  return em.transactional(async (tx) => {
    const broker = await tx.findOne(Broker, brokerId, { lockMode: LockMode.PESSIMISTIC_WRITE }); // two at once: the second finds what the first registered
    if (!broker) return new UnknownBrokerError(brokerId);
    const known = await tx.findOne(WebhookEndpoint, { broker, kind });
    if (known?.url === url && known.disabledAt === null) return known.id;
    const before = known && { url: known.url, isEnabled: known.disabledAt === null };
    const live = { url, disabledAt: null, disabledReason: null, failingSince: null };
    const endpoint = known ? tx.assign(known, live) : tx.create(WebhookEndpoint, { id: newUuid(), broker, kind, createdAt: now, ...live });
    if (staff) recordStaffChange(tx, staff.caller, { action: 'registerWebhookEndpoint', subject: `webhook endpoint ${endpoint.id}`, reason: staff.reason, before, after: { broker: brokerId, kind, url, isEnabled: true } }, now);
    return endpoint.id;
  });
}
