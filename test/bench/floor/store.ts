import type { Facts, SessionRequest } from './facts.ts';
import type { ListedSession } from './answers.ts';
import type { KeyRow } from './keys.ts';

/** A request to create, with all that is not read from the database. */
export interface Creation {
  readonly brokerId: string;
  readonly holder: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly request: SessionRequest;
  readonly identifier: string;
  readonly quoteId: string;
  readonly itemId: string;
  readonly targetKeyId: string;
  readonly targetHash: string;
  readonly now: Date;
}

export interface Created {
  readonly identifier: string;
  readonly facts: Facts;
  readonly isReplayed: boolean;
}

/** What the floor needs of a database; undefined is whatever is not there or cannot be booked. */
export interface FloorStore {
  readKey(id: string): Promise<KeyRow | undefined>;
  create(creation: Creation): Promise<Created | undefined>;
  readSession(brokerId: string, identifier: string): Promise<Facts | undefined>;
  /** The newest, and one more where more follow. */
  listSessions(brokerId: string, first: number): Promise<readonly ListedSession[]>;
  close(): Promise<void>;
}

/** For a day a key means the same request; for so long somebody may check out. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** An opportunity with its offer, as far as it decides whether it can be booked. */
export interface Place {
  readonly opportunity_id: string;
  readonly start_date: number | string | Date;
  readonly end_date: number | string | Date | null;
  readonly event_status: string;
  readonly remaining_capacity: number | null;
  readonly booked_places: number;
  readonly held: number | string | null;
  readonly seller_key: string;
  readonly status: string;
  readonly can_take_payments: unknown;
  readonly price_minor: number | null;
  readonly currency: string | null;
}

export function isBookable(place: Place, now: Date): boolean {
  const { event_status, end_date, start_date, remaining_capacity, booked_places, held, status, can_take_payments, price_minor } = place;
  if (event_status !== 'SCHEDULED' || new Date(end_date ?? start_date) <= now || price_minor === null) return false;
  if (remaining_capacity !== null && remaining_capacity - booked_places - Number(held ?? 0) < 1) return false;
  if (price_minor === 0) return status === 'FREE' || status === 'PAID';
  return status === 'PAID' && Boolean(can_take_payments);
}
