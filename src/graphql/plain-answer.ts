import type { FastifyReply } from 'fastify';
import type { ExecutionResult } from 'graphql';
import type { Context } from '../context.js';
import type { Gateway } from '../gateway.js';
import type { PlainRequest } from './plain-requests.js';
import { rootFieldsOf } from './root-fields.js';
import { requireWithinLimits } from './within-limits.js';

/** What came of an operation that was executed before Apollo heard of it. */
const OUTCOME = Symbol('outcome');

type Outcome = { readonly result: ExecutionResult } | { readonly fault: unknown };
interface WithOutcome {
  [OUTCOME]?: Outcome;
}

/**
 * Answers a request of which everything is known, without Apollo. Whatever is refused or goes wrong gives undefined, and Apollo
 * tells it as ever: an operation that was executed by then leaves its outcome in the context, and is not executed twice.
 */
export async function answerPlainly(asked: PlainRequest, reply: FastifyReply, opening: Promise<Context>, gateway: Gateway, settings: { readonly isProduction: boolean }): Promise<string | undefined> {
  const context: (Context & WithOutcome) | undefined = await opening.catch(() => undefined);
  if (!context || !isWithinLimits(asked, context, gateway, settings)) return undefined;
  const { document, operation, operationName, variables = {}, contentType } = asked;
  try {
    const result = await gateway.executeDocument(document, operationName, variables, context);
    context[OUTCOME] = { result };
    if (result.errors || !result.data) return undefined;
    gateway.parts.metrics.countOperation(rootFieldsOf(gateway.schema, operation), []);
    reply.header('content-type', contentType);
    return `${JSON.stringify({ data: result.data })}\n`;
  } catch (fault) {
    context[OUTCOME] = { fault };
    return undefined;
  }
}

function isWithinLimits(asked: PlainRequest, context: Context, gateway: Gateway, settings: { readonly isProduction: boolean }): boolean {
  try {
    requireWithinLimits(asked, context, gateway, settings);
    return true;
  } catch {
    return false; // it is looked at again, and told
  }
}

/** Whether the operation was executed, and so was within its limits. */
export function wasExecuted(context: Context): boolean {
  return OUTCOME in context;
}

/** What came of it. Apollo hands on a copy of the context, which has this too. */
export function outcomeOf(context: WithOutcome): ExecutionResult | undefined {
  const outcome = context[OUTCOME];
  if (outcome && 'fault' in outcome) throw outcome.fault;
  return outcome?.result;
}
