import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAdapterConfig } from '../../rest-adapter/config.js';
import { generateEncryptionKeys } from '../../src/access/secret-box.js';
import { ConfigError, readConfig } from '../../src/config.js';

/** The settings' names out of the problems that they have; none when they are fine. */
function refused(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => problem.split(':')[0] ?? '').toSorted();
  }
}

const KEYS = readFileSync(new URL('../fixtures/link-signing-keys.json', import.meta.url), 'utf8');
const [KEY] = (JSON.parse(KEYS) as { keys: [Record<string, unknown>] }).keys;

const SEALING_KEYS = generateEncryptionKeys();
const [SEALING_KEY] = (JSON.parse(SEALING_KEYS) as { keys: [Record<string, unknown>] }).keys;

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://courtside.example',
  DATABASE_URL: 'postgres://db/courtside',
  LINK_SIGNING_KEYS: KEYS,
  ENCRYPTION_KEYS: SEALING_KEYS,
};

describe('the settings', () => {
  it('need none: a first run is a demo on this machine alone', () => {
    expect(readConfig({})).toEqual({
      isProduction: false,
      host: '127.0.0.1',
      processes: 1,
      port: 4000,
      publicUrl: 'http://localhost:4000',
      addresses: {
        sellersUrl: 'http://localhost:4000',
        checkoutUrl: 'http://localhost:4000',
        bookingApiUrl: 'http://localhost:4000',
        vocabUrl: 'https://openactive.io/',
        platformUrl: 'http://localhost:4000/ns',
      },
      databaseUrl: 'sqlite:./data/courtside.db',
      listenUrl: 'sqlite:./data/courtside.db',
      dataFolder: './data',
      isDemo: true,
      linkSigningKeys: undefined,
      encryptionKeys: undefined,
      sellerLinkTtlSeconds: 300,
      holdTtlSeconds: 900,
      smtp: undefined,
      rates: { anonymousPerMinute: 60, keyPerMinute: 1000 },
      trustProxy: false,
      adapterToken: undefined,
      webhookReach: { allowsPrivate: true, allowsHttp: true },
      staff: undefined,
      stripe: undefined,
      logLevel: 'info',
      maxRequestsInFlight: 500,
      operationTimeoutSeconds: 20,
      maxOutboxLagSeconds: 3600,
      metricsToken: undefined,
    });
  });

  it('may be empty, which is as if they were not set', () => {
    const names = ['NODE_ENV', 'HOST', 'PORT', 'PUBLIC_URL', 'SELLERS_URL', 'VOCAB_URL', 'DATABASE_URL', 'DEMO', 'LINK_SIGNING_KEYS', 'ENCRYPTION_KEYS', 'SELLER_LINK_TTL_SECONDS', 'HOLD_TTL_SECONDS', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE', 'SMTP_URL', 'MAIL_FROM', 'LOG_LEVEL'];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
  });

  it('give every base address its own value, else the public one', () => {
    expect(readConfig({ PUBLIC_URL: 'https://courtside.example/base', CHECKOUT_URL: 'https://pay.example' }).addresses).toEqual({
      sellersUrl: 'https://courtside.example/base',
      checkoutUrl: 'https://pay.example',
      bookingApiUrl: 'https://courtside.example/base',
      vocabUrl: 'https://openactive.io/',
      platformUrl: 'https://courtside.example/base/ns',
    });
    expect(readConfig({ SELLERS_URL: 'https://a.example', BOOKING_API_URL: 'https://b.example', VOCAB_URL: 'https://c.example/', PLATFORM_URL: 'https://d.example' }).addresses).toEqual({
      sellersUrl: 'https://a.example',
      checkoutUrl: 'http://localhost:4000',
      bookingApiUrl: 'https://b.example',
      vocabUrl: 'https://c.example/',
      platformUrl: 'https://d.example',
    });
    expect(readConfig({ PORT: '4321' }).publicUrl).toBe('http://localhost:4321');
  });

  it('fill a demo world on SQLite, and elsewhere only when told to', () => {
    expect(readConfig({ DATABASE_URL: 'sqlite:/srv/courtside/live.db' })).toMatchObject({ isDemo: true, dataFolder: '/srv/courtside' });
    expect(readConfig({ DATABASE_URL: 'postgres://db/courtside' })).toMatchObject({ isDemo: false, dataFolder: './data' });
    expect(readConfig({ DATABASE_URL: 'postgresql://db/courtside', DEMO: 'true' }).isDemo).toBe(true);
    expect(readConfig({ DEMO: 'false' }).isDemo).toBe(false);
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'courtside.example'],
    ['PUBLIC_URL', 'ftp://courtside.example'],
    ['PUBLIC_URL', 'https://courtside.example/'],
    ['SELLERS_URL', 'https://courtside.example/'],
    ['CHECKOUT_URL', 'javascript:alert(1)'],
    ['BOOKING_API_URL', '/api'],
    ['VOCAB_URL', 'https://openactive.io'],
    ['PLATFORM_URL', 'https://courtside.example/ns/'],
    ['DATABASE_URL', 'mysql://db'],
    ['DATABASE_URL', 'sqlite:'],
    ['DEMO', 'yes'],
    ['SELLER_LINK_TTL_SECONDS', '0'],
    ['SELLER_LINK_TTL_SECONDS', '3601'],
    ['HOLD_TTL_SECONDS', '9'],
    ['HOLD_TTL_SECONDS', '3601'],
    ['HOLD_TTL_SECONDS', 'long'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_ANONYMOUS_PER_MINUTE', '0'],
    ['RATE_KEY_PER_MINUTE', 'many'],
    ['ADAPTER_TOKEN', 'x'.repeat(31)],
    ['LINK_SIGNING_KEYS', 'nonsense'],
    ['LINK_SIGNING_KEYS', '[]'],
    ['LINK_SIGNING_KEYS', '{"keys":[]}'],
    ['LINK_SIGNING_KEYS', JSON.stringify(KEY)],
    ['LINK_SIGNING_KEYS', JSON.stringify({ keys: [{ ...KEY, kid: undefined }] })],
    ['LINK_SIGNING_KEYS', JSON.stringify({ keys: [{ ...KEY, d: undefined }] })],
    ['LINK_SIGNING_KEYS', JSON.stringify({ keys: [{ ...KEY, d: '' }] })],
    ['LINK_SIGNING_KEYS', JSON.stringify({ keys: [{ ...KEY, crv: 'P-384' }] })],
    ['LINK_SIGNING_KEYS', JSON.stringify({ keys: [KEY, KEY] })],
    ['ENCRYPTION_KEYS', 'nonsense'],
    ['ENCRYPTION_KEYS', '{"keys":[]}'],
    ['ENCRYPTION_KEYS', KEYS],
    ['ENCRYPTION_KEYS', JSON.stringify(SEALING_KEY)],
    ['ENCRYPTION_KEYS', JSON.stringify({ keys: [{ ...SEALING_KEY, kid: undefined }] })],
    ['ENCRYPTION_KEYS', JSON.stringify({ keys: [{ ...SEALING_KEY, kid: 'a.b' }] })], // the dot parts a sealed text
    ['ENCRYPTION_KEYS', JSON.stringify({ keys: [{ ...SEALING_KEY, k: String(SEALING_KEY['k']).slice(0, 22) }] })],
    ['ENCRYPTION_KEYS', JSON.stringify({ keys: [SEALING_KEY, SEALING_KEY] })],
  ])('refuse %s=%s by name', (name, value) => {
    expect(refused({ [name]: value })).toEqual([name]);
  });

  it('take an issuer of staff tokens whole or not at all', () => {
    const issuer = { STAFF_ISSUER: 'https://id.example', STAFF_AUDIENCE: 'courtside', STAFF_JWKS_URL: 'https://id.example/jwks' };
    expect(readConfig(issuer).staff).toEqual({ issuer: 'https://id.example', audience: 'courtside', jwksUrl: 'https://id.example/jwks', roleClaim: 'role' });
    expect(readConfig({ ...issuer, STAFF_ROLE_CLAIM: 'groups' }).staff?.roleClaim).toBe('groups');
    for (const name of Object.keys(issuer)) expect(refused({ ...issuer, [name]: '' })).toEqual([name]);
  });

  it('hold places for as long as they say', () => {
    expect([readConfig({ HOLD_TTL_SECONDS: '10' }), readConfig({ HOLD_TTL_SECONDS: '3600' })].map(({ holdTtlSeconds }) => holdTtlSeconds)).toEqual([10, 3_600]);
  });

  it('take several processes on PostgreSQL alone', () => {
    expect(readConfig({}).processes).toBe(1);
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/courtside', WEB_CONCURRENCY: '4' }).processes).toBe(4);
    expect(readConfig({ WEB_CONCURRENCY: '1' }).processes).toBe(1);
    for (const DATABASE_URL of ['', 'sqlite:./data/courtside.db']) expect(refused({ DATABASE_URL, WEB_CONCURRENCY: '2' })).toEqual(['WEB_CONCURRENCY']);
    for (const WEB_CONCURRENCY of ['0', '-1', '1.5', 'many', '65']) expect(refused({ DATABASE_URL: 'postgres://localhost/courtside', WEB_CONCURRENCY })).toEqual(['WEB_CONCURRENCY']);
  });

  it('take a mail server and a sender together or not at all', () => {
    const mail = { SMTP_URL: 'smtps://user:secret@mail.example:465', MAIL_FROM: 'Courtside <bookings@courtside.example>' };
    expect(readConfig(mail).smtp).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM });
    for (const name of Object.keys(mail)) expect(refused({ ...mail, [name]: '' })).toEqual([name]);
    for (const SMTP_URL of ['mail.example', 'http://mail.example', 'smtp']) expect(refused({ ...mail, SMTP_URL })).toEqual(['SMTP_URL']);
  });

  it('take Stripe with a key, in production with the secret that signs its events as well', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_API_BASE: 'https://stripe.example' };
    expect(readConfig(stripe).stripe).toEqual({ secretKey: 'sk_live_x', webhookSecret: 'whsec_x', apiBase: 'https://stripe.example' });
    expect(readConfig({ STRIPE_SECRET_KEY: 'sk_test_x' }).stripe).toEqual({ secretKey: 'sk_test_x', webhookSecret: undefined, apiBase: undefined });
    expect(readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec_x' }).stripe).toBeUndefined();
    expect(refused({ STRIPE_API_BASE: 'stripe.example' })).toEqual(['STRIPE_API_BASE']);
    expect(refused({ ...PRODUCTION, ...stripe })).toEqual([]);
    expect(refused({ ...PRODUCTION, STRIPE_SECRET_KEY: 'sk_live_x' })).toEqual(['STRIPE_WEBHOOK_SECRET']);
  });

  it('keep sealing keys as they are given, the sealing one first', () => {
    const two = JSON.stringify({ keys: [{ ...SEALING_KEY, kid: 'newer' }, SEALING_KEY] });
    for (const ENCRYPTION_KEYS of [SEALING_KEYS, two]) expect(readConfig({ ENCRYPTION_KEYS }).encryptionKeys).toBe(ENCRYPTION_KEYS);
  });

  it('listen where they say, on PostgreSQL, and else at the database itself', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://pooler/db', DATABASE_LISTEN_URL: 'postgres://direct/db' }).listenUrl).toBe('postgres://direct/db');
    expect(readConfig({ DATABASE_URL: 'postgres://only/db' }).listenUrl).toBe('postgres://only/db');
    expect(refused({ DATABASE_LISTEN_URL: 'sqlite:./data/courtside.db' })).toEqual(['DATABASE_LISTEN_URL']);
  });

  it('send webhooks to public addresses by https alone in production, wherever the sender runs', () => {
    const { LINK_SIGNING_KEYS: _own, ...ofTheAdapter } = { ...PRODUCTION, GATEWAY_URL: 'http://gateway:4000' };
    for (const { webhookReach } of [readConfig(PRODUCTION), readAdapterConfig(ofTheAdapter)]) expect(webhookReach).toEqual({ allowsPrivate: false, allowsHttp: false });
    expect(readConfig({ ALLOW_PRIVATE_WEBHOOKS: 'false' }).webhookReach.allowsPrivate).toBe(false);
    expect(readAdapterConfig({ GATEWAY_URL: 'http://gateway:4000', ALLOW_PRIVATE_WEBHOOKS: 'false' }).webhookReach.allowsPrivate).toBe(false);
    expect(refused({ ...PRODUCTION, ALLOW_PRIVATE_WEBHOOKS: 'true' })).toEqual(['ALLOW_PRIVATE_WEBHOOKS']);
    expect(() => readAdapterConfig({ ...ofTheAdapter, ALLOW_PRIVATE_WEBHOOKS: 'true' })).toThrow('ALLOW_PRIVATE_WEBHOOKS');
  });

  it('believe nobody about addresses unless told whom', () => {
    expect([readConfig({}), readConfig({ TRUST_PROXY: 'false' }), readConfig({ TRUST_PROXY: 'true' }), readConfig({ TRUST_PROXY: '10.0.0.0/8' })].map(({ trustProxy }) => trustProxy)).toEqual([false, false, true, '10.0.0.0/8']);
  });

  it('never quote a secret when they refuse it', () => {
    for (const LINK_SIGNING_KEYS of [`${KEYS}}`, JSON.stringify({ keys: [KEY, KEY] }), JSON.stringify(KEY)]) {
      expect(() => readConfig({ LINK_SIGNING_KEYS })).toThrow('\n  LINK_SIGNING_KEYS: must be a JWK set of private P-256 keys, each with a kid of its own');
      expect(() => readConfig({ LINK_SIGNING_KEYS })).not.toThrow(String(KEY['d']).slice(0, 4));
    }
    for (const ENCRYPTION_KEYS of [`${SEALING_KEYS}}`, JSON.stringify({ keys: [SEALING_KEY, SEALING_KEY] }), JSON.stringify(SEALING_KEY)]) {
      expect(() => readConfig({ ENCRYPTION_KEYS })).toThrow('\n  ENCRYPTION_KEYS: must be a JWK set of 256-bit oct keys, each with a kid of its own');
      expect(() => readConfig({ ENCRYPTION_KEYS })).not.toThrow(String(SEALING_KEY['k']).slice(0, 4));
    }
  });

  it('name every bad one at once, in what the operator reads', () => {
    const bad = { PORT: 'x', PUBLIC_URL: 'x', VOCAB_URL: 'x', DATABASE_URL: 'x', DEMO: 'x', SELLER_LINK_TTL_SECONDS: 'x', LOG_LEVEL: 'x', LINK_SIGNING_KEYS: 'x' };
    expect(new Set(refused(bad))).toEqual(new Set(Object.keys(bad)));
    for (const name of Object.keys(bad)) expect(() => readConfig(bad)).toThrow(new RegExp(`\n  ${name}: `));
  });
});

