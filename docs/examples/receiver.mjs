// A receiver of Courtside's webhooks. Run it with WEBHOOK_KEY and SIGNING_SECRET set; while one of them is being changed, with
// the old one and the new one, separated by a space.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from 'courtside/verify-webhook';

const webhookKeys = process.env.WEBHOOK_KEY.split(' ');
const signingSecrets = process.env.SIGNING_SECRET.split(' ');
const seen = new Set(); // in earnest: a column with a unique index, written in the transaction of what the event leads to

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const verdict = verifyWebhook({ headers: request.headers, body }, { webhookKeys, signingSecrets, now: new Date() });
  if (!verdict.isGenuine) return response.writeHead(401).end(verdict.reason);
  const isRepeat = seen.has(verdict.id);
  seen.add(verdict.id);
  if (!isRepeat) console.log(verdict.event.type, verdict.event.id);
  return response.writeHead(204).end(); // within 15 s, or it comes again
});
server.listen(process.env.PORT ?? 3000, '127.0.0.1', () => console.log('listening on', server.address().port));
