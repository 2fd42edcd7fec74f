import type { DocumentNode } from 'graphql';
import { getSdk } from './generated/sdk.js';

/** What travels with every operation: the caller's own credential, and the name of the request in the logs. */
export interface CallOptions {
  readonly apiKey: string | undefined;
  /** What a page makes of its cookie: `SellerFlow <token>`. */
  readonly authorization?: string | undefined;
  /** The site on which a browser was. */
  readonly origin: string | undefined;
  readonly clientAddress: string;
  readonly requestId: string;
  /** Hears how much the caller may ask in this minute, as headers of the answer. */
  readonly tellRate?: ((headers: Readonly<Record<string, string>>) => void) | undefined;
  /** Takes what came even if parts of it could not be told: they are null. For what may be null alone. */
  readonly bearsHoles?: true;
}

/** An answer of the gateway, in process or over HTTP. */
export interface GatewayAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly [key: string]: unknown } }[] | undefined;
}

export type ExecuteOperation = (document: DocumentNode, variables: Record<string, unknown>, options: CallOptions) => Promise<GatewayAnswer>;

export type GatewaySdk = ReturnType<typeof getSdk<CallOptions>>;

/** The gateway refused an operation or failed at it; expected outcomes are members of the operation's result instead. */
export class GatewayFault extends Error {
  constructor(
    readonly code: string,
    readonly requestId: string | undefined,
    readonly retryAfterSeconds: number | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** The typed operations over any way of executing one. They throw GatewayFault and nothing else. */
export function openSdk(execute: ExecuteOperation): GatewaySdk {
  return getSdk<CallOptions>(async <R>(document: DocumentNode, variables?: unknown, options?: CallOptions): Promise<R> => {
    if (!options) throw new Error('every operation needs its call options');
    const { data, errors } = await execute(document, { ...(variables as object | undefined) }, options); // codegen's variables are objects
    const [first] = errors ?? [];
    if (first && !(options.bearsHoles && hasPayload(data))) throw toFault(first);
    return data as R; // the document's own result type, by codegen
  });
}

/** Whether an operation came to its end: its own field is there. */
function hasPayload(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.values(data).every((member) => member !== null);
}

function toFault({ message, extensions = {} }: NonNullable<GatewayAnswer['errors']>[number]): GatewayFault {
  const { code, requestId, retryAfterSeconds } = extensions;
  return new GatewayFault(textOf(code) ?? 'UNKNOWN', textOf(requestId), typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined, message);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
