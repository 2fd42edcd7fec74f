import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { hashSecret, isSecretOf, parseApiKey } from '../broker/api-key.js';
import { readApiKey, type StoredApiKey } from '../broker/api-key.store.js';
import { isOriginRegistered, readPublishableKey } from '../broker/publishable-key.store.js';
import { findCheckout } from '../checkout/checkout-token.js';
import { findFlow } from '../seller/find-seller-flow.js';
import type { Awaitable } from '../shared/awaitable.js';
import type { Tables } from '../store/tables.js';
import type { AdapterCaller, BrokerCaller, Caller, Credentials, CustomerCaller, FrontEndCaller, SellerCaller, StaffCaller } from './caller.js';
import type { KnownKeys } from './known-keys.js';
import type { LinkKeys } from './link-keys.js';
import { forbidden, unauthenticated, unavailable } from './refusal.js';
import { StaffIssuerUnreachable, verifyStaffToken, type StaffIssuer } from './staff-tokens.js';

export interface IdentifyParts {
  readonly fork: () => EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  /** The gateway's own origins: its pages and its IDE may send a secret key. */
  readonly ownOrigins: ReadonlySet<string>;
  readonly staffIssuer: StaffIssuer | undefined;
  readonly linkKeys: LinkKeys;
  readonly knownKeys: KnownKeys;
  /** What our own adapter shows for errands of its own. */
  readonly adapterToken: string;
}

/** Finds out who is asking, at once where nothing need be looked up. Throws `UNAUTHENTICATED` on a wrong credential, which is never taken for none (contract §5.1), and `UNAVAILABLE` when nobody can say whether it is wrong. */
export function identifyCaller({ apiKey, authorization, origin }: Credentials, parts: IdentifyParts): Awaitable<Caller> {
  if (authorization !== undefined) return identifyByAuthorization(authorization, parts);
  if (apiKey === undefined) return { kind: 'ANONYMOUS' };
  return apiKey.startsWith('pk_') ? identifyFrontEnd(apiKey, origin, parts) : identifyBroker(apiKey, origin, parts);
}

async function identifyByAuthorization(authorization: string, parts: IdentifyParts): Promise<Caller> {
  return (await identifySeller(authorization, parts)) ?? (await identifyCustomer(authorization, parts)) ?? identifyAdapter(authorization, parts) ?? identifyStaff(authorization, parts);
}

/** `Authorization: Checkout <checkout id>.<secret>`: a cookie of the pages, or what a front-end keeps that builds its own. */
async function identifyCustomer(authorization: string, parts: IdentifyParts): Promise<CustomerCaller | undefined> {
  const [, token] = /^Checkout +(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) return undefined;
  const checkoutId = await findCheckout(token, parts);
  if (checkoutId === undefined) throw unauthenticated();
  return { kind: 'CUSTOMER', checkoutId };
}

/** `Authorization: Adapter <ADAPTER_TOKEN>`. */
function identifyAdapter(authorization: string, { adapterToken }: IdentifyParts): AdapterCaller | undefined {
  const [, token] = /^Adapter +(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) return undefined;
  if (!isSecretOf(token, hashSecret(adapterToken))) throw unauthenticated();
  return { kind: 'ADAPTER' };
}

/** `Authorization: SellerFlow <flow id>.<secret>`, which the pages make of the flow's cookie. */
async function identifySeller(authorization: string, { fork, now }: IdentifyParts): Promise<SellerCaller | undefined> {
  const [, token] = /^SellerFlow +(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) return undefined;
  const flow = await findFlow(token, fork(), now);
  if (!flow) throw unauthenticated();
  return { kind: 'SELLER', flowId: flow.id };
}

async function identifyStaff(authorization: string, { staffIssuer, now }: IdentifyParts): Promise<StaffCaller> {
  const [, token] = /^Bearer +([\w.-]+)$/i.exec(authorization) ?? [];
  const staff = token !== undefined && staffIssuer && (await verifyStaffToken(token, staffIssuer, now).catch(asOutage));
  if (!staff) throw unauthenticated();
  return staff;
}

function asOutage(error: unknown): never {
  throw error instanceof StaffIssuerUnreachable ? unavailable('Staff cannot be recognised at this moment: their issuer does not answer.', ISSUER_RETRY_SECONDS, error) : error;
}

/** Our choice: how soon to come again while the issuer of staff tokens does not answer. */
const ISSUER_RETRY_SECONDS = 10;

/** At once where the key is known. */
function identifyBroker(apiKey: string, origin: string | undefined, parts: IdentifyParts): Awaitable<BrokerCaller> {
  const { knownKeys, reads } = parts;
  const known = knownKeys.find(apiKey);
  return known ? brokerOf(known, origin, parts) : knownKeys.learn(apiKey, () => opened(apiKey, reads)).then((stored) => brokerOf(stored, origin, parts));
}

function brokerOf(stored: StoredApiKey | undefined, origin: string | undefined, { now, ownOrigins }: IdentifyParts): BrokerCaller {
  if (!stored || (stored.retiredAt !== null && stored.retiredAt <= now)) throw unauthenticated();
  if (origin !== undefined && !ownOrigins.has(origin)) {
    throw forbidden('A secret API key came from a web page. Retire it: whoever sees that page has it. Front-ends use a publishable key.');
  }
  return { kind: 'BROKER', brokerId: stored.brokerId, apiKeyId: stored.id };
}

/** The stored key that this one opens. */
async function opened(apiKey: string, reads: IdentifyParts['reads']): Promise<StoredApiKey | undefined> {
  const given = parseApiKey(apiKey);
  const stored = given && (await readApiKey(reads, given.id));
  return stored && isSecretOf(given.secret, stored.secretHash) ? stored : undefined;
}

async function identifyFrontEnd(key: string, origin: string | undefined, { reads, now }: IdentifyParts): Promise<FrontEndCaller> {
  const stored = await readPublishableKey(reads, key);
  if (!stored || (stored.retiredAt !== null && stored.retiredAt <= now)) throw unauthenticated();
  if (origin !== undefined && !(await isOriginRegistered(reads, stored.brokerId, origin))) {
    throw forbidden('This publishable key may not be used on this site: its broker has not registered the origin.');
  }
  return { kind: 'FRONT_END', brokerId: stored.brokerId, publishableKeyId: stored.id };
}
