import type { EntityManager } from '@mikro-orm/sql';
import type { Tables } from '../store/tables.js';

/** What a sender has rendered, before it sends it. */
export interface RenderedBody {
  readonly id: string;
  readonly body: string;
}

/** Keeps the bytes of deliveries before they are sent for the first time. The first writer wins, and everybody is told what it wrote. */
export async function recordBodies(rendered: readonly RenderedBody[], { em }: { readonly em: EntityManager }): Promise<readonly RenderedBody[]> {
  return em.transactional(async (tx) => {
    for (const { id, body } of rendered.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await tx.getKysely<Tables>().updateTable('webhook_delivery').set({ body }).where('id', '=', id).where('state', '=', 'PENDING').where('body', 'is', null).execute();
    }
    const ids = rendered.map(({ id }) => id);
    const kept = ids.length === 0 ? [] : await tx.getKysely<Tables>().selectFrom('webhook_delivery').where('id', 'in', ids).select(['id', 'body']).execute();
    return kept.flatMap(({ id, body }) => (body === null ? [] : { id, body }));
  });
}
