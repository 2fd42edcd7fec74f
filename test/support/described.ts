import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { join } from 'node:path';
import { ROUTES } from '../../rest-adapter/routes.js';
import { ROOT } from './source-files.js';

/** What a reader of docs/openapi.json is told, as far as the tests look at it. */
export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DescribedOperation }>>;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'parameters' | 'headers' | 'securitySchemes', Readonly<Record<string, object>>>>;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly object[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DescribedResponse | { readonly $ref: string }>>;
}

type Content = Readonly<Record<'application/json', { readonly schema: object; readonly example?: unknown; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>>;

export interface DescribedResponse {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
}

/** docs/openapi.json as it stands in the repository. */
export const DESCRIBED = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as Described;

/** The same with no member allowed that is not named: what we send has none, what others send may. */
const STRICT = strictly(DESCRIBED) as Described;

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(DESCRIBED, 'said');
ajv.addSchema(STRICT, 'strict');
const compiled = new Map<string, ValidateFunction>();

/** What the named component's schema has against a value that somebody sends. */
export function problemsOfBody(component: string, value: unknown): readonly string[] {
  return problemsAt(`said#/components/schemas/${component}`, value);
}

/** What the named component's schema has against a value of ours: a member that it does not name, too. */
export function problemsOfOurs(component: string, value: unknown): readonly string[] {
  return problemsAt(`strict#/components/schemas/${component}`, value);
}

export interface GivenAnswer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

const TOLD_HEADERS = ['location', 'retry-after', 'www-authenticate', 'idempotent-replayed', 'ratelimit', 'ratelimit-policy', 'allow', 'x-request-id'];

/** What the description has against an answer that was really given; nothing where it describes no such address. */
export function problemsOfAnswer({ method, url, status, headers, body }: GivenAnswer): readonly string[] {
  const path = describedPath(new URL(url).pathname);
  if (path === undefined) return [];
  const operation = DESCRIBED.paths[path]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  const place = operation === undefined ? 'components/responses/MethodNotAllowedError' : placeOf(path, method, status, operation);
  const response = place === undefined ? undefined : (lookUp(DESCRIBED, place) as DescribedResponse | undefined);
  if (response === undefined) return [`${method} ${path} is not said to answer ${status}`];
  const named = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
  const untold = TOLD_HEADERS.filter((name) => headers.has(name) && !named.includes(name)).map((name) => `${method} ${path} is not said to answer ${status} with the header ${name}`);
  if (response.content === undefined) return body === undefined ? untold : [...untold, `${method} ${path} is said to answer ${status} without a body`];
  return [...untold, ...problemsAt(`strict#/${place}/content/application~1json/schema`, body).map((problem) => `${method} ${path} ${status}: ${problem}`)];
}

function placeOf(path: string, method: string, status: number, operation: DescribedOperation): string | undefined {
  const response = operation.responses[status];
  if (response === undefined) return undefined;
  return '$ref' in response ? response.$ref.slice(2) : `paths/${path.replaceAll('/', '~1')}/${method === 'HEAD' ? 'get' : method.toLowerCase()}/responses/${status}`;
}

const PATTERNS = [...new Set(ROUTES.map(({ path }) => path))].map((path) => ({
  pattern: new RegExp(`^${path.replace('*', '.+').replaceAll(/:\w+/g, '[^/]+')}$`),
  described: path.replace('*', '{sellerId}').replaceAll(/:(\w+)/g, '{$1}'),
}));

function describedPath(pathname: string): string | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(pathname))?.described;
}

function problemsAt(place: string, value: unknown): readonly string[] {
  const validate = compiled.get(place) ?? ajv.compile({ $ref: place.replaceAll('{', '%7B').replaceAll('}', '%7D') });
  compiled.set(place, validate);
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

/** What a JSON Pointer leads to. */
export function lookUp(document: unknown, place: string): unknown {
  return place.split('/').reduce((value: unknown, name) => (value as Record<string, unknown> | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

function strictly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strictly);
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, strictly(member)]));
  return inside['type'] === 'object' && 'properties' in inside ? { ...inside, additionalProperties: false } : inside;
}
