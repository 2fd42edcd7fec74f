import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { newUuid } from '../shared/ids.js';
import { jwkSetText } from './jwk-set-text.js';
import { keepOnce } from './keep-once.js';

/** Keeps other people's secrets in the database in a form that is of no use without our keys. */
export interface SecretBox {
  seal(secret: string): string;
  /** Throws when the text was sealed by a key that is not there any more, or was changed since. */
  open(sealed: string): string;
  /** Whether the key that seals now has sealed it; if not, it is to be sealed anew, so that its own key can go. */
  isCurrent(sealed: string): boolean;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;

/** The shape of ENCRYPTION_KEYS: a JWK set of 256-bit `oct` keys as text; the first seals, all open. */
export const EncryptionKeyText = jwkSetText(z.looseObject({ kty: z.literal('oct'), kid: z.string().regex(/^[\w-]+$/), k: z.string().regex(/^[\w-]{43}$/) }));

/** AES-256-GCM; a sealed text is `kid.nonce.ciphertext.tag` in base64url. */
export function openSecretBox(keyText: string): SecretBox {
  const { keys } = EncryptionKeyText.parse(keyText);
  const known = new Map(keys.map(({ kid, k }) => [kid, Buffer.from(k, 'base64url')]));
  const [current] = keys;
  if (!current) throw new Error('a key set without a key');
  const keyOf = (kid: string): Buffer => {
    const key = known.get(kid);
    if (!key) throw new Error(`ENCRYPTION_KEYS lacks key ${kid}, which a stored secret still needs`);
    return key;
  };
  return {
    seal(secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, keyOf(current.kid), nonce);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return [current.kid, ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    open(sealed) {
      const [kid = '', ...parts] = sealed.split('.');
      const [nonce, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
      if (!nonce || !text || !tag) throw new Error('not a sealed secret');
      const decipher = createDecipheriv(ALGORITHM, keyOf(kid), nonce, { authTagLength: 16 }).setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
    isCurrent: (sealed) => sealed.startsWith(`${current.kid}.`),
  };
}

export function generateEncryptionKeys(): string {
  return JSON.stringify({ keys: [{ kty: 'oct', kid: newUuid(), k: randomBytes(32).toString('base64url') }] });
}

/** The keys from the settings, else those that this machine made for itself and keeps beside its data. */
export async function loadSecretBox(setting: string | undefined, dataFolder: string): Promise<SecretBox> {
  return openSecretBox(setting ?? (await keepOnce(dataFolder, 'encryption-keys.json', async () => generateEncryptionKeys())));
}
