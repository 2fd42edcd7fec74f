import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a stored API key row says. */
export interface KeyRow {
  readonly id: string;
  readonly broker_id: string;
  readonly secret_hash: string;
  readonly retired_at: unknown;
}

const API_KEY = /^ck_(?:live|test)_([A-Za-z0-9]{1,40})_([A-Za-z0-9]{16,80})$/;

/** The id and the secret of a key as it was sent. */
export function readKey(text: string | undefined): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] = API_KEY.exec(text ?? '') ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Compares in constant time, as we do. */
export function opens(secret: string, row: KeyRow | undefined): row is KeyRow {
  if (!row || row.retired_at !== null) return false;
  const given = createHash('sha256').update(secret).digest();
  return timingSafeEqual(given, Buffer.from(row.secret_hash, 'hex'));
}

/** The secret in a checkout's target, from the session's identifier. */
export function targetSecrets(linkSigningKeys: string): { readonly keyId: string; readonly secretOf: (identifier: string) => string } {
  const { keys: [key] } = JSON.parse(linkSigningKeys) as { keys: [{ kid: string; d: string }] }; // the bench's own set
  const macKey = Buffer.from(hkdfSync('sha256', Buffer.from(key.d, 'base64url'), '', 'courtside checkout target', 32));
  return { keyId: key.kid, secretOf: (identifier) => createHmac('sha256', macKey).update(identifier).digest('base64url') };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
