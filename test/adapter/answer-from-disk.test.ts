import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerFromDisk } from '../../src/server.js';

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
