import { createHash, randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import OpenIdProvider from 'oidc-provider';

/** What staff tokens are for, as a resource indicator. (RFC 8707) */
export const RESOURCE = 'https://courtside.example/graphql';
const ANOTHER_RESOURCE = 'https://payroll.example/';

/** Who can sign in, and the roles that their accounts hold; the programs among them sign in by a secret. */
const ROLES: Readonly<Record<string, unknown>> = { ada: ['payroll:reader', 'support', 'operator'], grace: 'admin', eve: ['payroll:admin'], nightly: ['support'] };

export type Alg = 'ES256' | 'RS256';

/** A real OpenID provider on loopback, with browsers' sign-in and programs'. */
export interface StaffProvider {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** How often its keys were asked for. */
  keyRequests(): number;
  /** What a program gets for its secret; `resource` null leaves out what it is for. */
  tokenOfProgram(resource?: string | null): Promise<string>;
  /** What somebody gets who signs in as in a browser. */
  signIn(account: string): Promise<{ readonly accessToken: string; readonly idToken: string }>;
  /** Signs with a new key from now on, and publishes it alone. */
  rotate(): Promise<void>;
  /** Answers its keys' address in this way from now on; undefined as it should. */
  breakKeys(listener: RequestListener | undefined): void;
  stop(): Promise<void>;
}

export async function startStaffProvider(alg: Alg = 'ES256'): Promise<StaffProvider> {
  let handle: RequestListener | undefined;
  let broken: RequestListener | undefined;
  let keyRequests = 0;
  const server = createServer((request, response) => {
    const isForKeys = request.url === '/jwks';
    if (isForKeys) keyRequests += 1;
    (isForKeys && broken ? broken : handle)?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a server that listens on a port
  const rotate = async (): Promise<void> => {
    handle = new OpenIdProvider(issuer, configuration(issuer, alg, await newKey(alg))).callback();
  };
  await rotate();
  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    keyRequests: () => keyRequests,
    tokenOfProgram: async (resource = RESOURCE) => {
      const asked = { grant_type: 'client_credentials', client_id: 'nightly', client_secret: 'secret-of-nightly', ...(resource !== null && { resource }) };
      return (await askForToken(issuer, asked)).accessToken;
    },
    signIn: (account) => signIn(issuer, account),
    rotate,
    breakKeys: (listener) => void (broken = listener),
    stop: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function newKey(alg: Alg): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: randomBytes(8).toString('hex') };
}

function configuration(issuer: string, alg: Alg, key: JWK): object {
  const forResource = (audience: string) => ({ scope: '', audience, accessTokenFormat: 'jwt', accessTokenTTL: 600, jwt: { sign: { alg } } });
  return {
    jwks: { keys: [key] },
    cookies: { keys: ['not a secret'] },
    ttl: Object.fromEntries(['Interaction', 'Session', 'Grant', 'AccessToken', 'IdToken', 'ClientCredentials'].map((kind) => [kind, 600])), // seconds; a default says so on the console
    clients: [
      { client_id: 'nightly', client_secret: 'secret-of-nightly', grant_types: ['client_credentials'], redirect_uris: [], response_types: [], token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: alg },
      { client_id: 'explorer', token_endpoint_auth_method: 'none', application_type: 'native', redirect_uris: [`${issuer}/signed-in`], id_token_signed_response_alg: alg },
    ],
    clientAuthMethods: ['client_secret_post', 'none'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256'] },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: unknown, resource: string) => forResource(resource === RESOURCE ? 'courtside' : ANOTHER_RESOURCE),
      },
    },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    extraTokenClaims: (_context: unknown, { accountId, clientId }: { accountId?: string; clientId: string }) => ({ roles: ROLES[accountId ?? clientId] }),
  };
}

interface Tokens {
  readonly accessToken: string;
  readonly idToken: string;
}

async function askForToken(issuer: string, asked: Record<string, string>): Promise<Tokens> {
  const response = await fetch(`${issuer}/token`, { method: 'POST', body: new URLSearchParams(asked) });
  const answer = (await response.json()) as { access_token?: string; id_token?: string };
  if (answer.access_token === undefined) throw new Error(`no token but ${JSON.stringify(answer)}`);
  return { accessToken: answer.access_token, idToken: answer.id_token ?? '' };
}

/** Authorization code with PKCE (RFC 7636), by the provider's own pages, cookies and all. */
async function signIn(issuer: string, account: string): Promise<Tokens> {
  const cookies = new Map<string, string>();
  const visit = async (address: string, form?: Record<string, string>): Promise<string> => {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const response = await fetch(new URL(address, issuer), { headers, redirect: 'manual', ...(form && { method: 'POST', body: new URLSearchParams(form) }) });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response.headers.get('location') ?? '';
  };
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const redirect_uri = `${issuer}/signed-in`;
  const asked = { client_id: 'explorer', response_type: 'code', scope: 'openid', redirect_uri, resource: RESOURCE, code_challenge: challenge, code_challenge_method: 'S256' };
  let next = await visit(`/auth?${new URLSearchParams(asked).toString()}`);
  for (const answer of [{ prompt: 'login', login: account, password: 'anything' }, { prompt: 'consent' }]) next = await visit(await visit(next, answer));
  const code = new URL(next).searchParams.get('code') ?? '';
  return askForToken(issuer, { grant_type: 'authorization_code', client_id: 'explorer', code, code_verifier: verifier, redirect_uri });
}
