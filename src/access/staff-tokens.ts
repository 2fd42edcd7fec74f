import { createRemoteJWKSet, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { addSeconds } from '../shared/clock.js';
import { STAFF_ROLES, type StaffCaller, type StaffRole } from './caller.js';
import { keepOnce } from './keep-once.js';

const CLOCK_TOLERANCE_SECONDS = 30;

/** Whose tokens are believed. */
export interface StaffIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** Which claim holds the role. */
  readonly roleClaim: string;
  readonly algorithms: readonly string[];
  readonly keys: JWTVerifyGetKey | CryptoKey;
}

/** The staff member behind a token, or undefined when it is not one of this issuer's, not for us, over, or without a role of ours. */
export async function verifyStaffToken(token: string, { issuer, audience, roleClaim, algorithms, keys }: StaffIssuer, now: Date): Promise<StaffCaller | undefined> {
  const options = { issuer, audience, algorithms: [...algorithms], currentDate: now, clockTolerance: CLOCK_TOLERANCE_SECONDS, requiredClaims: ['sub', 'exp'] };
  try {
    const { payload } = typeof keys === 'function' ? await jwtVerify(token, keys, options) : await jwtVerify(token, keys, options);
    const role = z.enum(STAFF_ROLES).safeParse(payload[roleClaim]);
    return role.success && payload.sub !== undefined ? { kind: 'STAFF', role: role.data, actor: payload.sub } : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined; // jose names every reason for which a token is not to be believed
    throw error;
  }
}

/** An issuer elsewhere, whose public keys are fetched and kept. */
export function remoteStaffIssuer(settings: { issuer: string; audience: string; roleClaim: string; jwksUrl: string }): StaffIssuer {
  const { issuer, audience, roleClaim, jwksUrl } = settings;
  return { issuer, audience, roleClaim, algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'], keys: createRemoteJWKSet(new URL(jwksUrl)) };
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
