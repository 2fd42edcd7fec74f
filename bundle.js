import { build } from 'rolldown';

/*
 * Puts what each program needs, packages too, into a few files: to find and read two thousand took a quarter of a start.
 * Packages that read files of their own, and those that few processes ever use, stay where npm put them. Of the others there
 * must be one copy only (graphql and MikroORM know their objects by their classes), so whatever imports one of those is in here.
 */

const LEFT_TO_NPM = ['@fastify/swagger', '@fastify/swagger-ui', 'altair-static', 'bwip-js', 'class-validator', 'ics', 'nodemailer', 'pg', 'pino', 'stripe', 'undici'];

await build({
  input: {
    gateway: 'dist/src/main.js',
    adapter: 'dist/rest-adapter/main.js',
    courtside: 'dist/src/cli/main.js',
  },
  platform: 'node',
  external: (id) => LEFT_TO_NPM.some((name) => id === name || id.startsWith(`${name}/`)),
  output: { dir: 'dist/bundle', cleanDir: true, keepNames: true },
  onLog: (level, { message }) => {
    if (level === 'warn') throw new Error(message); // what cannot be found now would be missed when it is asked for
  },
});
