import type { Vocabulary } from '../json-ld/vocabulary.js';
import { ROUTES, type Route } from '../routes.js';
import { schemaComponents } from './components.js';
import { errorResponseComponents, errorsOf } from './error-responses.js';
import { answerExamples, bodyExamples, type ServerAddresses } from './examples.js';
import { HEADERS } from './headers.js';
import { termOfError } from './known-errors.js';
import { openapiPath, operationObject } from './operation-object.js';
import { OPERATIONS, type Operation, type Tag } from './operations.js';
import { WEBHOOK_PARAMETERS, webhookObjects } from './webhooks.js';

/** The REST door as OpenAPI 3.1: made of the table of routes, the schemas that check requests and the answers that are really given. */
export function openapiDocument(vocabulary: Vocabulary, servers: ServerAddresses) {
  const described = ROUTES.map((route) => ({ route, operation: operationOf(route) }));
  const errorSets = [...described.map(({ route, operation }) => errorsOf(route, operation)), OF_OTHER_METHODS];
  const scope = { vocabulary, requestId: '0193a000-0000-7000-8000-0000000000f1' };
  const examples = { bodies: bodyExamples(vocabulary), answers: answerExamples(vocabulary, servers) };
  const paths = Map.groupBy(described, ({ route }) => openapiPath(route.path));
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [...new Set(Object.values(servers))].map((url) => ({ url })),
    tags: TAGS,
    paths: Object.fromEntries(
      [...paths].map(([path, same]) => [path, { ...serversOf(same[0]?.operation.tag, servers), ...Object.fromEntries(same.map(({ route, operation }) => [route.method.toLowerCase(), operationObject(route, operation, examples, scope)])) }]),
    ),
    webhooks: webhookObjects(vocabulary, servers),
    components: {
      schemas: schemaComponents([...new Set(errorSets.flat().map(termOfError))].toSorted()),
      responses: errorResponseComponents(errorSets, scope),
      headers: HEADERS,
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, ...WEBHOOK_PARAMETERS },
      securitySchemes: SECURITY_SCHEMES,
    },
  } as const;
}

/** No operation answers it: it is what there is instead of one. */
const OF_OTHER_METHODS = ['MethodNotAllowedError'] as const;

function operationOf({ method, path }: Route): Operation {
  const operation = OPERATIONS[`${method} ${path}`];
  if (!operation) throw new Error(`${method} ${path} is not described: add it to operations.ts`);
  return operation;
}

/** Which address a path is under, where they are not all the same. */
function serversOf(tag: Tag | undefined, { sellersUrl, checkoutUrl, bookingApiUrl }: ServerAddresses): { readonly servers?: readonly { readonly url: string }[] } {
  if (sellersUrl === checkoutUrl && checkoutUrl === bookingApiUrl) return {};
  return { servers: [{ url: tag === 'Sellers' ? sellersUrl : tag === 'Checkout' ? checkoutUrl : bookingApiUrl }] };
}

const INFO = {
  title: 'Courtside for brokers',
  version: '1',
  summary: 'Onboard sellers, open checkouts, manage customers, and hear about orders.',
  description:
    'The REST door. Everything here can be asked by GraphQL as well.\n\nEvery error says its type, a sentence for people and a request id, and a body’s error names every problem at once. An address that does not take a method answers 405 with Allow; one that does not exist answers 404. HEAD is answered as GET without its body. Members that are not named here are ignored in what you send; expect new ones in what you get.',
  license: { name: 'MIT', identifier: 'MIT' },
} as const;

const TAGS: readonly { readonly name: Tag | 'Webhooks'; readonly description: string }[] = [
  { name: 'Sellers', description: 'Links with which a seller onboards, changes plan or looks, and opting out.' },
  { name: 'Checkout', description: 'Checkout sessions for customers who are logged in, and public book buttons.' },
  { name: 'Customers', description: 'Customers that the broker registers once and then names by URL.' },
  { name: 'Opportunities', description: 'What there is to book.' },
  { name: 'Webhooks', description: 'What the platform tells the broker.' },
];

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Of your making, for one creation: a repeat within 24 hours with the same body gets the same thing again. It is ignored without an API key.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

const SECURITY_SCHEMES = {
  secretKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'A broker’s secret key (ck_…), for its servers only: from a web page it is refused.' },
  publishableKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'A broker’s publishable key (pk_…), for its web pages on origins that it has registered.' },
  webhookKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'On webhooks: the key that was agreed with the broker. Refuse whatever comes without it.' },
} as const;
