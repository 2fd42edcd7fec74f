import { LogController, type FastifyBaseLogger, type FastifyError, type FastifyReply, type FastifyRequest, type FastifyServerOptions, type LogLevel } from 'fastify';
import { destination, type DestinationStream } from 'pino';

/** Lines go out together once they are so many bytes, or have waited for so long, and when the process ends. */
const TOGETHER_BYTES = 8 * 1024;
const LONGEST_WAIT_MS = 100;

type ShowError = (error: FastifyError) => { type: string; message: string; stack: string };

/** One line for each request when it has ended, and what is said meanwhile under its id. It never shows what opens something to whoever reads it. */
export function requestLog(level: string, showError?: ShowError): Pick<FastifyServerOptions, 'logger' | 'logController' | 'childLoggerFactory'> {
  const err = showError && { err: showError };
  return {
    logger: {
      level,
      serializers: { req: ({ method, url }) => ({ method, path: withoutSecrets(url) }), ...err },
      stream: standardOutput(),
    },
    logController: new OneLine(),
    childLoggerFactory: (logger, bindings, options) => new RequestLogger(() => logger.child(bindings, options)),
  };
}

let output: DestinationStream | undefined;

/** One for the process, however many servers it has. */
function standardOutput(): DestinationStream {
  return (output ??= destination({ dest: 1, sync: false, minLength: TOGETHER_BYTES, periodicFlush: LONGEST_WAIT_MS }));
}

class OneLine extends LogController {
  override incomingRequest(): void {}

  /** Written without the request's own logger, which most requests never need. */
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { reqId: request.id, req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) request.server.log.error({ ...line, err: error }, 'request errored');
    else request.server.log.info(line, 'request completed');
  }
}

/** To make a logger costs more than most requests say. */
class RequestLogger implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  fatal(...said: unknown[]): void {
    this.#say('fatal', said);
  }
  error(...said: unknown[]): void {
    this.#say('error', said);
  }
  warn(...said: unknown[]): void {
    this.#say('warn', said);
  }
  info(...said: unknown[]): void {
    this.#say('info', said);
  }
  debug(...said: unknown[]): void {
    this.#say('debug', said);
  }
  trace(...said: unknown[]): void {
    this.#say('trace', said);
  }
  silent(...said: unknown[]): void {
    this.#say('silent', said);
  }
  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#logger.child(...given);
  }
  get level(): string {
    return this.#logger.level;
  }

  get #logger(): FastifyBaseLogger {
    return (this.#made ??= this.#make());
  }

  #say(level: LogLevel, said: readonly unknown[]): void {
    Reflect.apply(this.#logger[level], this.#logger, said);
  }
}

/** An address without its query, and without the tokens that stand in paths: of a book button's target, and of a customer's own link. */
function withoutSecrets(url: string): string {
  return (url.split('?')[0] ?? '').replaceAll(/[\w-]{40,}/g, '***');
}
