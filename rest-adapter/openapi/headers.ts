/** What answers carry besides their bodies. */
export const HEADERS = {
  Location: { description: 'Where to read what was created.', schema: { type: 'string', format: 'uri-reference' } },
  IdempotentReplayed: { description: 'There, and true, on the answer to a repeat with the same Idempotency-Key: nothing new was created.', schema: { type: 'string', const: 'true' } },
  RequestId: { description: 'The name of the request in the logs.', schema: { type: 'string', format: 'uuid' } },
  RateLimit: { description: 'What is left of this minute: r requests, for t seconds. (draft-ietf-httpapi-ratelimit-headers-10)', schema: { type: 'string' }, example: '"minute";r=999;t=60' },
  RateLimitPolicy: { description: 'How many requests there are in how many seconds.', schema: { type: 'string' }, example: '"minute";q=1000;w=60' },
  RetryAfter: { description: 'After how many seconds to ask again.', schema: { type: 'integer', minimum: 1 } },
  WwwAuthenticate: { description: 'Which key is asked for.', schema: { type: 'string' }, example: 'ApiKey realm="courtside", header="X-API-KEY"' },
  CacheControl: { description: 'no-store: nobody on the way may keep it.', schema: { type: 'string', const: 'no-store' } },
  Allow: { description: 'The methods that the address takes.', schema: { type: 'string' }, example: 'POST, PUT' },
} as const;

export type HeaderName = keyof typeof HEADERS;

/** How each is called on the wire. */
export const WIRE_NAMES: Readonly<Record<HeaderName, string>> = {
  Location: 'Location',
  IdempotentReplayed: 'Idempotent-Replayed',
  RequestId: 'X-Request-Id',
  RateLimit: 'RateLimit',
  RateLimitPolicy: 'RateLimit-Policy',
  RetryAfter: 'Retry-After',
  WwwAuthenticate: 'WWW-Authenticate',
  CacheControl: 'Cache-Control',
  Allow: 'Allow',
};

/** References to headers, under their names on the wire. */
export function headerReferences(names: readonly HeaderName[]): Readonly<Record<string, { readonly $ref: string }>> {
  return Object.fromEntries(names.map((name) => [WIRE_NAMES[name], { $ref: `#/components/headers/${name}` }]));
}
