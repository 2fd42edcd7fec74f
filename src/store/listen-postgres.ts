import { Client } from 'pg';
import { TOPICS, type Bell, type Listener } from './bell.js';

/** The triggers of the migrations notify it, each with a topic. */
const CHANNEL = 'courtside';
const RECONNECT_AFTER_MS = 1_000;

/** Rings for what any process commits, over a connection of its own. While that is down, whoever waits looks by itself; when it is back, everybody looks. */
export function listenPostgres(url: string, bell: Bell): Listener {
  let isStopped = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const connect = (): void => {
    if (isStopped) return;
    const mine = openClient(url, bell, () => {
      if (client !== mine) return; // it has told of its end before
      client = undefined;
      if (!isStopped) timer = setTimeout(connect, RECONNECT_AFTER_MS).unref();
    });
    client = mine;
  };
  connect();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {}); // it may never have been open
    },
  };
}

function openClient(url: string, bell: Bell, ended: () => void): Client {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: 'courtside bell' });
  client.on('notification', ({ payload }) => {
    for (const topic of TOPICS) if (topic === payload) bell.ring(topic);
  });
  client.on('error', () => void client.end().catch(() => {}));
  client.on('end', ended);
  const open = async (): Promise<void> => {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    for (const topic of TOPICS) bell.ring(topic); // what was committed meanwhile was not heard
  };
  open().catch(() => {
    ended();
    void client.end().catch(() => {});
  });
  return client;
}
