/** What every target serves, whoever wrote it: the demo world under one set of keys and base addresses, so that the same session is the same bytes. */
export const PUBLIC_URL = 'https://bench.courtside.example';
export const PLATFORM_URL = `${PUBLIC_URL}/ns`;
export const VOCAB_URL = 'https://openactive.io/';

/** Keys of this bench alone. (P-256, and 256 bits for AES) */
export const LINK_SIGNING_KEYS = JSON.stringify({
  keys: [{ kty: 'EC', crv: 'P-256', kid: 'bench', x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0', d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' }],
}); // RFC 7515 appendix A.3
export const ENCRYPTION_KEYS = JSON.stringify({ keys: [{ kty: 'oct', kid: 'bench', k: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8' }] });

/** The demo broker. */
export const API_KEY = 'ck_test_demofitnessfinder_notasecretbecauseitisprintedinthereadme1';
export const BROKER_ID = '0193a000-0000-7000-8000-000000000001';

export type StoreKind = 'sqlite' | 'postgres';

/** Everything a gateway reads from its environment, in production: only what bounds callers is raised. */
export function gatewaySettings(databaseUrl: string, port: number): Record<string, string> {
  return {
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL,
    DATABASE_URL: databaseUrl,
    LINK_SIGNING_KEYS,
    ENCRYPTION_KEYS,
    RATE_ANONYMOUS_PER_MINUTE: '1000000',
    RATE_KEY_PER_MINUTE: '1000000',
  };
}
