import type { GraphQLResolveInfo } from 'graphql';
import type { Caller } from '../access/caller.js';
import { seesPersons } from '../access/personal-data.js';
import { selectedFields } from '../shared/selected-fields.js';

/** What is read of a delivery for a caller: for staff neither its bytes, which name people, nor what was answered, which may repeat them. */
export function selectedBy(asked: { readonly caller: Caller }, info: GraphQLResolveInfo): ReadonlySet<string> {
  const selected = selectedFields(info);
  return seesPersons(asked) ? selected : new Set([...selected].filter((name) => name !== 'body' && name !== 'answer'));
}
