import { assert, constantFrom, dictionary, integer, property, string, uint8Array, uuid } from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifyWebhook, type Arranged } from '../../src/webhook/verify-webhook.js';

const NOW = new Date('2026-11-21T12:00:00.700Z');
const secretOf = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`;
const [KEY, OTHER_KEY] = ['the-key-that-was-agreed', 'the-key-that-comes-next'];
const [SECRET, OTHER_SECRET] = [secretOf(Buffer.from('the secret of today')), secretOf(Buffer.from('the secret of tomorrow'))];
const ARRANGED: Arranged = { webhookKeys: [KEY], signingSecrets: [SECRET], now: NOW };
const BODY = '{"type":"Order","id":"https://checkout.example/api/orders/1","name":"Zoë \u{1F3F8}"}';
const ID = '0193a000-0000-7000-8000-00000000abcd';

interface Signed {
  readonly id?: string;
  readonly at?: Date;
  readonly body?: string;
  readonly secret?: string;
  readonly key?: string;
}

/** As the reference library signs it. */
const signed = ({ id = ID, at = NOW, body = BODY, secret = SECRET, key = KEY }: Signed = {}) => {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return { headers: { 'x-api-key': key, 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': new Webhook(secret).sign(id, at, body) } as Record<string, string>, body };
};

/** So many seconds from now. */
const signedAt = (seconds: number) => signed({ at: new Date(NOW.getTime() + seconds * 1000) });

/** Whether the reference library takes it; it knows no clock but the machine's. */
const isTakenByReference = ({ headers, body }: ReturnType<typeof signed>, secret = SECRET): boolean => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

/** What can go wrong with a webhook on its way, and nothing for comparison. */
const SPOILT = {
  nothing: (sent: ReturnType<typeof signed>) => sent,
  id: ({ headers, body }: ReturnType<typeof signed>) => ({ headers: { ...headers, 'webhook-id': `${headers['webhook-id']}x` }, body }),
  timestamp: ({ headers, body }: ReturnType<typeof signed>) => ({ headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) }, body }),
  body: ({ headers, body }: ReturnType<typeof signed>) => ({ headers, body: ` ${body}` }),
  signature: ({ headers, body }: ReturnType<typeof signed>) => ({ headers: { ...headers, 'webhook-signature': `v1,A${String(headers['webhook-signature']).slice(4)}` }, body }),
  version: ({ headers, body }: ReturnType<typeof signed>) => ({ headers: { ...headers, 'webhook-signature': String(headers['webhook-signature']).replace('v1,', 'v1a,') }, body }),
  'several signatures': ({ headers, body }: ReturnType<typeof signed>) => ({ headers: { ...headers, 'webhook-signature': `v1,AAAA v1a,BBBB ${headers['webhook-signature']}` }, body }),
} as const;

describe('what tells a broker that a webhook is from us', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('takes what the reference library takes, and nothing else, whatever is signed and whatever is spoilt', () => {
    const kinds = constantFrom(...(Object.keys(SPOILT) as (keyof typeof SPOILT)[])); // the record's own keys
    const bodies = dictionary(string({ unit: 'grapheme' }), string({ unit: 'grapheme' })).map((members) => JSON.stringify(members));
    assert(
      property(uuid(), bodies, uint8Array({ minLength: 1, maxLength: 64 }), integer({ min: -400, max: 400 }), kinds, (id, body, bytes, ageSeconds, kind) => {
        const secret = secretOf(bytes);
        const arrived = SPOILT[kind](signed({ id, body, secret, at: new Date(NOW.getTime() - ageSeconds * 1000) }));
        expect(verifyWebhook(arrived, { ...ARRANGED, signingSecrets: [secret] }).isGenuine).toBe(isTakenByReference(arrived, secret));
      }),
    );
  });

  it('gives the id and what the body says, whoever shows the headers and in whatever form the bytes come', () => {
    const { headers, body } = signed();
    const genuine = { isGenuine: true, id: ID, event: JSON.parse(body) as unknown };
    expect(verifyWebhook({ headers, body }, ARRANGED)).toEqual(genuine);
    expect(verifyWebhook({ headers: new Headers(headers), body: new TextEncoder().encode(body) }, ARRANGED)).toEqual(genuine);
  });

  it.each<readonly [string, ReturnType<typeof signed>, string]>([
    ['the key of somebody else', signed({ key: OTHER_KEY }), 'WRONG_KEY'],
    ['no key', { ...signed(), headers: {} }, 'WRONG_KEY'],
    ['the key and nothing more', { ...signed(), headers: { 'x-api-key': KEY } }, 'BAD_HEADERS'],
    ['a time that is none', { ...signed(), headers: { ...signed().headers, 'webhook-timestamp': '1e9' } }, 'BAD_HEADERS'],
    ['the signature of somebody else', signed({ secret: OTHER_SECRET }), 'WRONG_SIGNATURE'],
    ['an age of 301 s', signedAt(-301), 'TOO_OLD'],
    ['a time 301 s ahead', signedAt(301), 'TOO_NEW'],
    ['a body that is a list', signed({ body: '[]' }), 'NO_JSON'],
    ['a body that is no JSON', signed({ body: '{' }), 'NO_JSON'],
  ])('refuses %s, and says why', (_what, arrived, reason) => {
    expect(verifyWebhook(arrived, ARRANGED)).toEqual({ isGenuine: false, reason });
  });

  it('takes 300 s either way, or as many as it is told', () => {
    for (const seconds of [-300, 300]) expect(verifyWebhook(signedAt(seconds), ARRANGED).isGenuine).toBe(true);
    expect(verifyWebhook(signedAt(-3600), { ...ARRANGED, toleranceSeconds: 3600 }).isGenuine).toBe(true);
    expect(verifyWebhook(signedAt(-11), { ...ARRANGED, toleranceSeconds: 10 }).isGenuine).toBe(false);
  });

  it('takes the old and the new while something is changed, and only those', () => {
    const both = { ...ARRANGED, webhookKeys: [OTHER_KEY, KEY], signingSecrets: [OTHER_SECRET, SECRET] };
    for (const key of [KEY, OTHER_KEY]) for (const secret of [SECRET, OTHER_SECRET]) expect(verifyWebhook(signed({ key, secret }), both).isGenuine).toBe(true);
    expect(verifyWebhook(signed(), { ...both, webhookKeys: [] })).toMatchObject({ reason: 'WRONG_KEY' });
    expect(verifyWebhook(signed(), { ...both, signingSecrets: [] })).toMatchObject({ reason: 'WRONG_SIGNATURE' });
  });

  it('works with nothing that is empty, since anybody can have that', () => {
    expect(() => verifyWebhook(signed({ key: '' }), { ...ARRANGED, webhookKeys: [''] })).toThrow('is empty');
    for (const secret of ['', 'whsec_', 'whsec_!']) expect(() => verifyWebhook(signed(), { ...ARRANGED, signingSecrets: [secret] }), secret).toThrow('is empty');
  });
});
