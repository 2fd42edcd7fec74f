import axe from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** The rules whose answer depends on colours and widths. */
export const RULES_OF_LOOKS = ['color-contrast', 'target-size', 'link-in-text-block'];

/** What axe finds wrong with a page as it is shown now, by these rules or by all, and which rules it could apply. */
export async function examine(page: Page, rules?: readonly string[]): Promise<{ readonly violations: readonly string[]; readonly passed: readonly string[] }> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe.source}; undefined`);
  const run = `axe.run(document, { runOnly: ${JSON.stringify(rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS })}, rules: { 'target-size': { enabled: true } }, resultTypes: ['violations', 'passes'] })`;
  const { violations, passes } = (await page.evaluate(run)) as { violations: readonly Finding[]; passes: readonly Finding[] };
  return {
    violations: violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`)),
    passed: passes.map(({ id }) => id),
  };
}
