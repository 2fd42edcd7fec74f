import { GraphQLError } from 'graphql';

/** Nobody is known by what came along. Missing and wrong credentials read the same. */
export function unauthenticated(): GraphQLError {
  return new GraphQLError('This needs a valid API key in the header X-API-KEY.', { extensions: { code: 'UNAUTHENTICATED' } });
}

/** An argument that no rule about an input covers: a cursor of another list, text that cannot be stored. */
export function badUserInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}
