import type { DocumentNode } from 'graphql';
import type { CallOptions } from '../../rest-adapter/gateway-client.js';
import type * as Loop from '../../rest-adapter/webhooks/loop.js';
import type * as ComposeGateway from '../../src/compose-gateway.js';
import type * as Config from '../../src/config.js';
import type * as OpenStore from '../../src/store/open-store.js';
import type { SenderChildJob } from './killable-sender.js';

/*
 * The sender of webhooks in a process of its own, to be killed: it stops dead at a step and says so. Node runs this file as
 * it is; what it imports is what `tsc -p .` has made.
 */

const dist = new URL('../../dist/', import.meta.url).href;
const { readConfig } = (await import(`${dist}src/config.js`)) as typeof Config;
const { openStore } = (await import(`${dist}src/store/open-store.js`)) as typeof OpenStore;
const { composeGateway } = (await import(`${dist}src/compose-gateway.js`)) as typeof ComposeGateway;
const { startWebhookSender } = (await import(`${dist}rest-adapter/webhooks/loop.js`)) as typeof Loop;

const { settings, dataFolder, now, haltAt } = JSON.parse(process.argv[2] ?? '') as SenderChildJob; // from startKillableSender

process.once('disconnect', () => process.exit()); // it does not outlive the test
const clock = { now: () => new Date(now) };
const gateway = await composeGateway({ ...readConfig(settings), dataFolder }, await openStore(settings['DATABASE_URL'] ?? ''), clock, ({ cause }) => console.error(cause));

async function haltFor(step: typeof haltAt): Promise<void> {
  if (step !== haltAt) return;
  process.send?.('halted');
  await new Promise<never>(() => {});
}

const execute = async (document: DocumentNode, variables: Record<string, unknown>, options: CallOptions) => {
  const [operation] = document.definitions;
  const name = operation?.kind === 'OperationDefinition' ? operation.name?.value : undefined;
  if (name === 'ReportWebhookAttempts') await haltFor('sent');
  const answer = await gateway.execute(document, variables, options);
  const { deliveries = [] } = (answer.data?.['claimWebhookDeliveries'] ?? {}) as { deliveries?: readonly unknown[] }; // the operation's own payload
  if (name === 'ClaimWebhookDeliveries' && deliveries.length > 0) await haltFor('claimed');
  if (name === 'RecordWebhookBodies') await haltFor('recorded');
  return answer;
};

startWebhookSender({ execute, adapterToken: gateway.parts.adapterToken, now: () => clock.now(), report: (cause) => console.error(cause), reach: { allowsPrivate: true, allowsHttp: true } });
