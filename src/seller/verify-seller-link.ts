import { errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { LinkKeys } from '../access/link-keys.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { UserError } from '../shared/user-error.js';
import type { SellerLinkPurpose } from './seller-link.entity.js';
import { LINK_TYPE, PAGE_OF } from './issue-seller-link.js';

/** Not a link that we made for this page, or changed since. (our choice: 400) */
export class SellerLinkForgedError extends UserError {
  readonly __typename = 'SellerLinkForgedError';
  readonly code = 'SELLER_LINK_FORGED';
  readonly message = 'This link is not valid. It may have been cut off when it was copied.';
}

/** A link of ours whose time is over; names the broker to ask for a new one. (our choice: 410) */
export class SellerLinkExpiredError extends UserError {
  readonly __typename = 'SellerLinkExpiredError';
  readonly code = 'SELLER_LINK_EXPIRED';
  readonly message = 'This link is no longer valid: links work for a few minutes only.';

  constructor(
    readonly brokerName: string,
    readonly brokerUrl: string,
  ) {
    super();
  }
}

/** What a link says once it is believed. */
export interface SellerLinkClaims {
  readonly jti: string;
  readonly sub: string;
  readonly broker: string;
  readonly stripe?: boolean | undefined;
}

const Claims = z.object({ jti: z.uuid(), sub: z.string(), broker: z.uuid(), stripe: z.boolean().optional() });

interface Parts {
  readonly linkKeys: LinkKeys;
  readonly addresses: BaseAddresses;
  readonly now: Date;
}

/** The claims of a link for this page, `isExpired` when only its time is over, or undefined when it is not one of ours. (contract §5.2) */
export async function verifySellerLink(jwt: string, purpose: SellerLinkPurpose, parts: Parts): Promise<{ claims: SellerLinkClaims; isExpired: boolean } | undefined> {
  try {
    const { payload } = await jwtVerify(jwt, ({ kid }) => publicKeyOf(kid, parts.linkKeys), {
      algorithms: ['ES256'],
      typ: LINK_TYPE,
      issuer: parts.addresses.sellersUrl,
      audience: PAGE_OF[purpose],
      requiredClaims: ['jti', 'sub', 'iat', 'exp', 'broker'],
      currentDate: parts.now,
    });
    return toClaims(payload, false);
  } catch (error) {
    if (error instanceof errors.JWTExpired) return toClaims(error.payload, true); // its signature and its other claims were right
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function publicKeyOf(kid: string | undefined, linkKeys: LinkKeys) {
  const key = kid === undefined ? undefined : linkKeys.byId(kid);
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key.publicKey;
}

function toClaims(payload: JWTPayload, isExpired: boolean): { claims: SellerLinkClaims; isExpired: boolean } | undefined {
  const claims = Claims.safeParse(payload);
  return claims.success ? { claims: claims.data, isExpired } : undefined;
}
