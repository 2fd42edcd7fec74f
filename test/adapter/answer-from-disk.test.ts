import { pbkdf2 } from 'node:crypto';
import { setImmediate as aTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerFromDisk } from '../../src/server.js';
import { startTestGateway } from '../support/gateway.js';

it('an answer waits for what is on its way to the disk, and for nothing else', async () => {
  const disk = Promise.withResolvers<void>();
  let onItsWay: Promise<void> | undefined;
  const server = Fastify();
  answerFromDisk(server, () => onItsWay);
  server.get('/', () => ({ read: true }));
  expect((await server.inject('/')).json()).toEqual({ read: true });
  onItsWay = disk.promise;
  const answered: string[] = [];
  const answer = server.inject('/').then(({ body }) => answered.push(body));
  await new Promise((resolve) => void setTimeout(resolve, 50));
  expect(answered).toEqual([]);
  disk.resolve();
  await answer;
  expect(answered).toEqual(['{"read":true}']);
  await server.close();
});

it('the gateway answers nobody while a commit of its own is not on disk', async () => {
  const gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' });
  const { lane } = gateway.store;
  if (!lane) throw new Error('SQLite has a lane');
  const threads = Array.from({ length: 8 }, () => promisify(pbkdf2)('a', 'b', 1_000_000, 32, 'sha512')); // what goes to the disk waits for one of these
  const written = lane.run(({ run }) => run("update broker set name = 'changed'", []));
  while (!lane.onItsWay) await aTurn();
  const order: string[] = [];
  const onDisk = lane.onItsWay.then(() => order.push('on disk'));
  const answered = fetch(gateway.url.replace('localhost', '127.0.0.1')).then(() => order.push('answered'));
  await Promise.all([onDisk, answered, written, ...threads]);
  expect(order).toEqual(['on disk', 'answered']);
  await gateway.stop();
});