describe('the settings of production', () => {
  it('are fine with https addresses and secrets', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ isProduction: true, isDemo: false });
  });

  it('have no demo of their own, not even on SQLite', () => {
    expect(readConfig({ ...PRODUCTION, DATABASE_URL: 'sqlite:/srv/live.db' }).isDemo).toBe(false);
  });

  it.each([
    ['no signing keys', { LINK_SIGNING_KEYS: '' }, ['LINK_SIGNING_KEYS']],
    ['no keys to seal with', { ENCRYPTION_KEYS: '' }, ['ENCRYPTION_KEYS']],
    ['sealing keys that are none', { ENCRYPTION_KEYS: '{"keys":[]}' }, ['ENCRYPTION_KEYS']],
    ['a demo', { DEMO: 'true' }, ['DEMO']],
    ['an http address for sellers', { SELLERS_URL: 'http://courtside.example' }, ['SELLERS_URL']],
    ['an http address for checkouts', { CHECKOUT_URL: 'http://courtside.example' }, ['CHECKOUT_URL']],
    ['an http address for the booking API', { BOOKING_API_URL: 'http://courtside.example' }, ['BOOKING_API_URL']],
    ['an http address for the platform’s vocabulary', { PLATFORM_URL: 'HTTP://courtside.example/ns' }, ['PLATFORM_URL']],
    ['an http address for the vocabulary', { VOCAB_URL: 'http://openactive.io/' }, ['VOCAB_URL']],
    ['an http address for the public', { PUBLIC_URL: 'http://courtside.example' }, ['PUBLIC_URL']],
    ['no public address, from which the others would follow', { PUBLIC_URL: '' }, ['PUBLIC_URL']],
    ['keys that are none', { LINK_SIGNING_KEYS: '{"keys":[]}' }, ['LINK_SIGNING_KEYS']],
    ['all of it', { LINK_SIGNING_KEYS: '', ENCRYPTION_KEYS: '', DEMO: 'true', PUBLIC_URL: 'http://a.example' }, ['DEMO', 'ENCRYPTION_KEYS', 'LINK_SIGNING_KEYS', 'PUBLIC_URL']],
    ['what is forbidden beside what cannot be read', { LINK_SIGNING_KEYS: '', DEMO: 'true', PORT: 'x', CHECKOUT_URL: 'x', SELLERS_URL: 'http://a.example', STAFF_ISSUER: 'x' }, ['CHECKOUT_URL', 'DEMO', 'LINK_SIGNING_KEYS', 'PORT', 'SELLERS_URL', 'STAFF_AUDIENCE', 'STAFF_JWKS_URL']],
  ])('refuse %s', (_what, settings, names) => {
    expect(refused({ ...PRODUCTION, ...settings })).toEqual(names);
  });
});

