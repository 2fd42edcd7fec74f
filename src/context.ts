import type { EntityManager } from '@mikro-orm/sql';
import { GraphQLError } from 'graphql';
import type { Kysely } from 'kysely';
import type { Caller, Credentials, StaffCaller } from './access/caller.js';
import { identifyCaller, type IdentifyParts } from './access/identify-caller.js';
import type { KnownKeys } from './access/known-keys.js';
import type { LinkKeys } from './access/link-keys.js';
import type { RateLimits } from './access/rate-limits.js';
import type { ApiKeyMode } from './broker/api-key.js';
import type { SecretBox } from './access/secret-box.js';
import type { Mailer } from './mail/mailer.js';
import type { Metrics } from './figures/metrics.js';
import type { PaymentAccounts } from './payment/payment-accounts.js';
import type { Payments } from './payment/payments.js';
import type { ProviderEvents } from './payment/provider-events.js';
import type { BaseAddresses } from './shared/addresses.js';
import type { Awaitable } from './shared/awaitable.js';
import { liftTimeLimit } from './shared/time-limit.js';
import type { Clock } from './shared/clock.js';
import type { Bell } from './store/bell.js';
import type { Store } from './store/open-store.js';
import type { Tables } from './store/tables.js';
import type { DemoReceiver } from './webhook/demo-receiver.js';
import type { WriteLane } from './store/write-lane.js';

/** What every operation may use, the same for all of them. */
export interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly addresses: BaseAddresses;
  readonly linkKeys: LinkKeys;
  readonly knownKeys: KnownKeys;
  readonly sellerLinkTtlSeconds: number;
  readonly apiKeyMode: ApiKeyMode;
  /** Under whose name a checkout runs that came without a broker's key. */
  readonly platformOrganization: { readonly name: string; readonly url: string };
  readonly paymentAccounts: PaymentAccounts;
  readonly payments: Payments;
  /** Undefined where the provider sends none. */
  readonly providerEvents: ProviderEvents | undefined;
  readonly mailer: Mailer;
  readonly secretBox: SecretBox;
  readonly metrics: Metrics;
  /** How often, in milliseconds, who waits for work looks without having been woken. */
  readonly lookEveryMs: number;
  /** For how long one operation may work, whoever asks; our own sender excepted. */
  readonly operationTimeoutSeconds: number;
  /** How long places are held for somebody who is booking. */
  readonly holdTtlSeconds: number;
  /** Whether real brokers are served: their webhooks go to https addresses only. */
  readonly isProduction: boolean;
  /** Whether the demo world's public keys are in use. */
  readonly isDemo: boolean;
  /** What the demo broker's receiver makes of webhooks; of use in demo only. */
  readonly demoReceiver: DemoReceiver;
  readonly rateLimits: RateLimits;
  readonly ownOrigins: IdentifyParts['ownOrigins'];
  readonly staffIssuer: IdentifyParts['staffIssuer'];
  readonly adapterToken: IdentifyParts['adapterToken'];
}

/** What one operation has: who asks, when, and its own unit of work. */
export interface Context extends Omit<Parts, 'store' | 'ownOrigins' | 'staffIssuer' | 'adapterToken'> {
  readonly requestId: string;
  readonly caller: Caller;
  readonly clientAddress: string;
  readonly isFromAdapter: boolean;
  readonly now: Date;
  readonly em: EntityManager;
  /** Another unit of work, for what takes several transactions with a provider's answer between them. */
  readonly fork: () => EntityManager;
  readonly storeKind: Store['kind'];
  readonly bell: Bell;
  /** On SQLite, for writes that share a commit. */
  readonly lane: WriteLane | undefined;
  /** Whether nobody is there any more to be answered. */
  readonly isCallerGone?: (() => boolean) | undefined;
  readonly reads: Kysely<Tables>;
}

