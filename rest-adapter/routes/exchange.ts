import type { FastifyRequest } from 'fastify';
import type { CallOptions, GatewaySdk } from '../gateway-client.js';
import type { Answer } from '../http/answer.js';
import { problemAnswer, validationProblem, type ProblemScope } from '../http/problem.js';
import type { WireProblem } from '../json-ld/problems.js';

/** One request on its way to an answer. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly sdk: GatewaySdk;
  readonly call: CallOptions;
  readonly scope: ProblemScope;
}

export type Handler = (exchange: Exchange) => Promise<Answer>;

/**
 * Answers a request that cannot be read. Who sends a wrong key learns that first, and nothing about the request; so does
 * who sends none, where the route is not for anybody.
 */
export async function answerUnreadable(problems: readonly WireProblem[], { sdk, call, scope }: Exchange, caller: 'broker' | 'anybody' = 'broker'): Promise<Answer> {
  await (caller === 'broker' ? sdk.IdentifyCaller({}, call) : sdk.CheckKey({}, call));
  return problemAnswer(validationProblem(problems), scope);
}
