import { randomBytes } from 'node:crypto';
import type { Problems } from '../shared/checks.js';

/** What every signing secret begins with. (Standard Webhooks) */
const SECRET_PREFIX = 'whsec_';

export function newWebhookKey(): string {
  return `wk_${randomBytes(24).toString('base64url')}`;
}

export function newSigningSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;
}

/** What a header can carry, long enough not to be guessed, and no key that opens us. (contract §5.3) */
export function checkWebhookKey(problems: Problems, key: string): void {
  if (!/^[\x21-\x7e]{16,255}$/.test(key)) problems.add(['webhookKey'], 'must have from 16 to 255 printable characters without spaces');
  else if (/^(ck|pk)_/.test(key)) problems.add(['webhookKey'], 'must not be an API key');
}
