/** What came in a form: texts, lists and named parts, as deep as the sender likes. */
export type Form = string | readonly Form[] | { readonly [name: string]: Form };

/**
 * What a form must look like: a text by its pattern, a list by its one rule, named parts by theirs. A name that ends in `?`
 * may be left out; the name `*` stands for any.
 */
export type Rule = RegExp | readonly [Rule] | { readonly [name: string]: Rule };

export interface StripeProblem {
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

/** An answer that is no success, as Stripe words it. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: StripeProblem,
  ) {
    super(problem.message);
  }
}

export function invalid(message: string, more: Omit<StripeProblem, 'type' | 'message'> = {}, status = 400): StripeRefusal {
  return new StripeRefusal(status, { type: 'invalid_request_error', message, ...more });
}

type Growing = { [name: string]: string | Growing };

/** Reads `a[b][0]=c`. */
export function readForm(text: string): Form {
  const root: Growing = {};
  for (const [key, value] of new URLSearchParams(text)) put(root, key.replaceAll(']', '').split('['), value);
  return settle(root);
}

function put(into: Growing, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const known = into[name];
  const next = typeof known === 'object' ? known : {};
  into[name] = next;
  put(next, rest, value);
}

/** What is numbered from 0 is a list. */
function settle(part: string | Growing): Form {
  if (typeof part === 'string') return part;
  const names = Object.keys(part);
  const isNumbered = names.length > 0 && names.every((name, index) => name === String(index));
  return isNumbered ? Object.values(part).map(settle) : Object.fromEntries(Object.entries(part).map(([name, value]) => [name, settle(value)]));
}

/** Throws Stripe's own words at whatever is unknown, missing or not as it should be. */
export function check(rule: Rule, form: Form, path = ''): void {
  if (rule instanceof RegExp) {
    if (typeof form !== 'string' || !rule.test(form)) throw invalid(`Invalid value for ${path}: ${JSON.stringify(form)}`, { param: path });
  } else if (isList(rule)) {
    if (!Array.isArray(form)) throw invalid('Invalid array', { param: path });
    for (const [index, part] of form.entries()) check(rule[0], part as Form, `${path}[${index}]`);
  } else {
    checkParts(rule, form, path);
  }
}

function checkParts(rules: Readonly<Record<string, Rule>>, form: Form, path: string): void {
  if (typeof form === 'string' || Array.isArray(form)) throw invalid('Invalid object', { param: path });
  const at = (name: string) => (path === '' ? name : `${path}[${name}]`);
  const parts = new Map(Object.entries(form));
  for (const name of parts.keys()) {
    if (!ruleFor(rules, name)) throw invalid(`Received unknown parameter: ${at(name)}`, { code: 'parameter_unknown', param: at(name) });
  }
  for (const name of Object.keys(rules)) {
    if (name !== '*' && !name.endsWith('?') && !parts.has(name)) throw invalid(`Missing required param: ${at(name)}.`, { code: 'parameter_missing', param: at(name) });
  }
  for (const [name, part] of parts) {
    const rule = ruleFor(rules, name);
    if (rule) check(rule, part, at(name));
  }
}

function ruleFor(rules: Readonly<Record<string, Rule>>, name: string): Rule | undefined {
  return Object.hasOwn(rules, name) ? rules[name] : (rules[`${name}?`] ?? rules['*']);
}

function isList(rule: Rule): rule is readonly [Rule] {
  return Array.isArray(rule);
}

/** The text at this place of a checked form; empty where there is none. */
export function textAt(form: Form, ...path: readonly (string | number)[]): string {
  let part: Form | undefined = form;
  for (const name of path) part = typeof part === 'object' ? new Map<string, Form>(Object.entries(part)).get(String(name)) : undefined;
  return typeof part === 'string' ? part : '';
}
