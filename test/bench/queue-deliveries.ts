import { BROKER_ID, type StoreKind } from './settings.ts';
import type { Ask } from './database.ts';

/** So many receivers, since we send at most ten at once to any of them. */
export const ENDPOINTS = 8;

const brokerOf = (index: number): string => `0193d000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;

/** Gives that many brokers an endpoint at the sink, with the secrets of the demo broker. */
export async function addEndpoints(ask: Ask, sinkUrl: string): Promise<void> {
  for (let index = 0; index < ENDPOINTS; index += 1) {
    const id = brokerOf(index);
    await ask(`insert into broker (id, name, url, created_at) select '${id}', 'Receiver ${index}', url, created_at from broker where id = '${BROKER_ID}'`);
    await ask(`insert into webhook_endpoint (id, broker_id, kind, url, created_at) select '${id}', '${id}', 'ORDER_SUCCESS', '${sinkUrl}/${index}', created_at from webhook_endpoint where broker_id = '${BROKER_ID}' and kind = 'ORDER_SUCCESS'`);
    await ask(`insert into webhook_credential (id, broker_id, webhook_key, signing_secret, created_at) select '${id}', '${id}', webhook_key, signing_secret, created_at from webhook_credential where broker_id = '${BROKER_ID}'`);
  }
}

/** Puts so many success webhooks on their way at once, the same number to each; each round has ids of its own. */
export async function queueDeliveries(ask: Ask, kind: StoreKind, round: number, count: number): Promise<void> {
  const [stored] = await ask('select facts from checkout_session limit 1');
  const session = stored?.['facts'];
  const { navigationLinks: _links, ...order } = (typeof session === 'string' ? JSON.parse(session) : session) as { navigationLinks: unknown }; // what was frozen there
  const facts = JSON.stringify({ ...order, places: [{ orderItemStatus: 'ORDER_CONFIRMED', accessToken: 'qv3v8Q_1kL-mN0pR5sT7uw', accessCode: '004217' }] });
  const prefix = `0193e${round.toString(16).padStart(3, '0')}-0000-7000-8000-`;
  const brokers = '0193d000-0000-7000-8000-';
  const columns = '(id, endpoint_id, kind, subject, facts, state, created_at, queued_at, due_at, attempts, schedule_start)';
  if (kind === 'sqlite') {
    const at = Date.now();
    await ask(`insert into webhook_delivery ${columns} with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
      select printf('${prefix}%012x', n), printf('${brokers}%012x', n % ${ENDPOINTS}), 'ORDER_SUCCESS', printf('${prefix}%012x', n), '${facts}', 'PENDING', ${at}, ${at}, ${at}, 0, 0 from numbers`);
  } else {
    await ask(`insert into webhook_delivery ${columns} select ${numbered(prefix, 'n')}::uuid, ${numbered(brokers, `n % ${ENDPOINTS}`)}::uuid, 'ORDER_SUCCESS', ${numbered(prefix, 'n')}, '${facts}'::json, 'PENDING', now(), now(), now(), 0, 0 from generate_series(1, ${count}) as n`);
  }
}

/** The text of an id that ends in this number, as PostgreSQL makes it. */
function numbered(before: string, number: string): string {
  return `('${before}' || lpad(to_hex(${number}), 12, '0'))`;
}
