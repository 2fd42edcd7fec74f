import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { addSeconds } from '../shared/clock.js';
import { newUuid } from '../shared/ids.js';
import { UserError } from '../shared/user-error.js';
import type { Tables } from '../store/tables.js';
import { findFlow, hashOfFlowSecret } from './find-seller-flow.js';
import { Seller } from './seller.entity.js';
import { SellerFlow } from './seller-flow.entity.js';
import { SellerLink, type SellerLinkPurpose } from './seller-link.entity.js';
import { SellerLinkExpiredError, SellerLinkForgedError, verifySellerLink, type SellerLinkClaims } from './verify-seller-link.js';

/** The link has opened already, in another browser; names the broker to ask for a new one. (our choice: 410) */
export class SellerLinkUsedError extends UserError {
  readonly __typename = 'SellerLinkUsedError';
  readonly code = 'SELLER_LINK_USED';
  readonly message = 'This link has been used already: each link opens once.';

  constructor(
    readonly brokerName: string,
    readonly brokerUrl: string,
  ) {
    super();
  }
}

export interface OpenedFlow {
  readonly flowId: string;
  /** For the browser's cookie: `<flow id>.<secret>`. */
  readonly token: string;
}

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly linkKeys: LinkKeys;
  readonly addresses: BaseAddresses;
  readonly now: Date;
}

const FLOW_SECONDS = 30 * 60;

/**
 * Uses a link up and begins its flow. Of any number of browsers at once, one conditional statement lets one in. The same
 * browser, known by the token of its flow, is let in again. (contract §5.2)
 */
export async function openSellerLink(
  jwt: string,
  purpose: SellerLinkPurpose,
  heldTokens: readonly string[],
  parts: Parts,
): Promise<OpenedFlow | SellerLinkForgedError | SellerLinkExpiredError | SellerLinkUsedError> {
  const verified = await verifySellerLink(jwt, purpose, parts);
  const link = verified && (await parts.em.findOne(SellerLink, verified.claims.jti, { populate: ['broker'] }));
  if (!verified || !link || !isSame(link, purpose, verified.claims)) return new SellerLinkForgedError();
  const held = await heldFlow(link, heldTokens, parts);
  if (held) return held;
  const { name, url } = link.broker;
  if (link.openedAt) return new SellerLinkUsedError(name, url);
  if (verified.isExpired) return new SellerLinkExpiredError(name, url);
  return (await begin(link, parts)) ?? new SellerLinkUsedError(name, url);
}

/** The row and the signed claims say the same; a difference means that somebody has tampered with one of them. */
function isSame(link: SellerLink, purpose: SellerLinkPurpose, { sub, broker, stripe }: SellerLinkClaims): boolean {
  return link.purpose === purpose && link.sellerId === sub && link.broker.id === broker && (link.stripe ?? undefined) === stripe;
}

async function begin(link: SellerLink, { em, now }: Parts): Promise<OpenedFlow | undefined> {
  const secret = randomBytes(32).toString('base64url');
  const flowId = newUuid();
  return em.transactional(async (tx) => {
    const won = await tx.nativeUpdate(SellerLink, { id: link.id, openedAt: null }, { openedAt: now });
    if (won !== 1) return undefined;
    const seller = await tx.findOne(Seller, { sellerId: link.sellerId });
    tx.create(SellerFlow, {
      id: flowId,
      link: tx.getReference(SellerLink, link.id),
      secretHash: hashOfFlowSecret(secret),
      sellerVersion: seller?.version ?? null,
      termsVersion: null,
      refundChoice: null,
      createdAt: now,
      expiresAt: addSeconds(now, FLOW_SECONDS),
      completedAt: null,
    });
    return { flowId, token: `${flowId}.${secret}` };
  });
}

async function heldFlow(link: SellerLink, tokens: readonly string[], { em, now }: Parts): Promise<OpenedFlow | undefined> {
  for (const token of tokens) {
    const flow = await findFlow(token, em, now);
    if (flow?.link.id === link.id) return { flowId: flow.id, token };
  }
  return undefined;
}
