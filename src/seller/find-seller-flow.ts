import { createHash, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import { isUuid } from '../shared/ids.js';
import { SellerFlow } from './seller-flow.entity.js';

/** The live flow that a token opens, or null. */
export async function findFlow(token: string, em: EntityManager, now: Date): Promise<SellerFlow | null> {
  const [id = '', secret = ''] = token.split('.');
  if (!isUuid(id)) return null;
  const flow = await em.findOne(SellerFlow, { id, expiresAt: { $gt: now } });
  if (!flow) return null;
  const [given, stored] = [Buffer.from(hashOfFlowSecret(secret), 'hex'), Buffer.from(flow.secretHash, 'hex')];
  return given.length === stored.length && timingSafeEqual(given, stored) ? flow : null;
}

/** How the secret of a flow's cookie is stored. */
export function hashOfFlowSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

