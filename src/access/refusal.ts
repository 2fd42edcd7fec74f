import { GraphQLError } from 'graphql';

/** Nobody is known by what came along. Missing and wrong credentials read the same. */
export function unauthenticated(): GraphQLError {
  return new GraphQLError('This needs a valid API key in the header X-API-KEY.', { extensions: { code: 'UNAUTHENTICATED' } });
}

/** Somebody is known, and may not do this. */
export function forbidden(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'FORBIDDEN' } });
}

/** An argument that no rule about an input covers: a cursor of another list, text that cannot be stored. */
export function badUserInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

/** Too many requests, or too costly ones. */
export function rateLimited(retryAfterSeconds: number): GraphQLError {
  return new GraphQLError(`Too many requests. Try again in ${retryAfterSeconds} s.`, { extensions: { code: 'RATE_LIMITED', retryAfterSeconds } });
}

/** Somebody else whom we need does not answer, and nothing is wrong with the request. */
export function unavailable(message: string, retryAfterSeconds: number, cause: Error): GraphQLError {
  return new GraphQLError(message, { originalError: cause, extensions: { code: 'UNAVAILABLE', retryAfterSeconds } });
}

/** Work was given up for taking too long: what had not been committed by then has not happened. */
export function operationTimeout(): GraphQLError {
  return new GraphQLError('This took too long, and was given up.', { extensions: { code: 'OPERATION_TIMEOUT', retryAfterSeconds: 2 } });
}

/** Turned away before anything was looked at. */
export function overloaded(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'OVERLOADED', retryAfterSeconds: 2 } });
}

/** A document that asks for more than one operation may. */
export function tooLarge(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'OPERATION_TOO_LARGE' } });
}

/** It was there, and is kept no longer. */
export function gone(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'GONE' } });
}
