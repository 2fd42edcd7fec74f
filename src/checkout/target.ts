import { hash } from 'node:crypto';
import type { LinkKeys } from '../access/link-keys.js';
import { checkoutTargetAddress } from '../shared/addresses.js';
import type { FrozenAddresses } from '../checkout-session/checkout-session.facts.js';

/** How a target's secret is stored: enough to recognise it, not enough to say it. */
export function hashOfTarget(secret: string): string {
  return hash('sha256', secret);
}

/** A new session's key and hash. */
export function newTarget(identifier: string, { current }: LinkKeys): { targetKeyId: string; targetHash: string } {
  return { targetKeyId: current.id, targetHash: hashOfTarget(current.targetSecret(identifier)) };
}

/** The target's address, made again for every answer with the key of the session's day. */
export function targetOf(identifier: string, keyId: string, facts: FrozenAddresses, linkKeys: LinkKeys): string {
  const key = linkKeys.byId(keyId);
  if (!key) throw new Error(`LINK_SIGNING_KEYS lacks key ${keyId}, which session ${identifier} still needs`);
  return checkoutTargetAddress(facts, key.targetSecret(identifier));
}
