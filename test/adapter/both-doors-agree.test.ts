import { parse } from 'graphql';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireProblem } from '../../rest-adapter/json-ld/problems.js';
import { pointer } from '../../rest-adapter/json-ld/problems.js';
import { readCheckoutSession, wirePathOf } from '../../rest-adapter/json-ld/read-checkout-session.js';
import { personPathOf, readPerson, readPersonPatch } from '../../rest-adapter/json-ld/read-person.js';
import { requireStorableText } from '../../src/access/storable-text.js';
import { problemsOfSessionRequest, type SessionRequest } from '../../src/checkout-session/session-request.js';
import { problemsOfChange, problemsOfPerson, type PersonChange, type PersonRequest } from '../../src/customer/person.js';

/** The same request as the wire has it. (contract §4 row 5) */
function bodyOf({ initialOrder: { customer, broker, orderedItem }, navigationLinks }: SessionRequest): object {
  return {
    '@context': ['https://openactive.io/', 'https://courtside.example/ns'],
    type: 'platform:CheckoutSession',
    'platform:initialOrder': {
      type: 'OrderQuote',
      customer: customer.person ? personOf(customer.person) : customer.url,
      broker: { type: 'Organization', ...broker },
      orderedItem: orderedItem.map(({ acceptedOffer, orderedItem: { type, identifier } }) => ({
        type: 'OrderItem',
        acceptedOffer,
        orderedItem: { type: type === 'SLOT' ? 'Slot' : 'ScheduledSession', identifier },
      })),
    },
    ...(navigationLinks && { 'platform:navigationLinks': navigationLinks.map(({ name, linkType, url }) => ({ type: 'WebPage', name, 'platform:linkType': linkType, url })) }),
  };
}

/** A patch as the wire has it: what is left out is left out there, too. */
function patchOf({ is13OrOver, ...members }: PersonChange): object {
  return { ...members, ...(is13OrOver !== undefined && { 'platform:is13OrOver': is13OrOver }) };
}

function personOf({ identifier, givenName, familyName, email, is13OrOver }: PersonRequest): object {
  return {
    type: 'Person',
    ...(typeof identifier === 'string' && { identifier }),
    givenName,
    familyName,
    email,
    ...(typeof is13OrOver === 'boolean' && { 'platform:is13OrOver': is13OrOver }),
  };
}

/** What REST answers by itself, before the gateway has seen anything. */
function problemsOfWire(request: SessionRequest): readonly WireProblem[] {
  const read = readCheckoutSession(bodyOf(request));
  return 'initialOrder' in read ? [] : read;
}

/** What REST would answer if it left every check to the gateway. */
function problemsOfGateway(request: SessionRequest): readonly WireProblem[] {
  return problemsOfSessionRequest(request).map(({ path, message }) => ({ path: pointer(wirePathOf(path)), description: message }));
}

const sorted = (problems: readonly WireProblem[]): readonly string[] => problems.map(({ path, description }) => `${path} ${description}`).toSorted();

/** Values from both sides of every bound, good ones more often than bad ones, so that the problems of one request differ. */
const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\u0000');
const good = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const odd = fc.constantFrom('', ' ', '\t\n', '\u00a0', '\ufeff', 'x'.repeat(1_000), 'x'.repeat(1_001), ' '.repeat(1_001), '\u0001', 'Ada\tClarke', 'Ada\r\nBcc: eve', '\u007f', `\u001b${'x'.repeat(1_000)}`, 'Ada\u0080', '👩‍🚀'.repeat(200));
const text = fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: odd }).filter(isStorable);
const padded = (length: number): string => `https://a.example/${'x'.repeat(length - 18)}`;
const oddUrl = fc.constantFrom('', 'sports.example', '/me', 'ftp://a.example', 'javascript:alert(1)', 'https://', ' https://a.example', 'https://a.example/a\r\nb', 'https://a.example:99999', 'HTTPS://A.EXAMPLE', padded(2_048), padded(2_049), 'x'.repeat(2_049));
const url = fc.oneof({ weight: 6, arbitrary: fc.webUrl() }, { weight: 1, arbitrary: oddUrl }, { weight: 1, arbitrary: text });
const oddEmail = fc.constantFrom('', 'ada', 'a@b', 'a@b.', 'a@b.c', 'a b@c.d', 'a@b@c.d', 'Ada <a@b.c>', 'a@b.c\r\nBcc: d@e.f', 'a\u0001@b.c', `a@b.c\u007f`, `\n${'a'.repeat(251)}@b.c`, `${'a'.repeat(250)}@b.c`, `${'a'.repeat(251)}@b.c`);
const email = fc.oneof({ weight: 6, arbitrary: fc.emailAddress() }, { weight: 2, arbitrary: oddEmail }, { weight: 1, arbitrary: text });

const person = fc.record({ identifier: fc.option(text, { nil: undefined }), givenName: text, familyName: text, email, is13OrOver: fc.constantFrom(true, false, undefined) });
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 4 });
const change: fc.Arbitrary<PersonChange> = fc.record({ identifier: orNull(text), givenName: orNull(text), familyName: orNull(text), email: orNull(email), is13OrOver: orNull(fc.boolean()) }, { requiredKeys: [] });
const item = fc.record({ acceptedOffer: text, orderedItem: fc.record({ type: fc.constantFrom('SCHEDULED_SESSION', 'SLOT'), identifier: text }) });
const link = fc.record({ name: text, linkType: url, url });

