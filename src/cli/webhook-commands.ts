import { Option, type Command } from 'commander';
import { CommandError, failed } from './command-error.js';
import type { RegisterWebhookEndpointMutationVariables } from './generated/operations.js';
import type { Print, ReadSettings } from './command-parts.js';
import { withStaffSdk } from './staff-sdk.js';

type Kind = RegisterWebhookEndpointMutationVariables['input']['kind'];

const KINDS: readonly Kind[] = ['ORDER_SUCCESS', 'CUSTOMER_CHANGE', 'ORDER_CHANGE', 'SELLER_CHANGE'];
const STATES = ['PENDING', 'DELIVERED', 'EXHAUSTED'] as const;
/** As many as one page has. */
const MOST_LISTED = 100;

interface Why {
  readonly reason: string;
}

/** What staff do with brokers' webhooks on their behalf; each change goes on record with its reason. */
export function addWebhookCommands(program: Command, print: Print, settings: ReadSettings): void {
  const webhook = program.command('webhook').description("look after brokers' webhooks");
  addEndpointCommands(webhook, print, settings);
  addDeliveryCommands(webhook, print, settings);
}

function addEndpointCommands(webhook: Command, print: Print, settings: ReadSettings): void {
  ofBroker(webhook.command('list'))
    .description("print a broker's endpoints and how they fare")
    .action(async ({ broker: brokerId }: { broker: string }) => {
      const { webhookEndpoints } = await withStaffSdk(settings(), (sdk) => sdk.ListWebhookEndpoints({ brokerId }));
      print(webhookEndpoints);
    });
  withReason(ofBroker(webhook.command('register')))
    .description('register where a broker hears of one kind of event, or change the address, and enable it')
    .addOption(new Option('--kind <kind>', 'what it hears of').choices(KINDS).makeOptionMandatory())
    .requiredOption('--url <url>', 'the address; https in production')
    .action(async ({ broker: brokerId, kind, url, reason }: Why & { broker: string; kind: Kind; url: string }) => {
      const { registerWebhookEndpoint: result } = await withStaffSdk(settings(), (sdk) => sdk.RegisterWebhookEndpoint({ input: { brokerId, kind, url, reason } }));
      if (result.__typename !== 'RegisterWebhookEndpointPayload') throw failed(result);
      print(result.endpoint);
    });
  withReason(ofEndpoint(webhook.command('disable')))
    .description('send nothing to an endpoint until it is enabled; what is for it waits')
    .action(async ({ endpoint: id, reason }: Why & { endpoint: string }) => {
      const { disableWebhookEndpoint: result } = await withStaffSdk(settings(), (sdk) => sdk.DisableWebhookEndpoint({ input: { id, reason } }));
      if (result.__typename !== 'DisableWebhookEndpointPayload') throw failed(result);
      print(result.endpoint);
    });
  withReason(ofEndpoint(webhook.command('enable')))
    .description('send to an endpoint again, at once what has waited for it')
    .action(async ({ endpoint: id, reason }: Why & { endpoint: string }) => {
      const { enableWebhookEndpoint: result } = await withStaffSdk(settings(), (sdk) => sdk.EnableWebhookEndpoint({ input: { id, reason } }));
      if (result.__typename !== 'EnableWebhookEndpointPayload') throw failed(result);
      print(result.endpoint);
    });
  withReason(ofBroker(webhook.command('rotate')))
    .description('give a broker a new webhook key and signing secret, printed this once; the pair before them stays valid for a while')
    .option('--webhook-key <key>', 'what its webhooks carry in X-Api-Key; without it, one is made up')
    .option('--overlap-seconds <seconds>', 'how long the pair before it stays valid; 0 switches at once', toSeconds, 86_400)
    .action(async ({ broker: brokerId, ...options }: Why & { broker: string; webhookKey?: string; overlapSeconds: number }) => {
      const { rotateWebhookCredential: result } = await withStaffSdk(settings(), (sdk) => sdk.RotateWebhookCredential({ input: { brokerId, ...options } }));
      if (result.__typename !== 'RotateWebhookCredentialPayload') throw failed(result);
      const { __typename, ...rotated } = result;
      print(rotated);
    });
  withReason(ofEndpoint(webhook.command('test')))
    .description('send a test to an endpoint')
    .action(async ({ endpoint: endpointId, reason }: Why & { endpoint: string }) => {
      const { sendTestWebhook: result } = await withStaffSdk(settings(), (sdk) => sdk.SendTestWebhook({ input: { endpointId, reason } }));
      if (result.__typename !== 'SendTestWebhookPayload') throw failed(result);
      print(result.delivery);
    });
}

function addDeliveryCommands(webhook: Command, print: Print, settings: ReadSettings): void {
  webhook
    .command('deliveries')
    .description(`print deliveries and their attempts, at most ${MOST_LISTED}, those at the top that were put on their way last`)
    .option('--broker <id>', 'only those of this broker')
    .option('--endpoint <id>', 'only those to this endpoint')
    .addOption(new Option('--state <state...>', 'only those in one of these states').choices(STATES))
    .action(async ({ broker: brokerId, endpoint: endpointId, state: states }: { broker?: string; endpoint?: string; state?: (typeof STATES)[number][] }) => {
      const { webhookDeliveries } = await withStaffSdk(settings(), (sdk) => sdk.ListWebhookDeliveries({ filter: { brokerId, endpointId, states }, first: MOST_LISTED }));
      print(webhookDeliveries.nodes);
    });
  withReason(webhook.command('retry'))
    .description('send a delivery again at once, wherever it stands, with the same webhook-id and bytes')
    .requiredOption('--delivery <id>', "the delivery's id, which is its webhook-id")
    .action(async ({ delivery: id, reason }: Why & { delivery: string }) => {
      const { retryWebhookDelivery: result } = await withStaffSdk(settings(), (sdk) => sdk.RetryWebhookDelivery({ input: { id, reason } }));
      if (result.__typename !== 'RetryWebhookDeliveryPayload') throw failed(result);
      print(result.delivery);
    });
  withReason(ofBroker(webhook.command('recover')))
    .description('send everything again that came to nothing and was created since a moment')
    .requiredOption('--since <instant>', 'from when, as in 2026-11-20T18:30:00Z')
    .option('--endpoint <id>', 'only what was for this endpoint')
    .action(async ({ broker: brokerId, endpoint: endpointId, since, reason }: Why & { broker: string; endpoint?: string; since: string }) => {
      const { recoverWebhookDeliveries: result } = await withStaffSdk(settings(), (sdk) => sdk.RecoverWebhookDeliveries({ input: { brokerId, endpointId, since, reason } }));
      if (result.__typename !== 'RecoverWebhookDeliveriesPayload') throw failed(result);
      print({ count: result.count });
    });
}

function ofBroker(command: Command): Command {
  return command.requiredOption('--broker <id>', "the broker's id");
}

function ofEndpoint(command: Command): Command {
  return command.requiredOption('--endpoint <id>', "the endpoint's id");
}

function withReason(command: Command): Command {
  return command.requiredOption('--reason <text>', 'why; it goes to the audit log');
}

function toSeconds(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CommandError('--overlap-seconds is a whole number of seconds.');
  return Number(text);
}
