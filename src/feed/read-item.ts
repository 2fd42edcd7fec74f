import type { ItemProblem, ReadItem } from './thing.facts.js';

export function readItem(kind: string, data: any): ReadItem | ItemProblem {
  const kinds: Record<string, string> = { SessionSeries: 'SESSION_SERIES', ScheduledSession: 'SCHEDULED_SESSION', FacilityUse: 'FACILITY_USE', Slot: 'SLOT' };
  const id = data['@id'] ?? data.id;
  const offers = (data.offers ?? []).map((o: any) => ({ id: o['@id'] ?? null, name: o.name ?? 'Ticket', priceMinor: Math.round(Number(o.price) * 100), currency: o.priceCurrency ?? null, validFromBeforeStartDate: null, validThroughBeforeStartDate: null, isAdvanceBookingUnavailable: false, latestCancellationBeforeStartDate: null, allowCustomerCancellationFullRefund: false }));
  const org = data.organizer ?? data.provider ?? null;
  return {
    own: { kind: kinds[kind] as any, id, parentId: data.superEvent ?? data.facilityUse ?? null, name: data.name ?? null, description: data.description ?? null, url: data.url ?? null, startDate: data.startDate ?? null, endDate: data.endDate ?? null, duration: data.duration ?? null, timeZone: null, eventStatus: null, remainingCapacity: data.remainingUses ?? data.remainingAttendeeCapacity ?? null, place: data.location ? { name: data.location.name, address: null, latitude: data.location.geo?.latitude ?? null, longitude: data.location.geo?.longitude ?? null } : null, activities: (data.activity ?? []).map((a: any) => ({ id: a['@id'] ?? null, label: a.prefLabel })), organization: org && { id: org['@id'], name: org.name, url: null }, organizationId: null, offers: offers.length ? offers : null, offerIds: [] },
    parts: [], context: [], problems: [],
  };
}
