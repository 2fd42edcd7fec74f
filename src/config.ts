import { dirname } from 'node:path';
import { z } from 'zod';
import type { RateSettings } from './access/rate-limits.js';
import type { BaseAddresses } from './shared/addresses.js';

/** Every setting, checked. This file is the only reader of the environment. */
export interface Config {
  readonly isProduction: boolean;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly addresses: BaseAddresses;
  readonly databaseUrl: string;
  /** Where the embedded database and the keys made for it lie. */
  readonly dataFolder: string;
  readonly isDemo: boolean;
  /** A JWK set of private P-256 keys as text, the signing one first; undefined lets a development machine make its own. */
  readonly linkSigningKeys: string | undefined;
  readonly sellerLinkTtlSeconds: number;
  readonly rates: RateSettings;
  readonly trustProxy: boolean | string;
  readonly adapterToken: string | undefined;
  /** Who signs staff tokens; undefined lets a machine outside production sign its own. */
  readonly staff: { readonly issuer: string; readonly audience: string; readonly jwksUrl: string; readonly roleClaim: string } | undefined;
  readonly logLevel: string;
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

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: count(4000, 1, 65_535),
  PUBLIC_URL: baseUrl.optional(),
  SELLERS_URL: baseUrl.optional(),
  CHECKOUT_URL: baseUrl.optional(),
  BOOKING_API_URL: baseUrl.optional(),
  VOCAB_URL: z.url({ protocol: /^https?$/ }).endsWith('/', 'must end in a slash').default('https://openactive.io/'),
  PLATFORM_URL: baseUrl.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:<path> or postgres://…')
    .default('sqlite:./data/courtside.db'),
  DEMO: flag.optional(),
  LINK_SIGNING_KEYS: z.string().optional(),
  SELLER_LINK_TTL_SECONDS: count(300, 1, 3_600),
  RATE_ANONYMOUS_PER_MINUTE: count(60, 1, 1_000_000),
  RATE_KEY_PER_MINUTE: count(1000, 1, 1_000_000),
  TRUST_PROXY: z.string().default('false'),
  ADAPTER_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
  STAFF_ISSUER: z.string().optional(),
  STAFF_AUDIENCE: z.string().optional(),
  STAFF_JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  STAFF_ROLE_CLAIM: z.string().default('role'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Reads the settings. Throws one ConfigError that names every bad one. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  const config = toConfig(parsed.data);
  const problems = [...staffProblems(given), ...(config.isProduction ? productionProblems(config) : [])];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
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
    addresses: {
      sellersUrl: env.SELLERS_URL ?? publicUrl,
      checkoutUrl: env.CHECKOUT_URL ?? publicUrl,
      bookingApiUrl: env.BOOKING_API_URL ?? publicUrl,
      vocabUrl: env.VOCAB_URL,
      platformUrl: env.PLATFORM_URL ?? `${publicUrl}/ns`,
    },
    databaseUrl: env.DATABASE_URL,
    dataFolder: sqlitePath === undefined ? './data' : dirname(sqlitePath),
    isDemo: env.DEMO ?? (sqlitePath !== undefined && !isProduction),
    linkSigningKeys: env.LINK_SIGNING_KEYS,
    sellerLinkTtlSeconds: env.SELLER_LINK_TTL_SECONDS,
    rates: { anonymousPerMinute: env.RATE_ANONYMOUS_PER_MINUTE, keyPerMinute: env.RATE_KEY_PER_MINUTE },
    trustProxy: env.TRUST_PROXY === 'true' || env.TRUST_PROXY === 'false' ? env.TRUST_PROXY === 'true' : env.TRUST_PROXY,
    adapterToken: env.ADAPTER_TOKEN,
    staff: staffOf(env),
    logLevel: env.LOG_LEVEL,
  };
}

function staffOf(env: z.infer<typeof Environment>): Config['staff'] {
  const { STAFF_ISSUER: issuer, STAFF_AUDIENCE: audience, STAFF_JWKS_URL: jwksUrl, STAFF_ROLE_CLAIM: roleClaim } = env;
  return issuer !== undefined && audience !== undefined && jwksUrl !== undefined ? { issuer, audience, jwksUrl, roleClaim } : undefined;
}

/** An issuer is known by all three or not at all. */
function staffProblems(environment: Readonly<Record<string, unknown>>): string[] {
  const names = ['STAFF_ISSUER', 'STAFF_AUDIENCE', 'STAFF_JWKS_URL'];
  const missing = names.filter((name) => environment[name] === undefined);
  return missing.length === names.length ? [] : missing.map((name) => `${name}: is required with the other two`);
}

/** What a developer's machine may do and a public one may not. */
function productionProblems({ linkSigningKeys, isDemo, publicUrl, addresses }: Config): string[] {
  const problems: string[] = [];
  if (linkSigningKeys === undefined) problems.push('LINK_SIGNING_KEYS: is required in production');
  if (isDemo) problems.push('DEMO: must not be true in production, its keys are public');
  const { sellersUrl, checkoutUrl, bookingApiUrl } = addresses;
  for (const [name, url] of Object.entries({ PUBLIC_URL: publicUrl, SELLERS_URL: sellersUrl, CHECKOUT_URL: checkoutUrl, BOOKING_API_URL: bookingApiUrl })) {
    if (!url.startsWith('https://')) problems.push(`${name}: must be an https address in production`);
  }
  return problems;
}
