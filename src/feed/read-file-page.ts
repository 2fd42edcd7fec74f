import { parseLossless } from './lossless-json.js';
import { readPage, type Page, type PageProblem } from './read-page.js';

export function isFileUrl(url: string): boolean {
  return url.startsWith('file:');
}

/** Where a page in a file says that it goes on is of no use there, and may be missing. */
const NOWHERE = 'https://file.invalid/';

/** Reads a page that somebody has kept in a file: it stands for itself, and nothing follows from it. */
export function readFilePage(text: string): Page | PageProblem {
  const page = readPage(withoutNext(text), NOWHERE);
  return 'cause' in page ? page : { ...page, isLast: true };
}

function withoutNext(text: string): string {
  try {
    const page = parseLossless(text);
    return typeof page === 'object' && page !== null && !Array.isArray(page) ? JSON.stringify({ ...page, next: `${NOWHERE}next` }) : text;
  } catch {
    return text; // readPage says what is wrong with it
  }
}
