import type { Config } from '../../config.js';
import { liveWebhookSecrets } from '../../live-webhook-secrets.js';
import { CommandError } from '../command-error.js';
import { TIMEOUT_MS } from '../forward.js';
import type { ListBrokersQuery } from '../generated/operations.js';
import { withStaffSdk, type StaffSdk } from '../staff-sdk.js';
import { examineAccount, type ExaminedBroker } from './examine-account.js';
import { failure, type Finding } from './finding.js';
import type { Limits } from './judge-answer.js';
import { openWay, resolveBySystem, type Resolve } from './reach.js';
import { tryReceiver } from './try-receiver.js';

export interface DoctorOptions {
  readonly brokerId: string;
  /** Instead of the address that is registered. */
  readonly url?: string | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly limits?: Limits;
  readonly resolve?: Resolve;
}

export interface Examination {
  readonly broker: { readonly id: string; readonly name: string };
  /** Where the tests went; null when there is no address. */
  readonly url: string | null;
  /** Whether nothing failed that must not. */
  readonly isHealthy: boolean;
  readonly findings: readonly Finding[];
}

const LIMITS: Limits = { slowMs: 5_000, wholeMs: TIMEOUT_MS };

/** Looks at all that a broker's integration needs, on our side and on its own. It changes nothing, and sends nothing but tests. */
export async function examineBroker(config: Config, options: DoctorOptions): Promise<Examination> {
  const { brokerId, now } = options;
  const { broker, webhookEndpoints } = await withStaffSdk(config, async (sdk) => ({ broker: await findBroker(sdk, brokerId), ...(await sdk.ListWebhookEndpoints({ brokerId })) }));
  const endpoint = webhookEndpoints.find(({ kind }) => kind === 'ORDER_SUCCESS');
  const url = options.url ?? endpoint?.url ?? null;
  const findings = [...examineAccount(broker, endpoint, now()), ...(url === null ? [] : await examineReceiver(config, options, url, endpoint?.id ?? brokerId))];
  return { broker: { id: broker.id, name: broker.name }, url, isHealthy: findings.every(({ outcome }) => outcome !== 'FAILED'), findings };
}

/** By its own id alone: in the demo world an endpoint has its broker's, so `node` may lead to either. */
async function findBroker(sdk: StaffSdk, id: string): Promise<ExaminedBroker> {
  for (let after: string | null = null, more = true; more; ) {
    const { brokers: page }: ListBrokersQuery = await sdk.ListBrokers({ first: 100, after });
    const found = page.nodes.find((broker) => broker.id === id);
    if (found) return found;
    ({ endCursor: after, hasNextPage: more } = page.pageInfo);
  }
  throw new CommandError('There is no broker with this id.');
}

async function examineReceiver(config: Config, { brokerId, now, signal, limits = LIMITS, resolve = resolveBySystem }: DoctorOptions, url: string, endpointId: string): Promise<readonly Finding[]> {
  const secrets = await liveWebhookSecrets(config, brokerId, now());
  if (!secrets) return [failure('secrets', 'The broker has no webhook key and signing secret that these settings can open.', 'Check ENCRYPTION_KEYS, or make a new pair: courtside webhook rotate.')];
  const way = await openWay(new URL(url), config.webhookReach, resolve);
  if ('check' in way) return [way];
  try {
    return await tryReceiver({ ...secrets, url, endpointId, addresses: config.addresses, limits, dispatcher: way, now, signal });
  } finally {
    await way.destroy();
  }
}
