import { SMTPServer } from 'smtp-server';
import { freePort } from './postgres.js';

/** A mail as a real server took it. */
export interface ArrivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly content: Buffer }[];
}

/** A mail server on a port of its own, which can be down. */
export class MailServer {
  readonly arrived: ArrivedMail[] = [];
  readonly port: number;
  #server: SMTPServer | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  /** It is down at first. */
  static async reserve(): Promise<MailServer> {
    return new MailServer(await freePort());
  }

  get settings(): { readonly SMTP_URL: string; readonly MAIL_FROM: string } {
    return { SMTP_URL: `smtp://127.0.0.1:${this.port}`, MAIL_FROM: 'Courtside <bookings@courtside.example>' };
  }

  async goUp(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = envelope.rcptTo.map(({ address }) => address);
          this.arrived.push({ from: envelope.mailFrom === false ? '' : envelope.mailFrom.address, to, ...readMail(Buffer.concat(chunks).toString('utf8')) });
          done();
        });
      },
    });
    server.on('error', () => {}); // a client that went away
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', () => resolve()));
  }

  async goDown(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

/** The parts of a MIME message: a text, and files beside it. (RFC 5322, RFC 2045) */
export function readMail(raw: string): Omit<ArrivedMail, 'from' | 'to'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return { headers, text: decode(headers, body).toString('utf8'), attachments: [] };
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')));
  const text = parts.find((part) => !part.headers.has('content-disposition'));
  const attachments = parts.flatMap((part) => {
    const filename = /filename="?([^";]+)"?/.exec(part.headers.get('content-disposition') ?? '')?.[1];
    return filename === undefined ? [] : [{ filename, contentType: part.headers.get('content-type') ?? '', content: decode(part.headers, part.body) }];
  });
  return { headers, text: text ? decode(text.headers, text.body).toString('utf8') : '', attachments };
}

function split(raw: string): { readonly headers: ReadonlyMap<string, string>; readonly body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return { headers: new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])), body: raw.slice(end + 4) };
}

function decode(headers: ReadonlyMap<string, string>, body: string): Buffer {
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body.replaceAll('\r\n', '\n').trimEnd());
  const bytes = body.replaceAll('=\r\n', '').replaceAll('\r\n', '\n').replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes.trimEnd(), 'latin1');
}
