import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { systemClock } from '../shared/clock.js';
import { CommandError } from './command-error.js';
import { listen } from './listen.js';

interface ListenOptions {
  readonly forwardTo: string;
  readonly gateway: string;
  readonly apiKey?: string;
  readonly webhookKey?: string;
  readonly signingSecret?: string;
  readonly since?: string;
}

/** `courtside listen`: what a broker's developers run beside their own server. It needs no settings of a gateway, only a key. */
export function addListenCommand(program: Command, print: (text: string) => void, environment: NodeJS.ProcessEnv): void {
  program
    .command('listen')
    .description(
      'while developing, show and forward your events to a local address, also those sent again. It needs a registered, enabled endpoint: an event gets its bytes with its first attempt there, whatever that answers, and is forwarded from then on',
    )
    .requiredOption('--forward-to <url>', 'where events go, as in http://localhost:3000/webhooks')
    .option('--gateway <url>', 'the gateway', 'http://localhost:4000')
    .option('--api-key <key>', 'your secret API key; without it, that in COURTSIDE_API_KEY')
    .option('--webhook-key <key>', 'what goes into X-Api-Key; without it, one is made up')
    .option('--signing-secret <secret>', 'what events are signed with, as in whsec_…; without it, one is made up')
    .option('--since <instant>', 'begin with what was put on its way after this, as in 2026-11-20T18:30:00Z; without it, with what comes from now on')
    .action(async (options: ListenOptions) => {
      const isJson = program.opts<{ json?: boolean }>().json === true;
      const stopping = new AbortController();
      const stop = () => stopping.abort();
      process.once('SIGINT', stop);
      try {
        const say = (line: string, facts: object) => print(isJson ? JSON.stringify(facts) : line);
        await listen({ ...secretsOf(options, say), ...parse(options, environment), now: () => systemClock.now(), say, signal: stopping.signal });
      } finally {
        process.off('SIGINT', stop);
      }
    });
}

function parse({ forwardTo, gateway, apiKey = '', since }: ListenOptions, environment: NodeJS.ProcessEnv): { forwardTo: string; graphqlUrl: string; apiKey: string; since: Date | undefined } {
  const key = apiKey === '' ? (environment['COURTSIDE_API_KEY'] ?? '') : apiKey;
  if (key === '') throw new CommandError('Which key? Give --api-key, or set COURTSIDE_API_KEY.');
  for (const [option, url] of [['--forward-to', forwardTo], ['--gateway', gateway]] as const) {
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new CommandError(`${option} is an http or https URL.`);
  }
  if (since !== undefined && Number.isNaN(Date.parse(since))) throw new CommandError('--since is an instant, as in 2026-11-20T18:30:00Z.');
  return { forwardTo, graphqlUrl: `${gateway.replace(/\/+$/, '')}/graphql`, apiKey: key, since: since === undefined ? undefined : new Date(since) };
}

/** What the developer gave; what they left out is made up, and said, since their server must know it. */
function secretsOf({ webhookKey, signingSecret }: ListenOptions, say: (line: string, facts: object) => void): { webhookKey: string; signingSecret: string } {
  const secrets = { webhookKey: webhookKey ?? `wk_${randomBytes(24).toString('base64url')}`, signingSecret: signingSecret ?? `whsec_${randomBytes(32).toString('base64')}` };
  if (!/^(whsec_)?[A-Za-z0-9+/]+=*$/.test(secrets.signingSecret)) throw new CommandError('--signing-secret is base64, as in whsec_….');
  const madeUp = [...(webhookKey === undefined ? [`X-Api-Key ${secrets.webhookKey}`] : []), ...(signingSecret === undefined ? [`signing secret ${secrets.signingSecret}`] : [])];
  if (madeUp.length > 0) say(`Made up for this run: ${madeUp.join(', ')}`, { madeUp: { ...(webhookKey === undefined && { webhookKey: secrets.webhookKey }), ...(signingSecret === undefined && { signingSecret: secrets.signingSecret }) } });
  return secrets;
}
