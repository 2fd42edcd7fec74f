import axe from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds wrong with a page as it is shown now, and which rules it could apply. */
export async function examine(page: Page): Promise<{ readonly violations: readonly string[]; readonly passed: readonly string[] }> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe.source}; undefined`);
  const run = `axe.run(document, { runOnly: { type: 'tag', values: ${JSON.stringify(TAGS)} }, rules: { 'target-size': { enabled: true } }, resultTypes: ['violations', 'passes'] })`;
  const { violations, passes } = (await page.evaluate(run)) as { violations: readonly Finding[]; passes: readonly Finding[] };
  return {
    violations: violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`)),
    passed: passes.map(({ id }) => id),
  };
}
