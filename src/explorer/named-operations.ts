import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export const OPERATION_ROLES = ['anybody', 'broker', 'support', 'operator', 'admin'] as const;
/** Who an operation is for: the staff role that it needs at least, a broker's server, or anybody at all. */
export type OperationRole = (typeof OPERATION_ROLES)[number];

/** One file of `docs/operations`, for Sandbox, the IDE and the docs alike. */
export interface NamedOperation {
  readonly name: string;
  /** Whom it is for, the first whose headers it starts with; a staff role includes those above it. */
  readonly roles: readonly [OperationRole, ...OperationRole[]];
  /** What it is good for, in a sentence. */
  readonly summary: string;
  /** JSON, to begin with. */
  readonly variables: string;
  /** The operation itself, without the comments at its head. */
  readonly document: string;
  /** The whole file, which is known by its hash. */
  readonly text: string;
}

/** `# Role: …` or several, one line of summary, and where it takes variables one of JSON; then the operation that the file is named after. */
const FILE = /^# Role: (?<named>[\w, ]+)\n# (?<summary>.+)\n(?:# Variables: (?<variables>\{.*\})\n)?(?<document>(?:query|mutation) (?<name>\w+)[^]*)$/;

/** Reads the operations in the order of their roles, then of their names. Throws on a file of another shape. */
export function readNamedOperations(folder: string = join(packageFolder(), 'docs', 'operations')): readonly NamedOperation[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
  const operations = files.toSorted().map((file) => parseOperation(file, readFileSync(join(folder, file), 'utf8')));
  return OPERATION_ROLES.flatMap((role) => operations.filter(({ roles: [first] }) => first === role));
}

export function parseOperation(file: string, text: string): NamedOperation {
  const { named = '', summary = '', variables = '{}', document = '', name = '' } = FILE.exec(text.replaceAll('\r\n', '\n'))?.groups ?? {};
  const [first, ...others] = named.split(', ').map((one) => OPERATION_ROLES.find((role) => role === one));
  const rest = others.filter((role) => role !== undefined);
  const isNamedAfterIt = file === `${name.replaceAll(/\B[A-Z]/g, '-$&').toLowerCase()}.graphql`;
  if (first === undefined || rest.length < others.length || !isNamedAfterIt) throw new Error(`docs/operations/${file} has no role, no summary, or an operation of another name.`);
  return { name, roles: [first, ...rest], summary, variables: JSON.stringify(JSON.parse(variables), null, 2), document: document.trim(), text };
}

/** Where package.json lies, whether this runs compiled or not. */
function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('courtside/package.json'));
}