const many = <T>(one: fc.Arbitrary<T>, limit: number): fc.Arbitrary<T[]> =>
  fc.oneof({ weight: 8, arbitrary: fc.array(one, { maxLength: 3 }) }, { weight: 1, arbitrary: fc.array(one, { minLength: limit - 1, maxLength: limit + 2 }) });

const request: fc.Arbitrary<SessionRequest> = fc.record({
  initialOrder: fc.record({
    customer: fc.oneof({ weight: 4, arbitrary: person.map((one) => ({ person: one })) }, { weight: 1, arbitrary: url.map((one) => ({ url: one })) }),
    broker: fc.record({ name: text, url }),
    orderedItem: many(item, 20),
  }),
  navigationLinks: fc.option(many(link, 10)),
});

const wirePerson = (read: ReturnType<typeof readPerson | typeof readPersonPatch>) => sorted('problems' in read ? read.problems : []);
const gatewayPerson = (problems: ReturnType<typeof problemsOfPerson>) => sorted(problems.map(({ path, message }) => ({ path: pointer(personPathOf(path)), description: message })));

describe('both doors', () => {
  it('find the same problems at the same places, in the same words', () => {
    let withProblems = 0;
    let without = 0;
    fc.assert(
      fc.property(request, (given) => {
        const found = sorted(problemsOfWire(given));
        if (found.length > 0) withProblems += 1;
        else without += 1;
        expect(found).toEqual(sorted(problemsOfGateway(given)));
      }),
      { numRuns: 500 },
    );
    expect(Math.min(withProblems, without)).toBeGreaterThan(20);
  });

  it('find the same problems of a customer who is registered or changed (contract §4 row 9)', () => {
    fc.assert(fc.property(person, (given) => {
      expect(wirePerson(readPerson(personOf(given)))).toEqual(gatewayPerson(problemsOfPerson(given)));
    }));
    fc.assert(fc.property(change, (given) => {
      expect(wirePerson(readPersonPatch(patchOf(given)))).toEqual(gatewayPerson(problemsOfChange(given)));
    }));
  });

  it('refuse the same text that no database keeps: NUL and half of a character', () => {
    const unstorable = fc.tuple(good, fc.constantFrom('\u0000', '\ud800', '\udfff')).map(([before, bad]) => before + bad);
    const places: Record<string, (value: string, whole: SessionRequest) => SessionRequest> = {
      '/platform:initialOrder/broker/name': (name, whole) => ({ ...whole, initialOrder: { ...whole.initialOrder, broker: { ...whole.initialOrder.broker, name } } }),
      '/platform:initialOrder/broker/url': (value, whole) => ({ ...whole, initialOrder: { ...whole.initialOrder, broker: { ...whole.initialOrder.broker, url: `https://a.example/${value}` } } }),
      '/platform:initialOrder/customer': (value, whole) => ({ ...whole, initialOrder: { ...whole.initialOrder, customer: { url: `https://a.example/${value}` } } }),
      '/platform:initialOrder/customer/email': (value, whole) => ({ ...whole, initialOrder: { ...whole.initialOrder, customer: { person: { ...FINE_PERSON, email: `${value}@b.c` } } } }),
      '/platform:navigationLinks/0/platform:linkType': (value, whole) => ({ ...whole, navigationLinks: [{ name: 'a', linkType: `https://a.example/${value}`, url: 'https://a.example' }] }),
    };
    const document = parse('{ a }');
    fc.assert(
      fc.property(fc.constantFrom(...Object.entries(places)), unstorable, ([path, put], value) => {
        const broken = put(value, FINE);
        expect(problemsOfWire(broken)).toEqual([{ path, description: 'must not contain NUL or half of a surrogate pair' }]);
        expect(() => requireStorableText(document, { input: broken })).toThrow('must not contain NUL or half of a surrogate pair');
      }),
    );
  });

  it('let the same request through, which the adapter hands on as it was sent', () => {
    const sent = readCheckoutSession(bodyOf(FINE));
    expect(sent).toEqual(FINE);
    expect(problemsOfGateway(FINE)).toEqual([]);
  });
});

const FINE_PERSON: PersonRequest = { identifier: 'member-42', givenName: 'Ada', familyName: 'Clarke', email: 'ada@example.com', is13OrOver: true };
const FINE: SessionRequest = {
  initialOrder: {
    customer: { person: FINE_PERSON },
    broker: { name: 'Fitness Finder', url: 'https://fitness-finder.example' },
    orderedItem: [{ acceptedOffer: 'https://offers.example/1', orderedItem: { type: 'SLOT', identifier: 'court-1' } }],
  },
  navigationLinks: [{ name: 'Back to Broker', linkType: 'https://courtside.example/ns/BackToBrokerLink', url: 'https://fitness-finder.example/search' }],
};
