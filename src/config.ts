import { dirname } from 'node:path';
import { z } from 'zod';
import { LinkKeyText } from './access/link-keys.js';
import { EncryptionKeyText } from './access/secret-box.js';
import type { RateSettings } from './access/rate-limits.js';
import type { BaseAddresses } from './shared/addresses.js';

/** Every setting, checked. This file is the only reader of the environment. */
export interface Config {
  readonly isProduction: boolean;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly addresses: BaseAddresses;
  /** How many gateways answer here, each in a process of its own. */
  readonly processes: number;
  readonly databaseUrl: string;
  /** Where to listen for commits on PostgreSQL, past a pooler that keeps no sessions; most often the same. */
  readonly listenUrl: string;
  /** Where the embedded database and the keys made for it lie. */
  readonly dataFolder: string;
  readonly isDemo: boolean;
  /** A JWK set of private P-256 keys as text, the signing one first; undefined lets a development machine make its own. */
  readonly linkSigningKeys: string | undefined;
  /** A JWK set of 256-bit `oct` keys as text, the sealing one first; undefined lets a development machine make its own. */
  readonly encryptionKeys: string | undefined;
  readonly sellerLinkTtlSeconds: number;
  readonly holdTtlSeconds: number;
  /** Where mail goes out; undefined keeps it in the demo mailbox, or nowhere. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  readonly rates: RateSettings;
  readonly trustProxy: boolean | string;
  readonly adapterToken: string | undefined;
  /** Where webhooks may go. */
  readonly webhookReach: { readonly allowsPrivate: boolean; readonly allowsHttp: boolean };
  /** Who signs staff tokens; undefined lets a machine outside production sign its own. */
  readonly staff: { readonly issuer: string; readonly audience: string; readonly jwksUrl: string; readonly roleClaim: string } | undefined;
  /** Undefined where Stripe is not in use. */
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string | undefined; readonly apiBase: string | undefined } | undefined;
  readonly logLevel: string;
  /** How many requests may be under way at once; all others are turned away. */
  readonly maxRequestsInFlight: number;
  /** For how long one GraphQL operation may work. */
  readonly operationTimeoutSeconds: number;
  readonly maxOutboxLagSeconds: number;
  /** With this as a bearer token the figures are shown to others than this machine. */
  readonly metricsToken: string | undefined;
}

export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Courtside cannot start with these settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const count = (fallback: number, min: number, max: number) => z.coerce.number().int().min(min).max(max).default(fallback);
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !url.endsWith('/'), 'must not end in a slash');

