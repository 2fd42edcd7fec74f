import { z } from 'zod';
import type { Vocabulary } from './json-ld/vocabulary.js';
import type { WebhookReach } from './webhooks/address-guard.js';

/** The settings of an adapter that runs apart from its gateway. In one process, the gateway's own settings do. */
export interface AdapterConfig {
  readonly host: string;
  readonly port: number;
  /** The gateway's base address; its GraphQL is at `/graphql` below it. */
  readonly gatewayUrl: string;
  /** With this the gateway believes for whom the adapter calls. */
  readonly adapterToken: string | undefined;
  readonly vocabulary: Vocabulary;
  /** Where brokers reach this adapter. */
  readonly publicUrl: string;
  /** Where webhooks may go. */
  readonly webhookReach: WebhookReach;
  /** Whether to believe X-Forwarded-For, and from whom. */
  readonly trustProxy: boolean | string;
  /** How many requests may be under way at once; all others are turned away. */
  readonly maxRequestsInFlight: number;
  readonly logLevel: string;
}

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(4001),
  GATEWAY_URL: z.url({ protocol: /^https?$/ }),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  VOCAB_URL: z.url({ protocol: /^https?$/ }).endsWith('/', 'must end in a slash').default('https://openactive.io/'),
  PLATFORM_URL: z.url({ protocol: /^https?$/ }).optional(),
  ADAPTER_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
  ALLOW_PRIVATE_WEBHOOKS: z.enum(['true', 'false']).optional(),
  NODE_ENV: z.string().optional(),
  TRUST_PROXY: z.string().default('false'),
  MAX_REQUESTS_IN_FLIGHT: z.coerce.number().int().min(1).max(100_000).default(500),
  LOG_LEVEL: z.string().default('info'),
}).refine(({ NODE_ENV, ALLOW_PRIVATE_WEBHOOKS }) => NODE_ENV !== 'production' || ALLOW_PRIVATE_WEBHOOKS !== 'true', { path: ['ALLOW_PRIVATE_WEBHOOKS'], message: 'must not be true in production' });

/** Reads the settings, or says in one message what is wrong with all of them. */
export function readAdapterConfig(environment: NodeJS.ProcessEnv): AdapterConfig {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) throw new Error(`The adapter cannot start with these settings:\n${z.prettifyError(parsed.error)}`);
  const env = parsed.data;
  const isProduction = env.NODE_ENV === 'production';
  const publicUrl = env.PUBLIC_URL ?? env.GATEWAY_URL;
  return {
    host: env.HOST,
    port: env.PORT,
    gatewayUrl: env.GATEWAY_URL,
    adapterToken: env.ADAPTER_TOKEN,
    vocabulary: { vocabUrl: env.VOCAB_URL, platformUrl: env.PLATFORM_URL ?? `${publicUrl}/ns` },
    publicUrl,
    webhookReach: { allowsPrivate: env.ALLOW_PRIVATE_WEBHOOKS === undefined ? !isProduction : env.ALLOW_PRIVATE_WEBHOOKS === 'true', allowsHttp: !isProduction },
    trustProxy: env.TRUST_PROXY === 'true' || env.TRUST_PROXY === 'false' ? env.TRUST_PROXY === 'true' : env.TRUST_PROXY,
    maxRequestsInFlight: env.MAX_REQUESTS_IN_FLIGHT,
    logLevel: env.LOG_LEVEL,
  };
}
