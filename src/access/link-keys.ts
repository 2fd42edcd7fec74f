import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';
import { newUuid } from '../shared/ids.js';
import { jwkSetText } from './jwk-set-text.js';
import { keepOnce } from './keep-once.js';

/** One key of LINK_SIGNING_KEYS: it signs a seller's links and makes the secrets of checkout targets. */
export interface LinkKey {
  readonly id: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** What `/.well-known/jwks.json` may show. */
  readonly publicJwk: JWK;
  /** The secret in a checkout's target, from the session's identifier: HMAC-SHA-256, base64url. */
  targetSecret(identifier: string): string;
  /** The secret of whoever is in a checkout, from the checkout's id: HMAC-SHA-256, base64url. */
  checkoutSecret(checkoutId: string): string;
  /** A client's address as something that can be compared and not read. */
  addressMark(clientAddress: string): string;
}

/** The live keys. The first signs; the others still verify, until nothing live names them. */
export interface LinkKeys {
  readonly current: LinkKey;
  /** All of them, the signing one first. */
  readonly all: readonly LinkKey[];
  byId(id: string): LinkKey | undefined;
}

/** 32 bytes in base64url: a P-256 coordinate, or the secret number. (RFC 7518 §6.2) */
const p256Number = z.string().regex(/^[\w-]{43}$/);

const PrivateJwk = z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), kid: z.string().min(1), x: p256Number, y: p256Number, d: p256Number });

/** The shape of LINK_SIGNING_KEYS: a JWK set of private P-256 keys as text. Whether its numbers fit each other only `parseLinkKeys` finds out. */
export const LinkKeyText = jwkSetText(PrivateJwk);

/** Reads a JWK set of private P-256 keys, each with a `kid` of its own. Throws when the text is anything else. */
export async function parseLinkKeys(text: string): Promise<LinkKeys> {
  const { keys } = LinkKeyText.parse(text);
  const [current, ...older] = await Promise.all(keys.map(toLinkKey));
  if (!current) throw new Error('a key set without a key');
  const all = [current, ...older];
  const known = new Map(all.map((key) => [key.id, key]));
  return { current, all, byId: (id) => known.get(id) };
}

/** A fresh key set, as text for LINK_SIGNING_KEYS. */
export async function generateLinkKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ keys: [{ ...jwk, kid: newUuid() }] });
}

/** The keys from the settings, else those that this machine made for itself and keeps beside its data. */
export async function loadLinkKeys(setting: string | undefined, dataFolder: string): Promise<LinkKeys> {
  return parseLinkKeys(setting ?? (await keepOnce(dataFolder, 'link-signing-keys.json', generateLinkKeys)));
}

async function toLinkKey({ kid, kty, crv, x, y, d }: z.infer<typeof PrivateJwk>): Promise<LinkKey> {
  const privateKey = await importEc({ kty, crv, x, y, d });
  const publicKey = await importEc({ kty, crv, x, y });
  const mac = (purpose: string): ((text: string) => string) => {
    const macKey = createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', purpose, 32)));
    return (text) => createHmac('sha256', macKey).update(text).digest('base64url');
  };
  return {
    id: kid,
    privateKey,
    publicKey,
    publicJwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' },
    targetSecret: mac('courtside checkout target'),
    checkoutSecret: mac('courtside checkout'),
    addressMark: mac('courtside client address'),
  };
}

async function importEc(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new Error('an EC key was read as a symmetric one');
  return key;
}