/** What each setting is for stands beside it, and from here in docs/operator.md. */
export const Environment = z.object({
  NODE_ENV: z.string().optional().describe('`production` refuses to start with a missing secret, demo keys, plain http addresses or migrations that have not run'),
  HOST: z.string().default('127.0.0.1').describe('where to listen: loopback only, unless something in front of it says otherwise'),
  PORT: count(4000, 1, 65_535).describe('where to listen'),
  WEB_CONCURRENCY: count(1, 1, 64).describe('how many processes answer on this machine, on PostgreSQL alone; each has a pool of connections of its own'),
  PUBLIC_URL: baseUrl.optional().describe('the address that others use; else `http://localhost:<PORT>`'),
  SELLERS_URL: baseUrl.optional().describe('the contract’s base address for sellers; else `PUBLIC_URL`'),
  CHECKOUT_URL: baseUrl.optional().describe('the contract’s base address for the checkout; else `PUBLIC_URL`'),
  BOOKING_API_URL: baseUrl.optional().describe('the contract’s base address for customers and opportunities; else `PUBLIC_URL`'),
  VOCAB_URL: z.url({ protocol: /^https?$/ }).endsWith('/', 'must end in a slash').default('https://openactive.io/').describe('the first address in every `@context`; it ends in a slash'),
  PLATFORM_URL: baseUrl.optional().describe('the second address in every `@context`, without a slash at its end; else `<PUBLIC_URL>/ns`'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:<path> or postgres://…')
    .default('sqlite:./data/courtside.db')
    .describe('`sqlite:<path>` or `postgres://user:password@host:port/database`'),
  DATABASE_LISTEN_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/.+$/, 'must be postgres://…')
    .optional()
    .describe('where to listen for what other processes commit to PostgreSQL, past a pooler that keeps no sessions; without it such a gateway looks once a second'),
  DEMO: flag.optional().describe('the demo world with its public keys; else `true` on SQLite outside production, which refuses it'),
  LINK_SIGNING_KEYS: z
    .string()
    .refine((text) => LinkKeyText.safeParse(text).success, 'must be a JWK set of private P-256 keys, each with a kid of its own')
    .optional()
    .describe('a JWK set of private P-256 keys, each with a `kid`, for seller links, checkout targets and checkout tokens: the first signs, all verify. Required in production; elsewhere a set is made once and kept beside the data'),
  ENCRYPTION_KEYS: z
    .string()
    .refine((text) => EncryptionKeyText.safeParse(text).success, 'must be a JWK set of 256-bit oct keys, each with a kid of its own')
    .optional()
    .describe('a JWK set of 256-bit `oct` keys, each with a `kid`, with which brokers’ webhook keys are sealed in the database: the first seals, all open. Required in production; elsewhere a set is made once and kept beside the data'),
  SELLER_LINK_TTL_SECONDS: count(300, 1, 3_600).describe('how long a seller link can be opened'),
  HOLD_TTL_SECONDS: count(900, 10, 3_600).describe('how long places are held for somebody who is booking'),
  STRIPE_SECRET_KEY: z.string().optional().describe('the platform’s Stripe account; without it the demo has a provider that moves no money, and nobody else can be paid'),
  STRIPE_WEBHOOK_SECRET: z.string().optional().describe('the secret that signs Stripe’s events at `/provider-events`; required with the key in production'),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional().describe('another address for Stripe’s API'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional().describe('where mail goes out, with `MAIL_FROM`; without both the demo keeps its mail in a mailbox that everybody can read, and nobody else sends any'),
  MAIL_FROM: z.string().optional().describe('from whom mail comes, with `SMTP_URL`'),
  RATE_ANONYMOUS_PER_MINUTE: count(60, 1, 1_000_000).describe('how many requests an address may make without a key; on PostgreSQL all processes count together'),
  RATE_KEY_PER_MINUTE: count(1000, 1, 1_000_000).describe('how many requests a key may make; on PostgreSQL all processes count together'),
  TRUST_PROXY: z.string().default('false').describe('`true`, or the addresses of the proxies whose `X-Forwarded-For` is believed, separated by commas'),
  ADAPTER_TOKEN: z.string().min(32, 'must have at least 32 characters').optional().describe('lets an adapter that runs apart say for whom it calls; the same on both sides'),
  ALLOW_PRIVATE_WEBHOOKS: flag.optional().describe('whether webhooks may go to loopback and private addresses; else `true` outside production, which refuses it and takes https alone'),
  STAFF_ISSUER: z.string().optional().describe('who signs staff tokens, with the next two: all three or none; without them a machine outside production signs its own'),
  STAFF_AUDIENCE: z.string().optional().describe('for whom staff tokens must be'),
  STAFF_JWKS_URL: z.url({ protocol: /^https?$/ }).optional().describe('where the keys are that staff tokens are signed with'),
  STAFF_ROLE_CLAIM: z.string().default('role').describe('which claim of a staff token has the role'),
  MAX_REQUESTS_IN_FLIGHT: count(500, 1, 100_000).describe('past so many requests at once others are turned away with `503`'),
  OPERATION_TIMEOUT_SECONDS: count(20, 1, 300).describe('for how long one GraphQL operation may work before it is given up and its SQL cancelled'),
  READY_MAX_OUTBOX_LAG_SECONDS: count(3_600, 1, 1_000_000).describe('`/readyz` answers `503` once a task is overdue for longer than this: nobody at all does them then'),
  METRICS_TOKEN: z.string().min(32, 'must have at least 32 characters').optional().describe('shows `/metrics` to whoever sends it as a bearer token; without it, in production only to callers on this machine that came through no proxy'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').describe('what is logged'),
});

type Given = Readonly<Record<string, string | undefined>>;

/** Reads the settings. Throws one ConfigError that names every bad one. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given: Given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  const unreadable = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const problems = [...unreadable, ...staffProblems(given), ...mailProblems(given), ...processProblems(given), ...(given['NODE_ENV'] === 'production' ? productionProblems(given) : [])];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

function toConfig(env: z.infer<typeof Environment>): Config {
  const isProduction = env.NODE_ENV === 'production';
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const sqlitePath = env.DATABASE_URL.startsWith('sqlite:') ? env.DATABASE_URL.slice('sqlite:'.length) : undefined;
  return {
    isProduction,
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    processes: env.WEB_CONCURRENCY,
    addresses: {
      sellersUrl: env.SELLERS_URL ?? publicUrl,
      checkoutUrl: env.CHECKOUT_URL ?? publicUrl,
      bookingApiUrl: env.BOOKING_API_URL ?? publicUrl,
      vocabUrl: env.VOCAB_URL,
      platformUrl: env.PLATFORM_URL ?? `${publicUrl}/ns`,
    },
    databaseUrl: env.DATABASE_URL,
    listenUrl: env.DATABASE_LISTEN_URL ?? env.DATABASE_URL,
    dataFolder: sqlitePath === undefined ? './data' : dirname(sqlitePath),
    isDemo: env.DEMO ?? (sqlitePath !== undefined && !isProduction),
    linkSigningKeys: env.LINK_SIGNING_KEYS,
    encryptionKeys: env.ENCRYPTION_KEYS,
    sellerLinkTtlSeconds: env.SELLER_LINK_TTL_SECONDS,
    holdTtlSeconds: env.HOLD_TTL_SECONDS,
    smtp: env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    rates: { anonymousPerMinute: env.RATE_ANONYMOUS_PER_MINUTE, keyPerMinute: env.RATE_KEY_PER_MINUTE },
    trustProxy: env.TRUST_PROXY === 'true' || env.TRUST_PROXY === 'false' ? env.TRUST_PROXY === 'true' : env.TRUST_PROXY,
    adapterToken: env.ADAPTER_TOKEN,
    webhookReach: { allowsPrivate: env.ALLOW_PRIVATE_WEBHOOKS ?? !isProduction, allowsHttp: !isProduction },
    staff: staffOf(env),
    stripe: env.STRIPE_SECRET_KEY === undefined ? undefined : { secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET, apiBase: env.STRIPE_API_BASE },
    logLevel: env.LOG_LEVEL,
    maxRequestsInFlight: env.MAX_REQUESTS_IN_FLIGHT,
    operationTimeoutSeconds: env.OPERATION_TIMEOUT_SECONDS,
    maxOutboxLagSeconds: env.READY_MAX_OUTBOX_LAG_SECONDS,
    metricsToken: env.METRICS_TOKEN,
  };
}

function staffOf(env: z.infer<typeof Environment>): Config['staff'] {
  const { STAFF_ISSUER: issuer, STAFF_AUDIENCE: audience, STAFF_JWKS_URL: jwksUrl, STAFF_ROLE_CLAIM: roleClaim } = env;
  return issuer !== undefined && audience !== undefined && jwksUrl !== undefined ? { issuer, audience, jwksUrl, roleClaim } : undefined;
}

/** An issuer is known by all three or not at all. */
function staffProblems(given: Given): string[] {
  const names = ['STAFF_ISSUER', 'STAFF_AUDIENCE', 'STAFF_JWKS_URL'];
  const missing = names.filter((name) => given[name] === undefined);
  return missing.length === names.length ? [] : missing.map((name) => `${name}: is required with the other two`);
}

/** On SQLite limits and wake-ups are those of one process, and a second writer would make each wait for the other with all its requests. */
function processProblems(given: Given): string[] {
  const isOnSqlite = !/^postgres(ql)?:/.test(given['DATABASE_URL'] ?? '');
  return isOnSqlite && Number(given['WEB_CONCURRENCY'] ?? 1) > 1 ? ['WEB_CONCURRENCY: must be 1 on SQLite, which is for one process; more of them need PostgreSQL'] : [];
}

/** A mail needs a way out and a sender. */
function mailProblems(given: Given): string[] {
  const [url, from] = [given['SMTP_URL'], given['MAIL_FROM']];
  if ((url === undefined) === (from === undefined)) return [];
  return [url === undefined ? 'SMTP_URL: is required with MAIL_FROM' : 'MAIL_FROM: is required with SMTP_URL'];
}

/** The addresses of ours that others use. What is not set follows PUBLIC_URL, the first; the vocabulary has a default of its own. */
const OUR_ADDRESSES = ['PUBLIC_URL', 'SELLERS_URL', 'CHECKOUT_URL', 'BOOKING_API_URL', 'PLATFORM_URL', 'VOCAB_URL'] as const;

/** What a developer's machine may do and a public one may not: about the settings as they came, so that one that cannot be read hides no other. */
function productionProblems(given: Given): string[] {
  const problems: string[] = [];
  if (given['LINK_SIGNING_KEYS'] === undefined) problems.push('LINK_SIGNING_KEYS: is required in production');
  if (given['STRIPE_SECRET_KEY'] !== undefined && given['STRIPE_WEBHOOK_SECRET'] === undefined) problems.push('STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY in production');
  if (given['ENCRYPTION_KEYS'] === undefined) problems.push('ENCRYPTION_KEYS: is required in production');
  if (given['DEMO'] === 'true') problems.push('DEMO: must not be true in production, its keys are public');
  if (given['ALLOW_PRIVATE_WEBHOOKS'] === 'true') problems.push('ALLOW_PRIVATE_WEBHOOKS: must not be true in production, a broker could reach what is behind it');
  if (given['PUBLIC_URL'] === undefined) problems.push('PUBLIC_URL: is required in production');
  for (const name of OUR_ADDRESSES) {
    if (/^http:/i.test(given[name] ?? '')) problems.push(`${name}: must be an https address in production`);
  }
  return problems;
}
