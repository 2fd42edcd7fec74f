import { createEvents, type EventAttributes } from 'ics';
import type { OrderItemView } from '../checkout-session/checkout-session.store.js';

interface Booked {
  readonly uuid: string;
  readonly reference: string;
  readonly orderedItem: readonly OrderItemView[];
}

const DEFAULT_MINUTES = 60;

/** The order as an iCalendar file: one event for each thing that was booked, in UTC. (RFC 5545) */
export function calendarOf({ uuid, reference, orderedItem }: Booked): string {
  const opportunities = new Map(orderedItem.flatMap(({ opportunity }) => (opportunity ? [[opportunity.id, opportunity] as const] : [])));
  const events = [...opportunities.values()].map(({ superEvent, organizer, startDate, endDate }, index): EventAttributes => ({
    uid: `${uuid}-${index}@courtside`,
    productId: '-//Courtside//Courtside//EN',
    title: superEvent.name,
    description: `${organizer.name}. Booking reference ${reference}`,
    location: [superEvent.location.name, superEvent.location.address].filter(Boolean).join(', '),
    status: 'CONFIRMED',
    startInputType: 'utc',
    startOutputType: 'utc',
    endInputType: 'utc',
    endOutputType: 'utc',
    start: startDate.getTime(),
    end: (endDate ?? new Date(startDate.getTime() + DEFAULT_MINUTES * 60_000)).getTime(),
  }));
  const { error, value } = createEvents(events);
  if (error || !value) throw error ?? new Error('no calendar came of it');
  return value;
}
