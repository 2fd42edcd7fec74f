import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import { isUuid } from '../shared/ids.js';
import { isSameText } from '../shared/same-text.js';
import type { Tables } from '../store/tables.js';

/** What opens one checkout and its order: `<checkout id>.<secret>`. It is made again whenever it is needed and stored nowhere. */
export function checkoutTokenOf(checkoutId: string, keyId: string, linkKeys: LinkKeys): string {
  const key = linkKeys.byId(keyId);
  if (!key) throw new Error(`LINK_SIGNING_KEYS lacks key ${keyId}, which checkout ${checkoutId} still needs`);
  return `${checkoutId}.${key.checkoutSecret(checkoutId)}`;
}

/** The id of the checkout that a token opens, if it opens one. */
export async function findCheckout(token: string, { reads, linkKeys }: { readonly reads: Kysely<Tables>; readonly linkKeys: LinkKeys }): Promise<string | undefined> {
  const id = token.split('.')[0] ?? '';
  if (!isUuid(id)) return undefined;
  const row = await reads.selectFrom('checkout').where('id', '=', id).select('token_key_id').executeTakeFirst();
  const key = row && linkKeys.byId(row.token_key_id);
  if (!key) return undefined;
  return isSameText(token, `${id}.${key.checkoutSecret(id)}`) ? id : undefined;
}
