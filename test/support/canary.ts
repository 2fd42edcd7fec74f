import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'graphql';
import type { StaffRole } from '../../src/access/caller.js';
import { signLocalStaffToken } from '../../src/access/staff-tokens.js';
import { Broker } from '../../src/broker/broker.entity.js';
import { Customer } from '../../src/customer/customer.entity.js';
import type { Gateway } from '../../src/gateway.js';
import { doersOf } from '../../src/outbox-doers.js';
import { workOutbox } from '../../src/outbox/work-outbox.js';
import { newUuid } from '../../src/shared/ids.js';
import type { Store } from '../../src/store/open-store.js';
import { sessionInput } from './seed.js';

/** Somebody whose every trace can be found again. */
export const CANARY = { identifier: 'member-+441632960961', givenName: 'Canaria', familyName: 'Serinus', email: 'Canary.Bird@Aviary.example' } as const;
/** The same address as somebody else types it. */
export const CANARY_IN_OTHER_CASE = { ...CANARY, email: 'canary.BIRD@aviary.example' };
const FORMS = Object.values(CANARY).map((form) => form.toLowerCase());

/** Which of the canary's words stand in a text, in whatever case. */
export function canaryIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return FORMS.filter((form) => lower.includes(form));
}

/** A session for the canary, with links that name them, and a key that does. */
export function canarySession(customer: object, orderedItem: readonly object[], idempotencyKey?: string) {
  const { initialOrder } = sessionInput();
  return {
    initialOrder: { ...initialOrder, customer, orderedItem },
    navigationLinks: [{ name: `Profile of ${CANARY.givenName}`, linkType: 'https://platform.example/ns/BackToBrokerUserProfileLink', url: `https://move-more.example/people/${CANARY.familyName}` }],
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}

/** Registers the canary with a broker; gives the id. */
export async function registerCanary(store: Store, brokerId: string, now: Date, person: object = CANARY): Promise<string> {
  const em = store.fork();
  const id = newUuid();
  em.create(Customer, { ...CANARY, ...person, id, broker: em.getReference(Broker, brokerId), is13OrOver: true, createdAt: now, changedAt: null, erasedAt: null });
  await em.flush();
  return id;
}

/** Every row of every table, as text, by the table's name. */
export async function rowsByTable(store: Store): Promise<ReadonlyMap<string, string>> {
  const em = store.fork();
  const names = store.kind === 'sqlite' ? "select name from sqlite_master where type = 'table'" : "select table_name as name from information_schema.tables where table_schema = 'public'";
  const tables = (await em.execute(names)) as { name: string }[];
  const rows = await Promise.all(tables.map(async ({ name }) => [name, JSON.stringify(await em.execute(store.kind === 'sqlite' ? `select * from "${name}"` : `select t::text as line from "${name}" t`))] as const));
  return new Map(rows);
}

/** Everything in the database: SQLite's files as they lie there, byte for byte, or every row of PostgreSQL's tables. */
export async function everything(store: Store, databaseUrl: string): Promise<string> {
  if (store.kind === 'postgres') return [...(await rowsByTable(store)).values()].join('\n');
  const path = databaseUrl.slice('sqlite:'.length);
  const files = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
  return files.map((name) => readFileSync(join(dirname(path), name), 'latin1')).join('\n');
}

/** Does what is due, with the gateway's own mailer. */
export async function workDue({ parts }: Gateway): Promise<void> {
  const now = () => parts.clock.now();
  const fork = () => parts.store.fork();
  while ((await workOutbox({ fork, now, doers: doersOf({ ...parts, now, fork, reads: parts.store.reads }) })) > 0);
}

interface World {
  readonly gateway: Gateway;
  readonly dataFolder: string;
}

/** Asks as a member of staff; gives data and errors. */
export async function asStaff({ gateway, dataFolder }: World, role: StaffRole, query: string, variables: object = {}) {
  const authorization = `Bearer ${await signLocalStaffToken(dataFolder, `test:${role}`, role, gateway.parts.clock.now())}`;
  return gateway.execute(parse(query), { ...variables }, { authorization, clientAddress: '127.0.0.1', requestId: 'a-request-of-the-tests' });
}

export const ERASE_CUSTOMER = 'mutation ($input: EraseCustomerInput!) { eraseCustomer(input: $input) { __typename ... on EraseCustomerPayload { erasedAt } } }';
export const ERASE_GUEST = 'mutation ($input: EraseGuestInput!) { eraseGuest(input: $input) { __typename ... on EraseGuestPayload { erasedOrders registeredCustomers } } }';
