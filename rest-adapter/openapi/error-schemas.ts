import { z } from 'zod';
import { CONTEXT, PROBLEMS, REQUEST_ID } from '../json-ld/vocabulary.js';
import { ContextPair } from '../json-ld/wire-rules.js';
import { TERMS } from '../json-ld/terms.js';

const description = z.string().meta({ description: 'A sentence in English for people.' });
const requestId = z.string().meta({ description: 'The name of the request in the logs, to be quoted to support. The header X-Request-Id says it too.' });

const Problem = z.object({ path: z.string().meta({ format: 'json-pointer', description: 'The member of the body or the query; empty for the whole.' }), description: z.string() });

const ValidationError = z.object({
  [CONTEXT]: ContextPair,
  type: z.literal('platform:ValidationError'),
  description,
  [PROBLEMS]: z.array(Problem).optional().meta({ description: 'Every problem at once; left out where the body could not be read at all.' }),
  [REQUEST_ID]: requestId,
});

/** Contract §7: exactly these three members. */
const UnavailableOpportunityError = z.object({ [CONTEXT]: ContextPair, type: z.literal('UnavailableOpportunityError'), description: description.meta({ description: 'A sentence that a customer can read.' }) });

/** The schema of an error by its term. */
export function errorSchema(term: string): z.ZodObject {
  const says = TERMS.find(({ name }) => name === term)?.says;
  if (says === undefined) throw new Error(`${term} is no term of the vocabulary`);
  return schemaOf(term).meta({ description: says });
}

function schemaOf(term: string): z.ZodObject {
  if (term === 'ValidationError') return ValidationError;
  if (term === 'UnavailableOpportunityError') return UnavailableOpportunityError;
  return z.object({ [CONTEXT]: ContextPair, type: z.literal(`platform:${term}`), description, [REQUEST_ID]: requestId });
}
