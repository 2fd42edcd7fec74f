import { describe, expect, it } from 'vitest';
import { MAX_ORDER_ITEMS, problemsOfSessionRequest, type OrderItemRequest, type SessionRequest } from '../../src/checkout-session/session-request.js';
import { UNDER_13, type PersonRequest } from '../../src/customer/person.js';

const PERSON: PersonRequest = { identifier: 'member-42', givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com', is13OrOver: true };
const ITEM: OrderItemRequest = { acceptedOffer: 'https://offers.example/1', orderedItem: { type: 'SLOT', identifier: 'court-1' } };
const LINK = { name: 'Back to Broker', linkType: 'https://courtside.example/ns/BackToBrokerLink', url: 'https://broker.example/search' };
const ORDER: SessionRequest['initialOrder'] = { customer: { person: PERSON }, broker: { name: 'Fitness Finder', url: 'https://broker.example' }, orderedItem: [ITEM] };

/** The problems of a request that is fine but for this, as `path: message`. */
function problems(order: Partial<SessionRequest['initialOrder']>, navigationLinks: SessionRequest['navigationLinks'] = [LINK]): readonly string[] {
  return problemsOfSessionRequest({ initialOrder: { ...ORDER, ...order }, navigationLinks }).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('a session request', () => {
  it.each<[string, Partial<SessionRequest['initialOrder']>, SessionRequest['navigationLinks']]>([
    ['a person', {}, [LINK]],
    ['a registered customer', { customer: { url: 'https://booking.example/api/v2/customers/1' } }, [LINK]],
    ['a customer with an explicit null beside', { customer: { url: null, person: PERSON } }, [LINK]],
    ['a person of few words', { customer: { person: { givenName: 'Ada', familyName: 'Clarke', email: 'ada@example.com' } } }, [LINK]],
    ['a person who says nothing of age', { customer: { person: { ...PERSON, identifier: null, is13OrOver: null } } }, [LINK]],
    ['no links', {}, null],
    ['an empty list of links', {}, []],
    ['ten links', {}, Array.from({ length: 10 }, () => LINK)],
    ['twenty items, the same one too', { orderedItem: Array.from({ length: MAX_ORDER_ITEMS }, () => ITEM) }, [LINK]],
  ])('is fine with %s', (_what, order, links) => {
    expect(problems(order, links)).toEqual([]);
  });

  it.each<[string, Partial<SessionRequest['initialOrder']>, string]>([
    ['no customer', { customer: {} }, 'initialOrder.customer: must be either the URL of a registered customer or a Person'],
    ['two customers', { customer: { url: 'https://a.example', person: PERSON } }, 'initialOrder.customer: must be either the URL of a registered customer or a Person'],
    ['a name for the customer’s address', { customer: { url: 'Ada' } }, 'initialOrder.customer.url: must be an absolute http or https URL'],
    ['an empty address of a customer', { customer: { url: '' } }, 'initialOrder.customer.url: must be an absolute http or https URL'],
    ['a long address of a customer', { customer: { url: `https://a.example/${'x'.repeat(2_048)}` } }, 'initialOrder.customer.url: must have at most 2048 characters'],
    ['a child', { customer: { person: { ...PERSON, is13OrOver: false } } }, `initialOrder.customer.person.is13OrOver: ${UNDER_13}`],
    ['an empty identifier', { customer: { person: { ...PERSON, identifier: '' } } }, 'initialOrder.customer.person.identifier: must not be empty'],
    ['a blank given name', { customer: { person: { ...PERSON, givenName: ' ' } } }, 'initialOrder.customer.person.givenName: must not be empty'],
    ['a long family name', { customer: { person: { ...PERSON, familyName: 'x'.repeat(1_001) } } }, 'initialOrder.customer.person.familyName: must have at most 1000 characters'],
    ['no e-mail address', { customer: { person: { ...PERSON, email: 'ada' } } }, 'initialOrder.customer.person.email: must be an e-mail address'],
    ['a bell in the identifier', { customer: { person: { ...PERSON, identifier: 'member\u0007' } } }, 'initialOrder.customer.person.identifier: must not contain control characters'],
    ['a line break in an e-mail address', { customer: { person: { ...PERSON, email: 'ada@example.com\r\nBcc: eve@example.com' } } }, 'initialOrder.customer.person.email: must not contain control characters'],
    ['a line break in an item', { orderedItem: [{ ...ITEM, orderedItem: { type: 'SLOT', identifier: 'court\n1' } }] }, 'initialOrder.orderedItem.0.orderedItem.identifier: must not contain control characters'],
    ['a nameless app', { broker: { name: '', url: 'https://a.example' } }, 'initialOrder.broker.name: must not be empty'],
    ['a script for a home page', { broker: { name: 'a', url: 'javascript:alert(1)' } }, 'initialOrder.broker.url: must be an absolute http or https URL'],
    ['nothing to book', { orderedItem: [] }, 'initialOrder.orderedItem: must have from 1 to 20 items'],
    ['too much to book', { orderedItem: Array.from({ length: MAX_ORDER_ITEMS + 1 }, () => ITEM) }, 'initialOrder.orderedItem: must have from 1 to 20 items'],
    ['an item without a ticket', { orderedItem: [ITEM, { ...ITEM, acceptedOffer: '' }] }, 'initialOrder.orderedItem.1.acceptedOffer: must not be empty'],
    ['an item without a name', { orderedItem: [{ ...ITEM, orderedItem: { type: 'SLOT', identifier: '' } }] }, 'initialOrder.orderedItem.0.orderedItem.identifier: must not be empty'],
  ])('is refused with %s', (_what, order, problem) => {
    expect(problems(order)).toEqual([problem]);
  });

  it('is refused with links that lead nowhere, or with too many', () => {
    expect(problems({}, [LINK, { name: ' ', linkType: 'BackToBrokerLink', url: '/me' }])).toEqual([
      'navigationLinks.1.name: must not be empty',
      'navigationLinks.1.linkType: must be an absolute http or https URL',
      'navigationLinks.1.url: must be an absolute http or https URL',
    ]);
    expect(problems({}, Array.from({ length: 11 }, () => LINK))).toEqual(['navigationLinks: must have at most 10 items']);
  });

  it('is told every problem at once', () => {
    const found = problems(
      { customer: { person: { givenName: '', familyName: '', email: '', is13OrOver: false } }, broker: { name: '', url: '' }, orderedItem: Array.from({ length: 20 }, () => ({ acceptedOffer: '', orderedItem: { type: 'SLOT', identifier: '' } })) },
      Array.from({ length: 10 }, () => ({ name: '', linkType: '', url: '' })),
    );
    expect(new Set(found).size).toBe(4 + 2 + 20 * 2 + 10 * 3);
  });

  it('is told of a list that is too long only that, however much is wrong in it', () => {
    const links = Array.from({ length: 1_000 }, () => ({ name: '', linkType: '', url: '' }));
    const items = Array.from({ length: 1_000 }, (): OrderItemRequest => ({ acceptedOffer: '', orderedItem: { type: 'SLOT', identifier: '' } }));
    expect(problems({ orderedItem: items }, links)).toEqual(['initialOrder.orderedItem: must have from 1 to 20 items', 'navigationLinks: must have at most 10 items']);
  });
});
