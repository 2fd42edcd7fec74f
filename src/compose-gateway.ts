import { randomBytes } from 'node:crypto';
import { loadLinkKeys } from './access/link-keys.js';
import type { ReportFault } from './access/present-error.js';
import { ownMinutes, sharedMinutes } from './access/rate-minutes.js';
import { createRateLimits } from './access/rate-limits.js';
import { loadSecretBox } from './access/secret-box.js';
import { localStaffIssuer, remoteStaffIssuer } from './access/staff-tokens.js';
import type { Config } from './config.js';
import { openGateway, type Gateway } from './gateway.js';
import { demoMailer, noMailer } from './mail/demo-mailer.js';
import type { Parts } from './context.js';
import { openMetrics } from './figures/metrics.js';
import { demoTroubleOf } from './payment/demo-outages.js';
import { demoPayments } from './payment/demo-payments.js';
import type { Payments } from './payment/payments.js';
import { noPaymentAccounts, noPayments } from './payment/no-payment-accounts.js';
import { demoPaymentAccounts } from './payment/demo-payment-accounts.js';
import type { PaymentAccounts } from './payment/payment-accounts.js';
import { playDemoWorld } from './play-demo-world.js';
import { buildSchema } from './schema.js';
import type { Clock } from './shared/clock.js';
import type { Store } from './store/open-store.js';
import { openDemoReceiver } from './webhook/demo-receiver.js';

/** What a caller may bring along in place of what the settings ask for. */
export interface Overrides {
  readonly paymentAccounts?: PaymentAccounts;
  readonly payments?: Payments;
  /** How long what works in the background rests when there is nothing to do and nobody wakes it. */
  readonly idleMs?: number;
}

export const IDLE_MS = 1_000;

type Provider = Pick<Parts, 'paymentAccounts' | 'payments' | 'providerEvents'>;

/** Stripe as soon as it has a key; else outside production a demo of our own, and in production nothing. */
async function providerOf({ stripe, isProduction, isDemo, addresses }: Config, store: Store, clock: Clock): Promise<Provider> {
  if (stripe) return stripeProvider(stripe);
  if (isProduction) return { paymentAccounts: noPaymentAccounts, payments: noPayments, providerEvents: undefined };
  return { paymentAccounts: demoPaymentAccounts(store, clock, addresses), payments: demoPayments(store, clock, addresses, isDemo ? demoTroubleOf : undefined), providerEvents: undefined };
}

/** Its client is loaded only where it is used: a megabyte of code. */
async function stripeProvider(settings: NonNullable<Config['stripe']>): Promise<Provider> {
  const [{ openStripe }, { stripeEvents }, { stripePaymentAccounts }, { stripePayments }] = await Promise.all([
    import('./payment/stripe-client.js'),
    import('./payment/stripe-events.js'),
    import('./payment/stripe-payment-accounts.js'),
    import('./payment/stripe-payments.js'),
  ]);
  const client = openStripe(settings);
  const providerEvents = settings.webhookSecret === undefined ? undefined : stripeEvents(client, settings.webhookSecret);
  return { paymentAccounts: stripePaymentAccounts(client), payments: stripePayments(client), providerEvents };
}

/** Mail by SMTP needs a client, which is loaded only where it is used. */
async function mailerOf({ smtp, isDemo }: Config, store: Store, clock: Clock): Promise<Parts['mailer']> {
  if (smtp) return (await import('./mail/smtp-mailer.js')).smtpMailer(smtp.url, smtp.from);
  return isDemo ? demoMailer(store, clock) : noMailer;
}

/** The gateway out of its settings and an open store: for the server, and for the command line, which needs no server. */
export async function composeGateway(config: Config, store: Store, clock: Clock, report: ReportFault, { idleMs = IDLE_MS, ...overrides }: Overrides = {}): Promise<Gateway> {
  const { addresses, isDemo, isProduction, publicUrl, dataFolder } = config;
  const parts = {
    store,
    clock,
    addresses,
    linkKeys: await loadLinkKeys(config.linkSigningKeys, dataFolder),
    secretBox: await loadSecretBox(config.encryptionKeys, dataFolder),
    sellerLinkTtlSeconds: config.sellerLinkTtlSeconds,
    holdTtlSeconds: config.holdTtlSeconds,
    operationTimeoutSeconds: config.operationTimeoutSeconds,
    isProduction,
    metrics: openMetrics(store, clock),
    lookEveryMs: idleMs,
    isDemo,
    demoReceiver: openDemoReceiver(),
    mailer: await mailerOf(config, store, clock),
    adapterToken: config.adapterToken ?? randomBytes(32).toString('base64url'),
    apiKeyMode: isDemo ? 'test' : 'live',
    platformOrganization: { name: 'Courtside', url: publicUrl },
    ...(await providerOf(config, store, clock)),
    ...overrides,
    rateLimits: createRateLimits(config.rates, store.kind === 'postgres' ? sharedMinutes(store.reads) : ownMinutes()),
    ownOrigins: new Set([publicUrl, addresses.sellersUrl, addresses.checkoutUrl, addresses.bookingApiUrl].map((url) => new URL(url).origin)),
    staffIssuer: config.staff ? remoteStaffIssuer(config.staff) : isProduction ? undefined : await localStaffIssuer(dataFolder),
  } as const;
  return openGateway(isDemo ? playDemoWorld(buildSchema()) : buildSchema(), parts, report);
}
