import { textOf } from './lossless-json.js';
import { allOf, isPublished, quote, readAddress, readName, type Published } from './published-text.js';
import { isDuration } from './read-dates.js';
import { readCurrency, readPrice } from './read-price.js';
import { thing, type Reading } from './reading.js';
import type { PublishedOffer, ThingFacts } from './thing.facts.js';
import { idOf, kindOf, referenceOf, wordOf } from './words.js';

const DEFAULT_NAME = 'Ticket';

/** Of a thing: what it offers in full, and what it names by `@id` alone. Offers of other types, such as indicative ones, cannot be booked and are left out. */
export function readOffers(value: unknown, reading: Reading): Pick<ThingFacts, 'offers' | 'offerIds'> {
  const offers: PublishedOffer[] = [];
  const offerIds = new Set<string>();
  for (const each of allOf(value)) {
    const reference = referenceOf(each);
    if (reference !== undefined) offerIds.add(reference);
    else if (!isPublished(each)) reading.note('BAD_OFFER', `${quote(each)} among its offers is no offer.`);
    else if (kindOf(each, 'Offer') === 'OFFER') offers.push(readOffer(each, reading));
  }
  return { offers: offers.length === 0 ? null : eachOnce(offers, reading), offerIds: [...offerIds] };
}

/** By `@id`; whoever has offers with an `@id` has told of them in full to others too. */
function eachOnce(offers: readonly PublishedOffer[], reading: Reading): readonly PublishedOffer[] {
  const seen = new Set<string>();
  return offers.filter((offer) => {
    if (offer.id === null) return true;
    const isNew = !seen.has(offer.id);
    seen.add(offer.id);
    if (isNew) reading.addContext(offerThing(offer.id, offer));
    else reading.note('BAD_OFFER', `The offer ${quote(offer.id)} is there more than once; the first one counts.`);
    return isNew;
  });
}

/** An offer as a thing of its own. */
export function offerThing(id: string, offer: PublishedOffer): ThingFacts {
  return thing('OFFER', id, { name: offer.name, offers: [offer] });
}

export function readOffer(data: Published, reading: Reading): PublishedOffer {
  return {
    id: readOfferId(data, reading),
    name: readName(data['name']) ?? DEFAULT_NAME,
    ...readMoney(data, reading),
    validFromBeforeStartDate: readPeriod('validFromBeforeStartDate', data, reading),
    validThroughBeforeStartDate: readPeriod('validThroughBeforeStartDate', data, reading),
    isAdvanceBookingUnavailable: [data['openBookingInAdvance'], data['advanceBooking']].some((word) => wordOf(word) === 'unavailable'), // the present name and the one before
    latestCancellationBeforeStartDate: readPeriod('latestCancellationBeforeStartDate', data, reading),
    allowCustomerCancellationFullRefund: data['allowCustomerCancellationFullRefund'] === true || wordOf(data['allowCustomerCancellationFullRefund']) === 'true',
  };
}

function readOfferId(data: Published, reading: Reading): string | null {
  const id = idOf(data);
  const address = readAddress(id);
  if (address === undefined && id !== undefined && id !== null) reading.note('BAD_ID', `The @id of an offer is ${quote(id)}, which is no absolute URL.`);
  return address ?? null;
}

function readMoney(data: Published, reading: Reading): Pick<PublishedOffer, 'priceMinor' | 'currency'> {
  const currency = readCurrency(data['priceCurrency']);
  const priceMinor = readPrice(data['price'], currency);
  if (priceMinor === null) reading.note('BAD_PRICE', `The price of an offer is ${quote(data['price'])}, which is no amount of ${currency ?? 'a currency'}.`);
  else if (priceMinor > 0 && currency === null) reading.note('NO_CURRENCY', `The price of an offer is ${quote(data['price'])}, and its priceCurrency ${quote(data['priceCurrency'])}.`);
  return { priceMinor, currency };
}

type Period = 'validFromBeforeStartDate' | 'validThroughBeforeStartDate' | 'latestCancellationBeforeStartDate';

/** As published, also when it cannot be read: an offer whose window nobody knows must not look as if it had none. */
function readPeriod(member: Period, data: Published, reading: Reading): string | null {
  const value = data[member];
  if (value === undefined || value === null || value === '') return null;
  const text = textOf(value)?.trim() ?? '';
  if (isDuration(text)) return text;
  reading.note('BAD_DURATION', `The ${member} of an offer is ${quote(value)}, which is no ISO 8601 duration.`);
  return readName(text) ?? quote(value);
}
