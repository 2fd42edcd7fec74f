import type { ProblemScope } from '../http/problem.js';
import type { Route } from '../routes.js';
import { reference, schemaOfValue, type AnswerName, type BodyName, type JsonSchema } from './components.js';
import { errorResponses, errorsOf } from './error-responses.js';
import { headerReferences } from './headers.js';
import type { Operation } from './operations.js';

export interface Examples {
  readonly bodies: Readonly<Record<BodyName, object>>;
  readonly answers: Readonly<Record<AnswerName, object>>;
}

/** A route as OpenAPI's Operation Object. */
export function operationObject(route: Route, operation: Operation, examples: Examples, scope: ProblemScope): object {
  const { id, tag, summary, description, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [...(description === undefined ? [] : [description]), `(${route.row})`].join(' '),
    security: route.caller === 'broker' ? [{ secretKey: [] }] : [{}, { secretKey: [] }, { publishableKey: [] }],
    parameters: [...pathParameters(route.path), ...queryParameters(operation), ...(operation.takesIdempotencyKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [])],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: reference(body), example: examples.bodies[body] } } } }),
    responses: { ...successResponses(route, operation, examples), ...errorResponses(errorsOf(route, operation), scope) },
  };
}

/** OpenAPI writes a parameter in braces; the rest of an address, whatever it has, is one too. */
export function openapiPath(path: string): string {
  return path.replace('*', '{sellerId}').replaceAll(/:(\w+)/g, '{$1}');
}

const PATH_PARAMETERS: Readonly<Partial<Record<string, object>>> = {
  sellerId: { name: 'sellerId', in: 'path', required: true, description: 'The seller’s own address; percent-encoded, unless you know that nothing on the way changes it.', schema: { type: 'string' }, example: 'https://club.example' },
  identifier: { name: 'identifier', in: 'path', required: true, description: 'The last segment of its address.', schema: { type: 'string' } },
  id: { name: 'id', in: 'path', required: true, description: 'The platform’s identifier of the customer.', schema: { type: 'string' } },
};

function pathParameters(path: string): readonly object[] {
  return Array.from(openapiPath(path).matchAll(/\{(\w+)\}/g), ([, name = '']) => PATH_PARAMETERS[name] ?? {});
}

function queryParameters({ query }: Operation): readonly object[] {
  if (!query) return [];
  return Object.entries(query.shape).map(([name, schema]) => {
    const { description, ...value }: JsonSchema = schemaOfValue(schema);
    return { name, in: 'query', required: !schema.safeParse(undefined).success, ...(description !== undefined && { description }), schema: value };
  });
}

function successResponses({ sendsBrowsersOn }: Route, { success, takesIdempotencyKey }: Operation, { answers }: Examples): Readonly<Record<string, object>> {
  const { status, says, body, hasLocation } = success;
  const headers = headerReferences([...(hasLocation ? (['Location'] as const) : []), ...(takesIdempotencyKey ? (['IdempotentReplayed'] as const) : []), 'RateLimit', 'RateLimitPolicy', 'RequestId']);
  const response = { description: says, headers, ...(body && { content: { 'application/json': { schema: reference(body), example: answers[body] } } }) };
  const sentOn = { description: 'A browser, which asks for HTML before JSON, is sent on to the checkout.', headers: headerReferences(['Location', 'RateLimit', 'RateLimitPolicy', 'RequestId']) };
  return { [String(status)]: response, ...(sendsBrowsersOn && { '303': sentOn }) };
}
