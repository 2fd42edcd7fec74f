import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { runChild } from './children.ts';
import type { StoreKind } from './settings.ts';

/** A database with so many sessions in it, and copies of it. */
export interface Model {
  readonly kind: StoreKind;
  readonly identifiers: readonly string[];
  readonly databaseUrl: string;
  /** A database of one's own, like this one to the last row. */
  copy(name: string): Promise<string>;
}

export interface Place {
  readonly folder: string;
  /** Of a PostgreSQL server, for databases there. */
  readonly postgresUrl: string | undefined;
}

/** Makes a model of so many sessions. */
export async function prepareModel(kind: StoreKind, sessions: number, place: Place): Promise<Model> {
  const name = `model_${randomBytes(4).toString('hex')}`;
  const databaseUrl = kind === 'sqlite' ? `sqlite:${join(place.folder, `${name}.db`)}` : await create(place, name, 'template1');
  const identifiers = await runChild<readonly string[]>('prepare.ts', { kind, databaseUrl, sessions });
  const copy = async (use: string): Promise<string> => {
    const to = `${name}_${use}`;
    if (kind === 'postgres') return create(place, to, name);
    copyFileSync(join(place.folder, `${name}.db`), join(place.folder, `${to}.db`));
    return `sqlite:${join(place.folder, `${to}.db`)}`;
  };
  return { kind, identifiers, databaseUrl, copy };
}

async function create({ postgresUrl }: Place, name: string, template: string): Promise<string> {
  if (postgresUrl === undefined) throw new Error('no PostgreSQL server was started');
  const client = new Client({ connectionString: `${postgresUrl}/postgres` });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  return `${postgresUrl}/${name}`;
}
