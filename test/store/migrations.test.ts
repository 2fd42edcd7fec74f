import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENTITIES } from '../../src/store/entities.js';
import { migrate, openStore, pendingMigrations, type Store } from '../../src/store/open-store.js';
import { freshDatabaseUrl, STORES } from '../support/stores.js';

describe.each(STORES)('the migrations (%s)', (kind) => {
  let store: Store;
  beforeEach(async () => {
    store = await openStore(await freshDatabaseUrl(kind));
  });
  afterEach(() => store.close());

  it('are all pending on an empty database, and none when they have run', async () => {
    const pending = await pendingMigrations(store);
    expect(pending[0]).toBe('0001-first-tables');
    expect(await migrate(store)).toEqual(pending);
    expect(await pendingMigrations(store)).toEqual([]);
  });

  it('make the very tables that the entities want', async () => {
    await migrate(store);
    expect(await store.orm.schema.getUpdateSchemaSQL()).toBe('');
  });

  it('do nothing the second time, and leave what is there', async () => {
    await migrate(store);
    const em = store.fork();
    await em.execute("insert into broker (id, name, url, created_at) values ('0193a000-0000-7000-8000-000000000009', 'Kept', 'https://kept.example/', '2026-11-20T12:00:00.000Z')");
    expect(await migrate(store)).toEqual([]);
    expect(await em.execute('select name from broker')).toEqual([{ name: 'Kept' }]);
  });

  it('make every column that reads go to', async () => {
    await migrate(store);
    const tables = columnsInTables();
    expect(Object.keys(tables).length).toBeGreaterThanOrEqual(29);
    expect(tables['checkout_session']).toContain('facts');
    expect(tables['checkout']).toContain('quote_id');
    for (const [table, columns] of Object.entries(tables)) {
      const select = sql`select ${sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))} from ${sql.table(table)}`;
      await expect(select.execute(store.reads), table).resolves.toMatchObject({ rows: [] });
    }
  });

  it('leave no column of a table that reads go to without a name there', () => {
    const tables = columnsInTables();
    for (const entity of ENTITIES) {
      const { tableName, props } = store.orm.getMetadata().getByClassName(entity.name);
      const named = tables[tableName];
      if (named) expect(named.toSorted(), tableName).toEqual(props.flatMap(({ fieldNames }) => fieldNames ?? []).toSorted());
    }
  });
});

/** What `interface Tables` names, out of its text and that of what it extends: types leave nothing behind that could be asked at runtime. */
function columnsInTables(): Record<string, string[]> {
  const bodies = ['tables', 'feed-tables'].map((file) => {
    const text = readFileSync(new URL(`../../src/store/${file}.ts`, import.meta.url), 'utf8');
    return /^export interface (?:Feed)?Tables(?: extends FeedTables)? \{\n(?<body>.*?)\n\}\n/ms.exec(text)?.groups?.['body'] ?? '';
  });
  const tables = bodies.flatMap((body) => [...body.matchAll(/^ {2}(\w+): \{(.*?)\};$/gms)]);
  return Object.fromEntries(tables.map(([, table = '', columns = '']) => [table, [...columns.matchAll(/(\w+):/g)].map(([, column = '']) => column)]));
}
