import { createRemoteJWKSet, errors, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { addSeconds } from '../shared/clock.js';
import { STAFF_ROLES, type StaffCaller, type StaffRole } from './caller.js';
import { keepOnce } from './keep-once.js';

const CLOCK_TOLERANCE_SECONDS = 30;
/** How long an issuer has to show its keys. */
const FETCH_MS = 5_000;
/** For how long fetched keys are believed without asking again: a key that its issuer withdraws opens nothing after that. */
const KEYS_KEPT_MS = 600_000;
/** A kid that nobody knows is asked for at most this often, so that made-up tokens cannot make us ask without end. */
const KEYS_ASKED_EVERY_MS = 30_000;
/** What `typ` may say, in lower case: an access token (RFC 9068 §2.1), or as with many issuers nothing of use. (our choice) */
const ACCESS_TOKEN_TYPES: ReadonlySet<unknown> = new Set(['at+jwt', 'application/at+jwt', 'jwt', undefined]);

/** Whose tokens are believed. */
export interface StaffIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** Which claim holds the role, or a list of roles of which the highest of ours counts. */
  readonly roleClaim: string;
  readonly algorithms: readonly string[];
  readonly keys: JWTVerifyGetKey | CryptoKey;
}

/** The issuer's keys cannot be had at this moment, so that nothing can be said of a token: an outage, and no wrong token. (our choice) */
export class StaffIssuerUnreachable extends Error {}

/** The staff member behind a token, or undefined when it is not one of this issuer's, not for us, over, or without a role of ours. Throws StaffIssuerUnreachable. */
export async function verifyStaffToken(token: string, { issuer, audience, roleClaim, algorithms, keys }: StaffIssuer, now: Date): Promise<StaffCaller | undefined> {
  const options = { issuer, audience, algorithms: [...algorithms], currentDate: now, clockTolerance: CLOCK_TOLERANCE_SECONDS, requiredClaims: ['sub', 'exp'] };
  try {
    const { payload, protectedHeader } = typeof keys === 'function' ? await jwtVerify(token, keys, options) : await jwtVerify(token, keys, options);
    const role = highestRole(payload[roleClaim]);
    const isForBearers = ACCESS_TOKEN_TYPES.has(protectedHeader.typ?.toLowerCase()) && payload['cnf'] === undefined; // one bound to a key shows nothing without that key (RFC 7800)
    return role !== undefined && isForBearers && payload.sub !== undefined && payload.sub !== '' ? { kind: 'STAFF', role, actor: payload.sub } : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined; // jose names every reason for which a token is not to be believed
    throw error;
  }
}

/** A role, or the highest of a list of roles; other names in the list are another application's. */
function highestRole(claim: unknown): StaffRole | undefined {
  const held: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return STAFF_ROLES.findLast((role) => held.includes(role));
}

/** An issuer elsewhere, whose public keys are fetched and kept. */
export function remoteStaffIssuer(settings: { issuer: string; audience: string; roleClaim: string; jwksUrl: string }): StaffIssuer {
  const { issuer, audience, roleClaim, jwksUrl } = settings;
  const published = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: FETCH_MS, cacheMaxAge: KEYS_KEPT_MS, cooldownDuration: KEYS_ASKED_EVERY_MS });
  const keys: JWTVerifyGetKey = async (header, token) => {
    try {
      return await published(header, token);
    } catch (error) {
      throw isAboutToken(error) ? error : new StaffIssuerUnreachable(`The keys at ${jwksUrl} cannot be had.`, { cause: error });
    }
  };
  return { issuer, audience, roleClaim, algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'], keys };
}

/** Whether the keys are there and none of them is the token's; whatever else goes wrong lies with the issuer or the way there. */
function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys || error instanceof errors.JOSENotSupported;
}

const LOCAL = { issuer: 'courtside:local', audience: 'courtside', roleClaim: 'role' } as const;
const LOCAL_TOKEN_SECONDS = 8 * 3_600;

/** An issuer of this machine's own, for demo and development: its key lies beside the data. */
export async function localStaffIssuer(dataFolder: string): Promise<StaffIssuer> {
  const { publicKey } = await localKeys(dataFolder);
  return { ...LOCAL, algorithms: ['ES256'], keys: publicKey };
}

/** A token of that issuer, valid for 8 hours. */
export async function signLocalStaffToken(dataFolder: string, actor: string, role: StaffRole, now: Date): Promise<string> {
  const { privateKey } = await localKeys(dataFolder);
  return new SignJWT({ [LOCAL.roleClaim]: role })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(LOCAL.issuer)
    .setAudience(LOCAL.audience)
    .setSubject(actor)
    .setIssuedAt(now)
    .setExpirationTime(addSeconds(now, LOCAL_TOKEN_SECONDS))
    .sign(privateKey);
}

async function localKeys(dataFolder: string): Promise<{ privateKey: CryptoKey; publicKey: CryptoKey }> {
  const text = await keepOnce(dataFolder, 'staff-signing-key.json', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    return JSON.stringify(await exportJWK(privateKey));
  });
  const jwk = z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() }).parse(JSON.parse(text));
  const { kty, crv, x, y, d } = jwk;
  return { privateKey: await importEc({ kty, crv, x, y, d }), publicKey: await importEc({ kty, crv, x, y }) };
}

async function importEc(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new Error('an EC key was read as a symmetric one');
  return key;
}
