import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress, type Resolve } from '../../rest-adapter/webhooks/address-guard.js';
import { openWebhookConnections, send, type Limits } from '../../rest-adapter/webhooks/send.js';

const SHORT: Limits = { connectMs: 300, wholeMs: 600 };
const ANYWHERE = { allowsPrivate: true, allowsHttp: true };
const PUBLIC_ALONE = { allowsPrivate: false, allowsHttp: true };
const WEBHOOK = { id: 'a-webhook', webhookKey: 'the-key-of-the-broker', signingSecrets: ['whsec_dGhlIHNlY3JldCBvZiB0aGUgYnJva2Vy'], body: '{}' };
const SILENT: RequestListener = () => {};

describe('a webhook that is sent once', () => {
  let server: Server;
  let port: number;
  let answer: RequestListener = SILENT;
  let heard = 0;
  let sockets: Socket[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      heard += 1;
      answer(request, response);
    });
    server.on('connection', (socket) => sockets.push(socket));
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '::', ipv6Only: false }, resolve)); // every address of this machine
    ({ port } = server.address() as AddressInfo); // a TCP server has one
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const sendTo = async (url: string, reach = ANYWHERE, resolve?: Resolve) => {
    heard = 0;
    sockets = [];
    const connections = openWebhookConnections(reach, SHORT, resolve);
    try {
      return await send({ ...WEBHOOK, url }, { now: () => new Date(), connections, limits: SHORT, signal: new AbortController().signal });
    } finally {
      await connections.destroy();
    }
  };
  const answered = async (how: RequestListener) => {
    answer = how;
    return sendTo(`http://127.0.0.1:${port}/`);
  };

  describe('takes no longer and reads no more than it may', () => {
    it('gives up on who never answers', async () => {
      expect(await answered(() => {})).toMatchObject({ status: null, error: 'no answer within 0.6 s', answer: null });
    });

    it('gives up on an answer that drips, whatever its status', async () => {
      let drip: NodeJS.Timeout | undefined;
      const ended = await answered((_request, response) => {
        response.writeHead(200);
        drip = setInterval(() => response.write('.'), 20);
      });
      clearInterval(drip);
      expect(ended).toMatchObject({ status: null, error: 'no answer within 0.6 s' });
    });

    it('drops the connection of who answers without end: the status counts, and the first 2 KiB are kept', async () => {
      const ended = await answered((_request, response) => {
        response.writeHead(200);
        const pour = (): void => {
          while (!response.destroyed && response.write('é'.repeat(8_192)));
        };
        response.on('drain', pour);
        pour();
      });
      expect(ended).toMatchObject({ status: 200, error: null, answer: 'é'.repeat(1_024) });
      await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
    });

    it('says so when the connection is reset', async () => {
      expect(await answered((request) => request.socket.resetAndDestroy())).toMatchObject({ status: null, error: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) });
    });

    it('follows no redirect and unpacks nothing', async () => {
      expect(await answered((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end())).toMatchObject({ status: 302 });
      expect(heard).toBe(1);
      expect(await answered((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'))).toMatchObject({ status: 200, answer: 'not gzip' });
    });

    it('is broken off when it is told to, and then did not happen', async () => {
      const stop = new AbortController();
      answer = () => stop.abort();
      const connections = openWebhookConnections(ANYWHERE, SHORT);
      expect(await send({ ...WEBHOOK, url: `http://127.0.0.1:${port}/` }, { now: () => new Date(), connections, limits: SHORT, signal: stop.signal })).toBeUndefined();
      await connections.destroy();
    });

    it('keeps of an answer what can be stored, and never what shows who we are', async () => {
      const [secret = ''] = WEBHOOK.signingSecrets;
      const said = Buffer.concat([Buffer.from(`${WEBHOOK.webhookKey} \u0000${secret} ${secret.slice('whsec_'.length)} `), Buffer.from([0xff])]);
      expect((await answered((_request, response) => response.end(said)))?.answer).toBe('*** *** *** \ufffd');
    });
  });

  describe('reaches no address that is not public', () => {
    const LOOPBACK = [
      '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.0.0.1.', '0.0.0.0', '0', '127.255.255.254', '①②⑦.0.0.1',
      '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', 'localhost', 'LOCALHOST.',
    ]; // prettier-ignore

    it.each(LOOPBACK)('not http://%s, by any spelling', async (host) => {
      answer = (_request, response) => response.end();
      const { status, error } = (await sendTo(`http://${host}:${port}/`, PUBLIC_ALONE)) ?? {};
      expect([status, heard, sockets.length]).toEqual([null, 0, 0]);
      expect(error).toMatch(/^(not public|ENOTFOUND|EAI_AGAIN|no address within .*)$/); // some systems know no name with a dot at its end
    });

    it('though all but a few of these do lead to this machine', async () => {
      answer = (_request, response) => response.end();
      for (const host of ['127.1', '2130706433', '0x7f000001', '017700000001', '[::ffff:7f00:1]', 'localhost']) expect(await sendTo(`http://${host}:${port}/`), host).toMatchObject({ status: 200 });
    });

    it('not a name of which one address is private', async () => {
      expect(await sendTo(`http://two.example:${port}/`, PUBLIC_ALONE, async () => ['93.184.216.34', '127.0.0.1'])).toMatchObject({ status: null, error: 'not public' });
      expect(await sendTo(`http://none.example:${port}/`, PUBLIC_ALONE, async () => [])).toMatchObject({ status: null, error: 'not public' });
      expect(heard).toBe(0);
    });

    it('not a name that leads here on the second look-up: it is looked up once, and what was looked at is dialled', async () => {
      const asked: string[] = [];
      const rebinding: Resolve = async (name) => {
        asked.push(name);
        return asked.length === 1 ? ['203.0.114.1'] : ['127.0.0.1']; // the first answers nobody
      };
      const ended = await sendTo(`http://localhost:${port}/`, PUBLIC_ALONE, rebinding); // the system itself would say 127.0.0.1
      expect(ended?.status).toBeNull();
      expect(ended?.error).not.toBe('not public');
      expect([asked, heard, sockets.length]).toEqual([['localhost'], 0, 0]);
    });

    it('not without https where that is required, and whoever takes too long to be looked up is given up', async () => {
      expect(await sendTo(`http://127.0.0.1:${port}/`, { allowsPrivate: true, allowsHttp: false })).toMatchObject({ status: null, error: 'https only' });
      expect(await sendTo('http://slow.example/', PUBLIC_ALONE, () => new Promise(() => {}))).toMatchObject({ status: null });
    });

    it.each(['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '192.0.2.1', '224.0.0.1', '255.255.255.255', '240.0.0.1', 'fe80::1', 'fc00::1', 'fec0::1', 'ff02::1', '2001:db8::1', '64:ff9b:1::1', '::ffff:10.0.0.1', '::10.0.0.1', '4000::1', 'fe80::1%eth0', 'not-an-address', ''])('%s is not public', (address) => {
      expect(isPublicAddress(address)).toBe(false);
    });

    it.each(['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
      expect(isPublicAddress(address)).toBe(true);
    });
  });
});