/** Identifies the caller, who pays for the request out of their minute: at once where nothing need be looked up. Rejects with `UNAUTHENTICATED`, `FORBIDDEN` or `RATE_LIMITED`. */
export function openContext(credentials: Credentials, parts: Parts): Awaitable<Context> {
  const caller = identify(credentials, parts);
  return caller instanceof Promise ? caller.then((known) => letIn(known, credentials, parts)) : letIn(caller, credentials, parts);
}

function letIn(caller: Caller, credentials: Credentials, parts: Parts): Awaitable<Context> {
  if (caller.kind === 'ADAPTER') liftTimeLimit();
  const paid = parts.rateLimits.spendRequest(caller, credentials.clientAddress, credentials.tellRate);
  return paid instanceof Promise ? paid.then(() => contextFor(caller, credentials, parts)) : contextFor(caller, credentials, parts);
}

/** The context of a member of staff whom this process itself vouches for: the command line. */
export function contextOfStaff(caller: StaffCaller, requestId: string, parts: Parts): Context {
  return contextFor(caller, { clientAddress: 'this process', requestId }, parts);
}

/** Member by member: a copy of the whole, made for every operation, would cost more than all that is done here. */
function contextFor(caller: Caller, { requestId, clientAddress, isFromAdapter = false, isCallerGone }: Credentials, parts: Parts): Context {
  const { store } = parts;
  return withUnitOfWork({
    clock: parts.clock,
    addresses: parts.addresses,
    linkKeys: parts.linkKeys,
    knownKeys: parts.knownKeys,
    sellerLinkTtlSeconds: parts.sellerLinkTtlSeconds,
    apiKeyMode: parts.apiKeyMode,
    platformOrganization: parts.platformOrganization,
    paymentAccounts: parts.paymentAccounts,
    payments: parts.payments,
    providerEvents: parts.providerEvents,
    mailer: parts.mailer,
    secretBox: parts.secretBox,
    metrics: parts.metrics,
    lookEveryMs: parts.lookEveryMs,
    operationTimeoutSeconds: parts.operationTimeoutSeconds,
    holdTtlSeconds: parts.holdTtlSeconds,
    isProduction: parts.isProduction,
    isDemo: parts.isDemo,
    demoReceiver: parts.demoReceiver,
    rateLimits: parts.rateLimits,
    requestId,
    caller,
    clientAddress,
    isFromAdapter,
    isCallerGone,
    now: parts.clock.now(),
    fork: () => store.fork(),
    storeKind: store.kind,
    bell: store.bell,
    lane: store.lane,
    reads: store.reads,
  });
}

/** The unit of work is made when somebody asks for it: plain reads need none. */
function withUnitOfWork(context: Omit<Context, 'em'>): Context {
  return Object.defineProperty(context, 'em', UNIT_OF_WORK) as Context; // it has it now
}

/** One descriptor for all: an accessor of its own would make each context an object of a kind of its own. */
const UNIT_OF_WORK: PropertyDescriptor & ThisType<Context> = {
  configurable: true,
  enumerable: true,
  get() {
    const em = this.fork();
    Object.defineProperty(this, 'em', { value: em, enumerable: true });
    return em;
  },
};

function identify(credentials: Credentials, parts: Parts): Awaitable<Caller> {
  const { store, clock, ownOrigins, staffIssuer, adapterToken, linkKeys, knownKeys } = parts;
  try {
    const caller = identifyCaller(credentials, { fork: () => store.fork(), reads: store.reads, now: clock.now(), ownOrigins, staffIssuer, adapterToken, linkKeys, knownKeys });
    return caller instanceof Promise ? caller.catch((error: unknown) => refuse(error, credentials, parts)) : caller;
  } catch (error) {
    return refuse(error, credentials, parts);
  }
}

/** Who is refused has made a request all the same. */
async function refuse(error: unknown, { clientAddress, tellRate }: Credentials, { rateLimits }: Parts): Promise<never> {
  if (error instanceof GraphQLError) await rateLimits.spendRefused(clientAddress, tellRate);
  throw error;
}
