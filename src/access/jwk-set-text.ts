import { z } from 'zod';

/** A JWK set as text, in a setting or a file: one key or more, each with a `kid` of its own. (RFC 7517 §5) */
export function jwkSetText<K extends z.ZodType<{ readonly kid: string }>>(key: K) {
  const keySet = z.object({
    keys: z
      .array(key)
      .min(1)
      .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'the same kid twice'),
  });
  return z
    .string()
    .transform((text, { issues }): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        issues.push({ code: 'custom', message: 'no JSON', input: '' }); // the parser's own words would quote a secret
        return z.NEVER;
      }
    })
    .pipe(keySet);
}
