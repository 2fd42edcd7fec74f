import { isEnumType, isObjectType, type GraphQLNamedType, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { z } from 'zod';

/** What of a setting's schema a reader wants to know. */
const Setting = z.object({
  description: z.string(),
  default: z.union([z.string(), z.number()]).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  enum: z.array(z.string()).optional(),
});
type Setting = z.infer<typeof Setting>;

/** What of the REST door's description a reader wants to know. */
export const RestDoor = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        summary: z.string(),
        security: z.array(z.record(z.string(), z.array(z.string()))),
        responses: z.record(z.string(), z.object({ $ref: z.string().optional() })),
      }),
    ),
  ),
  components: z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) }),
});
type RestDoor = z.infer<typeof RestDoor>;

const code = (text: string | number): string => `\`${text}\``;
const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => [lineOf(head), `|${head.map(() => '---|').join('')}`, ...rows.map(lineOf)].join('\n');
const oneLine = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** Every setting of the gateway. */
export function settingsTable(environment: z.ZodObject): string {
  const { properties } = z.object({ properties: z.record(z.string(), Setting) }).parse(z.toJSONSchema(environment, { io: 'input', unrepresentable: 'any' }));
  return table(
    ['Setting', 'Default', 'Meaning'],
    Object.entries(properties).map(([name, setting]) => [code(name), setting.default === undefined ? '' : code(setting.default), `${setting.description}${boundOf(setting)}`]),
  );
}

function boundOf({ minimum, maximum, minLength, enum: words }: Setting): string {
  if (words) return ` (${words.map(code).join(', ')})`;
  if (minimum !== undefined && maximum !== undefined) return ` (${minimum.toLocaleString('en-GB')} to ${maximum.toLocaleString('en-GB')})`;
  return minLength === undefined ? '' : ` (at least ${minLength} characters)`;
}

/** Every path of the REST door. */
export function routesTable({ paths }: RestDoor): string {
  return table(
    ['Method and path', 'What it does', 'Key', 'When all is well'],
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary, security, responses }]) => [code(`${method.toUpperCase()} ${path}`), summary, keyOf(security), Object.keys(responses).filter((status) => status < '400').map(code).join(', ')]),
    ),
  );
}

function keyOf(security: RestDoor['paths'][string][string]['security']): string {
  return security.some((scheme) => Object.keys(scheme).length === 0) ? 'none needed' : 'secret';
}

/** Every error of the REST door with its status. */
export function restErrorsTable(door: RestDoor): string {
  const rows = [...statusesOf(door)].flatMap(([name, status]) =>
    (door.components.responses[name]?.description ?? '').split('\n\n').map((line) => {
      const [type = '', meaning = ''] = line.split(': ');
      return [code(status), code(type), meaning];
    }),
  );
  const unique = new Map(rows.map((row) => [row.join(), row]));
  return table(['Status', 'Type, without its prefix', 'Meaning'], [...unique.values()].toSorted((a, b) => a.join().localeCompare(b.join(), 'en')));
}

/** Which status each answer of the components comes with. One that stands at no path comes with every path. */
function statusesOf({ paths, components }: RestDoor): ReadonlyMap<string, string> {
  const used = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ responses }) => Object.entries(responses)));
  const named = used.flatMap(([status, { $ref }]): [string, string][] => ($ref === undefined ? [] : [[$ref.slice($ref.lastIndexOf('/') + 1), status]]));
  const everywhere: readonly [string, string][] = 'MethodNotAllowedError' in components.responses ? [['MethodNotAllowedError', '405']] : [];
  return new Map([...named, ...everywhere]);
}

/** Every named error of a mutation, with the facts that come along; without the demo’s own. */
export function mutationErrorsTable(schema: GraphQLSchema): string {
  const errors = Object.values(schema.getTypeMap()).filter(isUserError).filter(({ name }) => !name.includes('Demo'));
  return table(['Error', 'Meaning', 'Facts that come along'], errors.toSorted((a, b) => a.name.localeCompare(b.name, 'en')).map((error) => [code(error.name), oneLine(error.description), factsOf(error)]));
}

function isUserError(type: GraphQLNamedType): type is GraphQLObjectType {
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'UserError');
}

/** What an error says beside the two members that all have. */
function factsOf(error: GraphQLObjectType): string {
  const names = Object.keys(error.getFields()).filter((field) => !['code', 'message'].includes(field));
  return names.map(code).join(', ');
}

/** Every kind of event that an address can be registered for. */
export function webhookKindsTable(schema: GraphQLSchema): string {
  const kinds = schema.getType('WebhookKind');
  return table(['Kind', 'When'], isEnumType(kinds) ? kinds.getValues().map(({ name, description }) => [code(name), oneLine(description)]) : []);
}
