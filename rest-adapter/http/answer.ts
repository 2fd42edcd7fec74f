import type { FastifyReply } from 'fastify';

/** What a route answers. A body is written as JSON; without one the answer is empty. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Writes the JSON ourselves, so that the same answer is the same bytes and the type is the contract's, without a parameter. As text it goes out with the headers in one piece. */
export function sendAnswer(reply: FastifyReply, { status, headers = {}, body }: Answer): FastifyReply {
  reply.code(status).headers(headers);
  if (body === undefined) return reply.send();
  return reply.header('content-type', 'application/json').serializer(asItIs).send(JSON.stringify(body));
}

function asItIs(text: string): string {
  return text;
}