describe('the settings of an adapter that runs apart', () => {
  it('need the gateway and nothing else', () => {
    expect(readAdapterConfig({ GATEWAY_URL: 'http://gateway:4000' })).toEqual({
      host: '127.0.0.1',
      trustProxy: false,
      maxRequestsInFlight: 500,
      port: 4001,
      gatewayUrl: 'http://gateway:4000',
      vocabulary: { vocabUrl: 'https://openactive.io/', platformUrl: 'http://gateway:4000/ns' },
      publicUrl: 'http://gateway:4000',
      webhookReach: { allowsPrivate: true, allowsHttp: true },
      logLevel: 'info',
    });
    expect(() => readAdapterConfig({})).toThrow('GATEWAY_URL');
  });

  it('give the vocabulary the same address as the gateway with the same settings', () => {
    for (const settings of [{ PUBLIC_URL: 'https://courtside.example' }, { PLATFORM_URL: 'https://ns.example', VOCAB_URL: 'https://vocab.example/' }, { PUBLIC_URL: 'https://a.example', PLATFORM_URL: 'https://b.example' }]) {
      const { vocabUrl, platformUrl } = readConfig({ PORT: '4000', ...settings }).addresses;
      expect(readAdapterConfig({ GATEWAY_URL: 'http://localhost:4000', ...settings }).vocabulary).toEqual({ vocabUrl, platformUrl });
    }
  });

  it('name every bad one at once', () => {
    const bad = { GATEWAY_URL: 'x', PORT: '0', PUBLIC_URL: 'x', VOCAB_URL: 'https://openactive.io', PLATFORM_URL: 'x' };
    for (const name of Object.keys(bad)) expect(() => readAdapterConfig(bad)).toThrow(name);
  });
});
