import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';

const { description: _, specifiedByURL: __, ...dateTime } = GraphQLDateTimeISO.toConfig();

/** ISO 8601 text on every path, in process and over HTTP. */
export const DateTime = new GraphQLScalarType({
  ...dateTime,
  name: 'DateTime',
  description: 'An instant as ISO 8601 with its offset; answers are in UTC with milliseconds, as in 2026-11-20T18:30:00.000Z.',
});

const { description: ___, specifiedByURL: ____, ...jsonObject } = GraphQLJSONObject.toConfig();

/** For what has no shape that anybody should build upon. */
export const JSONObject = new GraphQLScalarType({ ...jsonObject, name: 'JSONObject', description: 'An object of JSON, for people and archives: its members may change.' });
