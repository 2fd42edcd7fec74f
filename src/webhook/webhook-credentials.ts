import { randomBytes } from 'node:crypto';

/** What every signing secret begins with. (Standard Webhooks) */
const SECRET_PREFIX = 'whsec_';

export function newWebhookKey(): string {
  return `wk_${randomBytes(24).toString('base64url')}`;
}

export function newSigningSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;
}
