import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { offeredItems, offeredItemsQuery } from '../catalogue/offered-items.store.js';
import { choosePlaces, problemsOfMixture } from '../checkout/choose-places.js';
import { claimOf, oldestRemembered, type Claim, type KeyedRequest } from '../idempotency/once-per-key.js';
import { customerIdOf, type BaseAddresses } from '../shared/addresses.js';
import { newIdentifier } from '../shared/ids.js';
import type { ImmediateConnection } from '../store/prepared.js';
import type { Tables } from '../store/tables.js';
import type { WriteLane } from '../store/write-lane.js';
import { newSession, type NewSession } from './new-session.js';
import { insertSession } from './insert-session-postgres.js';
import { claimNow, insertSessionNow, mayBeOpenedNow } from './insert-session-sqlite.js';
import { problemsOfSessionRequest, type SessionRequest } from './session-request.js';

interface Parts {
  /** Where there is one, on SQLite, writes go through it. */
  readonly lane: WriteLane | undefined;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly addresses: BaseAddresses;
  readonly linkKeys: LinkKeys;
}

/** What is asked, with all that can be said of it before anything is looked up. */
interface Wanted {
  readonly brokerId: string;
  readonly request: SessionRequest;
  readonly customerId: string | undefined;
  readonly claim: Claim | undefined;
  readonly oldest: Date;
}

/**
 * The quick way of creating a session that nothing stands in the way of: on SQLite in the commit that it shares with others, on
 * PostgreSQL by one statement. Undefined says that it was none of those (a refusal, a repeat of a key), that nothing was
 * stored, and that the plain way decides.
 */
export async function createAtOnce(brokerId: string, keyed: KeyedRequest & { readonly input: SessionRequest }, parts: Parts): Promise<NewSession | undefined> {
  const { input: request } = keyed;
  const { url } = request.initialOrder.customer;
  if (problemsOfSessionRequest(request).length > 0) return undefined;
  const customerId = typeof url === 'string' ? customerIdOf(parts.addresses, url) : undefined;
  if (typeof url === 'string' && customerId === undefined) return undefined;
  const wanted = { brokerId, request, customerId, claim: claimOf(keyed), oldest: oldestRemembered(parts.now) };
  return parts.lane ? inLane(wanted, parts, parts.lane) : byStatement(wanted, parts);
}

/** Takes back what a piece of work has written so far. */
class NotAtOnce extends Error {}

async function inLane(wanted: Wanted, parts: Parts, lane: WriteLane): Promise<NewSession | undefined> {
  try {
    return await lane.run((connection) => createNow(wanted, parts, connection));
  } catch (error) {
    if (error instanceof NotAtOnce) return undefined;
    throw error;
  }
}

/** The claim first, as in the plain way: of two with one key the second finds it. */
function createNow({ brokerId, request, customerId, claim, oldest }: Wanted, parts: Parts, connection: ImmediateConnection): NewSession {
  const identifier = newIdentifier();
  if (claim && !claimNow(connection, { ...claim, reference: identifier }, oldest, parts.now)) throw new NotAtOnce();
  if (!mayBeOpenedNow(connection, brokerId, customerId)) throw new NotAtOnce();
  const { statement, values } = offeredItemsQuery(keysOf(request), parts.now);
  const session = sessionOf({ brokerId, request, customerId }, statement.rowsNow(connection, values), parts, identifier);
  if (!session) throw new NotAtOnce();
  insertSessionNow(connection, session);
  return session;
}

async function byStatement(wanted: Wanted, parts: Parts): Promise<NewSession | undefined> {
  const { statement, values } = offeredItemsQuery(keysOf(wanted.request), parts.now);
  const session = sessionOf(wanted, await statement.rows(parts.reads, values), parts);
  return session && (await insertSession(parts.reads, session, wanted.claim, wanted.oldest)) ? session : undefined;
}

function sessionOf({ brokerId, request, customerId }: Pick<Wanted, 'brokerId' | 'request' | 'customerId'>, rows: Parameters<typeof offeredItems>[0], parts: Parts, identifier?: string): NewSession | undefined {
  const places = choosePlaces(request.initialOrder.orderedItem, offeredItems(rows, parts.now), parts.now);
  if (places instanceof ItemNotBookableError || problemsOfMixture(places).length > 0) return undefined;
  return newSession(brokerId, request, places, customerId, parts, identifier);
}

function keysOf({ initialOrder }: SessionRequest) {
  return initialOrder.orderedItem.map(({ acceptedOffer, orderedItem: { type, identifier } }) => ({ type, identifier, offerId: acceptedOffer }));
}
