import type { EntityManager } from '@mikro-orm/sql';
import { SignJWT } from 'jose';
import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import { Broker } from '../broker/broker.entity.js';
import { sellerLinkAddress, type BaseAddresses } from '../shared/addresses.js';
import { Problems } from '../shared/checks.js';
import { addSeconds } from '../shared/clock.js';
import { newUuid } from '../shared/ids.js';
import { ValidationError } from '../shared/user-error.js';
import type { Tables } from '../store/tables.js';
import { SellerLink, type SellerLinkPurpose } from './seller-link.entity.js';
import { readSeller } from './seller.store.js';
import { UnknownSellerError } from './unknown-seller-error.js';

/** What a broker asks for; `stripe` is null on a view link. */
export interface SellerLinkRequest {
  readonly purpose: SellerLinkPurpose;
  readonly sellerId: string;
  readonly stripe: boolean | null;
}

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly addresses: BaseAddresses;
  readonly linkKeys: LinkKeys;
  readonly sellerLinkTtlSeconds: number;
}

/** A type of its own, so that no other token of ours passes for a link. */
export const LINK_TYPE = 'link+jwt';

/** The page that a link is bound to, its audience. */
export const PAGE_OF = { ONBOARD: 'onboard', UPDATE: 'update', VIEW: 'view' } as const satisfies Record<SellerLinkPurpose, string>;

/**
 * Makes the single-use, short-lived address that sends a seller on. Each call makes another one. To onboard, a seller need
 * not be known; to update or view, it must be onboarded and the broker's own. (contract §4 rows 1 to 3, §5.2)
 */
export async function issueSellerLink(brokerId: string, request: SellerLinkRequest, parts: Parts): Promise<{ url: string } | ValidationError | UnknownSellerError> {
  const problems = new Problems();
  problems.httpUrl(['sellerId'], request.sellerId);
  if (problems.found.length > 0) return new ValidationError(problems.found);
  if (request.purpose !== 'ONBOARD' && !(await isOnboarded(brokerId, request.sellerId, parts))) return new UnknownSellerError(request.sellerId);
  const link = await storeLink(brokerId, request, parts);
  const page = PAGE_OF[request.purpose];
  return { url: sellerLinkAddress(parts.addresses, page, await signLink(link, page, parts)) };
}

async function isOnboarded(brokerId: string, sellerId: string, { reads }: Parts): Promise<boolean> {
  const seller = await readSeller({ brokerId }, sellerId, { reads, selected: new Set() });
  return seller?.status === 'FREE' || seller?.status === 'PAID';
}

async function storeLink(brokerId: string, { purpose, sellerId, stripe }: SellerLinkRequest, { em, now, sellerLinkTtlSeconds }: Parts): Promise<SellerLink> {
  const link = em.create(SellerLink, {
    id: newUuid(),
    purpose,
    sellerId,
    broker: em.getReference(Broker, brokerId),
    stripe,
    createdAt: now,
    expiresAt: addSeconds(now, sellerLinkTtlSeconds),
    openedAt: null,
  });
  await em.flush();
  return link;
}

/** A JWT of its own type, bound to one page, one seller and one broker, so that none can be used in another's place. */
function signLink({ id, sellerId, broker, stripe, createdAt, expiresAt }: SellerLink, page: string, { addresses, linkKeys }: Parts): Promise<string> {
  const { privateKey, id: kid } = linkKeys.current;
  return new SignJWT({ broker: broker.id, ...(stripe === null || stripe === undefined ? {} : { stripe }) })
    .setProtectedHeader({ alg: 'ES256', typ: LINK_TYPE, kid })
    .setIssuer(addresses.sellersUrl)
    .setAudience(page)
    .setSubject(sellerId)
    .setJti(id)
    .setIssuedAt(createdAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
}
