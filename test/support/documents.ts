import { globSync, readFileSync } from 'node:fs';

/** Every page in Markdown: the front page, what tools insist on beside it, and one for each reader. */
export const DOCUMENTS: readonly string[] = globSync(['*.md', 'docs/**/*.md']).toSorted();

export const read = (path: string): string => readFileSync(path, 'utf8');

export interface Block {
  readonly code: string;
  /** The last line that is read before it. */
  readonly before: string;
}

/** The blocks of code in this language, in order. */
export function blocksIn(text: string, language: string): readonly Block[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(({ index, 1: code = '' }) => ({ code, before: text.slice(0, index).trimEnd().split('\n').at(-1) ?? '' }));
}

const withoutBlocks = (text: string): string => text.replaceAll(/^```.*?^```/gms, '');

/** What stands between backticks. */
export const quoted = (text: string): string[] => [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

export const section = (text: string, title: string): string => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

/** The cells of a table's rows, without its head. */
export function rows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[-|]+\|$/.test(line))
    .map((line) => line.slice(1, -1).split('|').map((cell) => cell.trim()));
}

export interface Link {
  /** Relative to the page; empty where the link stays on it. */
  readonly path: string;
  readonly anchor: string | undefined;
}

/** The links to something of this repository, images included. */
export function linksIn(text: string): readonly Link[] {
  const targets = [...withoutBlocks(text).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)|<img src="([^"]+)"/g)].map(([, link, image]) => link ?? image ?? '');
  return targets.map((target) => ({ path: target.split('#')[0] ?? '', anchor: target.split('#')[1] }));
}

/** What a page's headings can be linked by, as GitHub makes it of their words. */
export function anchorsIn(text: string): readonly string[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}
