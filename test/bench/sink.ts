import { createServer } from 'node:http';

/*
 * Takes webhooks at once and counts them by their ids. Asked by a message, it says when the first came and how many there were,
 * and begins anew.
 */

export interface Heard {
  readonly firstAtMs: number;
  readonly requests: number;
  readonly distinct: number;
}

let [firstAtMs, requests] = [0, 0];
let ids = new Set<string>();

const { port } = JSON.parse(process.argv[2] ?? '') as { port: number }; // from startSink

createServer((request, response) => {
  if (firstAtMs === 0) firstAtMs = Date.now();
  requests += 1;
  ids.add(String(request.headers['webhook-id']));
  request.resume().on('end', () => response.writeHead(200, { 'content-length': 2 }).end('ok'));
}).listen(port, '127.0.0.1', () => process.send?.('listening'));

process.on('message', () => {
  const heard: Heard = { firstAtMs, requests, distinct: ids.size };
  [firstAtMs, requests, ids] = [0, 0, new Set()];
  process.send?.(heard);
});
process.once('disconnect', () => process.exit());
