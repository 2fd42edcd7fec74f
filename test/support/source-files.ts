import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** From the repository's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every TypeScript file below these folders of the repository. */
export function sourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(posix.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .toSorted()
      .map((path) => ({ path, text: readFileSync(posix.join(ROOT, path), 'utf8') })),
  );
}

export interface Import {
  /** A file from the root (`src/config.ts`), else a package by its bare name (`@mikro-orm/core`, `node:fs`). */
  readonly target: string;
  /** `import type` leaves nothing behind at run time. */
  readonly isTypeOnly: boolean;
  /** `await import('…')`: loaded when that line is reached, not at the start. */
  readonly isDynamic: boolean;
}

const IMPORT = /^[ \t]*(?:import|export)\s+(type\s+(?!from\b))?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

/** Everything that a file imports or exports from elsewhere, dynamic imports included. */
export function importsOf({ path, text }: SourceFile): readonly Import[] {
  return Array.from(text.matchAll(IMPORT), ([, type, named, dynamic]) => ({ target: targetOf(path, named ?? dynamic ?? ''), isTypeOnly: type !== undefined, isDynamic: dynamic !== undefined }));
}

function targetOf(importer: string, specifier: string): string {
  if (specifier.startsWith('.')) return sourceOf(posix.join(posix.dirname(importer), specifier));
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The source of what is imported as `.js`: a page is made of a `.tsx`. */
function sourceOf(path: string): string {
  const page = path.replace(/\.js$/, '.tsx');
  return page !== path && existsSync(posix.join(ROOT, page)) ? page : path.replace(/\.js$/, '.ts');
}

const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** A file without its comments and without what its strings say. */
export function codeOf({ text }: SourceFile): string {
  return text.replaceAll(COMMENT_OR_TEXT, "''");
}
