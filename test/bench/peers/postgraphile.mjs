import { createServer } from 'node:http';
import { Pool } from 'pg';
import { postgraphile } from 'postgraphile';
import { grafserv } from 'postgraphile/grafserv/node';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { opens, readKey } from '../floor/keys.ts';
import { FUNCTIONS } from './postgraphile-functions.mjs';

/*
 * A peer: PostGraphile over our own tables. Its schema comes from them by introspection; sessions are listed, and one is opened, by
 * functions in the database, as its users would write them. It checks the same key. It has no limits, no log and no outbox, and
 * what it answers is rows: nobody makes addresses or the target's secret of them.
 */

const { databaseUrl, port } = JSON.parse(process.argv[2]);
const pool = new Pool({ connectionString: databaseUrl, max: 10 });
await pool.query(FUNCTIONS);

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: {
    context: async ({ node }) => {
      const given = readKey(node?.req.headers['x-api-key']);
      const { rows } = await pool.query({ name: 'key', text: 'select id, broker_id, secret_hash, retired_at from api_key where id = $1', values: [given?.id] });
      if (!given || !opens(given.secret, rows[0])) throw new Error('who is calling?');
      return { pgSettings: { 'caller.broker_id': rows[0].broker_id } };
    },
    explain: false,
  },
};

const server = createServer();
await postgraphile(preset).createServ(grafserv).addTo(server);
server.listen(port, '127.0.0.1');
