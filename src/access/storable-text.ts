import { visit, type DocumentNode } from 'graphql';
import { badUserInput } from './refusal.js';

/** Half a character (a lone surrogate) or NUL: neither database keeps it as it came. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Throws `BAD_USER_INPUT` when a variable or a literal of the document holds text that cannot be stored. */
export function requireStorableText(document: DocumentNode, variables: unknown): void {
  requireStorable(variables);
  if (vetted.has(document)) return;
  visit(document, { StringValue: ({ value }) => requireStorable(value) });
  vetted.add(document);
}

const vetted = new WeakSet<DocumentNode>();

/** Walks without recursion: how deep its variables are is the caller's choice, and the stack is not. */
function requireStorable(value: unknown): void {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') {
      if (!isStorableText(next)) throw badUserInput('Text must not contain NUL or half of a surrogate pair.');
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, member] of Object.entries(next)) pending.push(key, member);
    }
  }
}
