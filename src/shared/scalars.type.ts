import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';

const { description: _, specifiedByURL: __, ...dateTime } = GraphQLDateTimeISO.toConfig();

/** ISO 8601 text on every path, in process and over HTTP. */
export const DateTime = new GraphQLScalarType({
  ...dateTime,
  name: 'DateTime',
  description: 'An instant as ISO 8601 with its offset; answers are in UTC with milliseconds, as in 2026-11-20T18:30:00.000Z.',
});
