import { parse } from 'graphql';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStorableText, requireStorableText } from '../../src/access/storable-text.js';
import { Problems } from '../../src/shared/checks.js';

const PATH = ['somewhere'];

const problemsOfUrl = (value: string): readonly string[] => messages((problems) => problems.httpUrl(PATH, value));
const problemsOfEmail = (value: string): readonly string[] => messages((problems) => problems.email(PATH, value));
const problemsOfText = (value: string): readonly string[] => messages((problems) => problems.text(PATH, value));

function messages(check: (problems: Problems) => void): readonly string[] {
  const problems = new Problems();
  check(problems);
  return problems.found.map(({ message }) => message);
}

describe('a URL', () => {
  it.each(['https://sports.example', 'http://localhost:4000/a?b=c#d', 'HTTPS://SPORTS.EXAMPLE/%2F', 'https://sports.example/é', 'http://[::1]/', `https://a.example/${'x'.repeat(2_030)}`])('may be %s', (url) => {
    expect(problemsOfUrl(url)).toEqual([]);
  });

  it.each([
    '',
    'sports.example',
    '/sellers/42',
    '//sports.example',
    'ftp://sports.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https:/sports.example',
    'https:sports.example',
    'https://',
    'https://a b.example',
    ' https://sports.example',
    'https://sports.example ',
    'https://sports.example/a\r\nb',
    'https://sports.example/a\tb',
    'ht\ntps://sports.example',
    'https://sports.example/\u0000',
    'https://sports.example/\u007f',
    'https://sports.example:99999',
    'https://[::1',
  ])('may not be %j', (url) => {
    expect(problemsOfUrl(url)).toEqual(['must be an absolute http or https URL']);
  });

  it('has at most 2,048 characters, and one that is too long is told only that', () => {
    expect(problemsOfUrl(`https://a.example/${'x'.repeat(2_048 - 18)}`)).toEqual([]);
    expect(problemsOfUrl(`https://a.example/${'x'.repeat(2_049 - 18)}`)).toEqual(['must have at most 2048 characters']);
    expect(problemsOfUrl('x'.repeat(2_049))).toEqual(['must have at most 2048 characters']);
  });

  it('that passes is one that the URL parser keeps as it stands: nothing of it is silently dropped', () => {
    const nearly = fc.tuple(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string({ unit: 'binary', maxLength: 3 }), fc.nat(40)).map(([url, text, at]) => url.slice(0, at) + text + url.slice(at));
    fc.assert(
      fc.property(nearly, (url) => {
        if (problemsOfUrl(url).length > 0) return;
        // oxlint-disable-next-line no-control-regex
        expect(url).not.toMatch(/[\u0000-\u0020\u007f]/);
        expect(new URL(url).protocol).toMatch(/^https?:$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an e-mail address', () => {
  it.each(['ada@example.com', 'ada.clarke+tag@mail.example.co.uk', "o'brien@example.ie", 'ada@bücher.example', '用户@例子.公司', `${'a'.repeat(242)}@example.com`])('may be %s', (email) => {
    expect(problemsOfEmail(email)).toEqual([]);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example.',
    'ada@.com',
    'ada@example..com',
    'a@b@example.com',
    'ada clarke@example.com',
    'ada@exa mple.com',
    'ada@example.com ',
    'Ada <ada@example.com>',
    'ada,eve@example.com',
    'ada;eve@example.com',
    '"ada"@example.com',
    `${'a'.repeat(243)}@example.com`,
  ])('may not be %j', (email) => {
    expect(problemsOfEmail(email)).toEqual(['must be an e-mail address']);
  });

  it.each(['ada@example.com\r\nBcc: eve@example.com', 'ada\u0000@example.com', '\tada@example.com', 'ada@example.com\u007f', '\n', 'ada\u001b'])('has no control characters: %j', (email) => {
    expect(problemsOfEmail(email)).toEqual(['must not contain control characters']);
  });

  it('never has white space in it, and has one @', () => {
    fc.assert(
      fc.property(fc.tuple(fc.emailAddress(), fc.string({ unit: 'binary', maxLength: 2 }), fc.nat(30)), ([email, text, at]) => {
        const nearly = email.slice(0, at) + text + email.slice(at);
        if (problemsOfEmail(nearly).length === 0) expect(nearly).toMatch(/^[^\s@]+@[^\s@]+$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a text', () => {
  it.each(['', ' ', '\t\n', '\u00a0\u2003\ufeff'])('may not be blank: %j', (text) => {
    expect(problemsOfText(text)).toEqual(['must not be empty']);
  });

  it('has no control character, wherever it stands', () => {
    const controls = [...Array.from({ length: 0x20 }, (_, code) => String.fromCodePoint(code)), '\u007f'];
    for (const control of controls) {
      for (const text of [`${control}Ada`, `A${control}da`, `Ada${control}`]) expect(problemsOfText(text), JSON.stringify(text)).toEqual(['must not contain control characters']);
    }
    expect(problemsOfText('Ada \u0080\u00a0\u200d\u2028\ufeff👩‍🚀')).toEqual([]);
  });

  it('has at most 1,000 characters', () => {
    expect(problemsOfText('x'.repeat(1_000))).toEqual([]);
    expect(problemsOfText('x'.repeat(1_001))).toEqual(['must have at most 1000 characters']);
  });

  it('has one problem at a time', () => {
    expect(problemsOfText(' '.repeat(1_001))).toEqual(['must not be empty']);
    expect(problemsOfText(`\u0001${'x'.repeat(1_001)}`)).toEqual(['must not contain control characters']);
  });

  it('says where it is', () => {
    const problems = new Problems();
    problems.text(['initialOrder', 'broker', 'name'], '');
    expect(problems.found).toEqual([{ path: ['initialOrder', 'broker', 'name'], message: 'must not be empty' }]);
  });
});

describe('text that both databases keep', () => {
  it.each(['', 'Ada', '👩‍🚀', '\u0001\u001b', '\ud83d\ude00'])('is any other: %j', (text) => {
    expect(isStorableText(text)).toBe(true);
  });

  it.each(['\u0000', 'a\u0000b', '\ud800', 'a\udc00', '\ude00\ud83d'])('has no NUL and no half of a character: %j', (text) => {
    expect(isStorableText(text)).toBe(false);
  });

  const document = parse('{ a }');

  it.each([
    ['a variable', '\u0000'],
    ['a member deep inside', { a: [{ b: ['fine', '\ud800'] }] }],
    ['the name of a member', { 'a\u0000': 1 }],
  ])('is asked for in %s', (_where, value) => {
    expect(() => requireStorableText(document, { value })).toThrow(expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT' } }));
    expect(() => requireStorableText(document, { value: { a: [1, null, true, 'fine'] } })).not.toThrow();
  });

  it('is asked for in the literals of a document, every time', () => {
    const literal = parse('{ a(b: "x\\u0000") }');
    for (const _attempt of [1, 2]) expect(() => requireStorableText(literal, {})).toThrow('must not contain NUL');
  });
});
