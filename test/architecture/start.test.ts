import { describe, expect, it } from 'vitest';
import { importsOf, sourceFiles, type SourceFile } from '../support/source-files.js';

const FILES = new Map(sourceFiles('src', 'rest-adapter').map((file) => [file.path, file]));

/** Large, and needed by some installations or some requests alone. */
const AT_FIRST_USE = ['@fastify/swagger', '@fastify/swagger-ui', '@mikro-orm/postgresql', 'altair-static', 'bwip-js', 'graphql-request', 'ics', 'nodemailer', 'pg', 'stripe', 'undici'];

/** Every package that is loaded before a file's first line runs. */
function loadedBy(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const file: SourceFile | undefined = FILES.get(path);
  for (const { target, isTypeOnly, isDynamic } of file ? importsOf(file) : []) if (!isTypeOnly && !isDynamic) loadedBy(target, seen);
  return seen;
}

describe('the start of a gateway', () => {
  it('loads nothing large that only some requests need', () => {
    const loaded = loadedBy('src/process/start.ts');
    expect(loaded).toContain('fastify'); // it sees through imports
    expect(AT_FIRST_USE.filter((name) => loaded.has(name))).toEqual([]);
  });
});
