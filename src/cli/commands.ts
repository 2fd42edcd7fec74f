import { userInfo } from 'node:os';
import { Command, Option } from 'commander';
import { STAFF_ROLES, type StaffRole } from '../access/caller.js';
import { signLocalStaffToken } from '../access/staff-tokens.js';
import { readConfig } from '../config.js';
import { systemClock } from '../shared/clock.js';
import { loadDemoData } from '../store/demo-data.js';
import { migrate, openStore } from '../store/open-store.js';
import { addBackupCommands } from './backup-commands.js';
import { CommandError, failed } from './command-error.js';
import type { Print, ReadSettings } from './command-parts.js';
import { addDoctorCommand } from './doctor-command.js';
import { addFeedCommands } from './feed-commands.js';
import { addFeedStatusCommand } from './feed-status-command.js';
import type { OpenHarvester } from './harvester.js';
import { addImportCommand } from './import-command.js';
import { addListenCommand } from './listen-command.js';
import { withStaffSdk } from './staff-sdk.js';
import { addWebhookCommands } from './webhook-commands.js';

/** `courtside`: everything that staff do on a terminal. Its settings are those of the server. Who asks publishers for pages is handed in. */
export function courtside(print: (text: string) => void, environment: NodeJS.ProcessEnv, openHarvester?: OpenHarvester): Command {
  const program = new Command('courtside').description('Runs a Courtside gateway from the command line.').option('--json', 'print JSON, for programs');
  const printResult: Print = (result) => print(program.opts<{ json?: boolean }>().json ? JSON.stringify(result) : asLines(result));
  const settings: ReadSettings = () => readConfig(environment);
  addBrokerCommands(program, printResult, settings);
  addStaffCommands(program, printResult, settings);
  addWebhookCommands(program, printResult, settings);
  addFeedStatusCommand(program, addFeedCommands(program, printResult, settings), print, settings);
  addImportCommand(program, print, settings, openHarvester);
  addListenCommand(program, print, environment);
  addDoctorCommand(program, print, settings);
  addStoreCommands(program, printResult, settings);
  addBackupCommands(program, printResult, settings, environment);
  everyCommandTakesJson(program);
  return program;
}

interface NewBrokerOptions {
  readonly name: string;
  readonly url: string;
  readonly accentColor?: string;
  readonly origin?: string[];
  readonly successWebhook?: string;
  readonly customerWebhook?: string;
  readonly webhookKey?: string;
  readonly reason: string;
}

function addBrokerCommands(program: Command, print: Print, settings: ReadSettings): void {
  const broker = program.command('broker').description('take in brokers and look at them');
  broker
    .command('create')
    .description('take in a broker and print its keys, this once')
    .requiredOption('--name <name>', 'the name that sellers and customers see')
    .requiredOption('--url <url>', 'its home page')
    .option('--accent-color <colour>', 'its colour on the pages that its sellers and customers see, as in #0b6e4f')
    .option('--origin <origin...>', 'sites on which its publishable key may be used, as in https://app.example')
    .option('--success-webhook <url>', 'where it hears of orders; without it, no authenticated checkout')
    .option('--customer-webhook <url>', "where it hears of changes to its customers' details")
    .option('--reason <text>', 'why; it goes to the audit log', 'taken in on the command line')
    .option('--webhook-key <key>', 'what its webhooks carry in X-Api-Key; without it, one is made up')
    .action(async ({ origin, ...options }: NewBrokerOptions) => {
      const { createBroker } = await withStaffSdk(settings(), (sdk) => sdk.CreateBroker({ input: { ...options, origins: origin } }));
      if (createBroker.__typename !== 'CreateBrokerPayload') throw failed(createBroker);
      const { __typename, ...created } = createBroker;
      print(created);
    });
  broker
    .command('list')
    .description('print all brokers')
    .action(async () => {
      const brokers = await withStaffSdk(settings(), async (sdk) => {
        const all: object[] = [];
        for (let after: string | null = null, more = true; more; ) {
          const { brokers: page }: Awaited<ReturnType<typeof sdk.ListBrokers>> = await sdk.ListBrokers({ first: 100, after });
          all.push(...page.nodes);
          ({ endCursor: after, hasNextPage: more } = page.pageInfo);
        }
        return all;
      });
      print(brokers);
    });
  const key = program.command('key').description("replace brokers' keys");
  key
    .command('rotate')
    .description('give a broker a new secret key beside its newest one; any further one is retired')
    .requiredOption('--broker <id>', "the broker's id")
    .option('--reason <text>', 'why; it goes to the audit log', 'replaced on the command line')
    .action(async ({ broker: brokerId, reason }: { broker: string; reason: string }) => {
      const { rotateApiKey } = await withStaffSdk(settings(), (sdk) => sdk.RotateApiKey({ input: { brokerId, reason } }));
      if (rotateApiKey.__typename !== 'RotateApiKeyPayload') throw failed(rotateApiKey);
      print({ id: rotateApiKey.id, apiKey: rotateApiKey.apiKey });
    });
}

function addStaffCommands(program: Command, print: Print, settings: ReadSettings): void {
  const staff = program.command('staff').description('let staff in');
  staff
    .command('token')
    .description("sign a staff token with this machine's own key, for demo and development; valid for 8 hours")
    .addOption(new Option('--role <role>', 'what it may do').choices(STAFF_ROLES).default('support'))
    .action(async ({ role }: { role: StaffRole }) => {
      const { isProduction, staff: issuer, dataFolder } = settings();
      if (isProduction || issuer) throw new CommandError('Staff tokens come from the issuer that STAFF_ISSUER names.');
      print({ token: await signLocalStaffToken(dataFolder, `local:${userInfo().username}`, role, systemClock.now()) });
    });
}

function addStoreCommands(program: Command, print: Print, settings: ReadSettings): void {
  program
    .command('migrate')
    .description('bring the database up to date')
    .action(async () => {
      const { databaseUrl, listenUrl } = settings();
      const store = await openStore(databaseUrl, listenUrl);
      try {
        print({ applied: await migrate(store) });
      } finally {
        await store.close();
      }
    });
  program
    .command('demo')
    .description('fill the database with the demo world, or move its dates to around today')
    .action(async () => {
      const config = settings();
      if (!config.isDemo) throw new CommandError('The demo world has public keys, so it is loaded only where DEMO is true.');
      const store = await openStore(config.databaseUrl);
      try {
        await migrate(store);
        await loadDemoData(store.fork(), systemClock.now());
        print({ loaded: 'demo world' });
      } finally {
        await store.close();
      }
    });
}

/** `courtside broker list --json` reads as well as `courtside --json broker list`. */
function everyCommandTakesJson(program: Command): void {
  const leaves = (command: Command): Command[] => (command.commands.length === 0 ? [command] : command.commands.flatMap(leaves));
  for (const command of leaves(program)) {
    command.option('--json', 'print JSON, for programs');
    command.hook('preAction', (_program, action) => {
      if (action.opts<{ json?: boolean }>().json) program.setOptionValue('json', true);
    });
  }
}

function asLines(result: object): string {
  if (Array.isArray(result)) return result.map((item: object) => asLines(item)).join('\n\n');
  return Object.entries(result)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
