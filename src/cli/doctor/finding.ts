/** FAILED is what the contract or our delivery cannot do without; WARNING is what a broker should know; SKIPPED could not be tried. */
export type Outcome = 'PASSED' | 'WARNING' | 'FAILED' | 'SKIPPED';

/** How one check ended. */
export interface Finding {
  /** Its name, the same in every report. */
  readonly check: string;
  readonly outcome: Outcome;
  /** What was found, in a sentence. */
  readonly message: string;
  /** What to do about it; null when there is nothing to do. */
  readonly advice: string | null;
}

const SIGNS: Readonly<Record<Outcome, string>> = { PASSED: '✓', WARNING: '!', FAILED: '✗', SKIPPED: '–' };

export function passed(check: string, message: string): Finding {
  return { check, outcome: 'PASSED', message, advice: null };
}

export function warning(check: string, message: string, advice: string): Finding {
  return { check, outcome: 'WARNING', message, advice };
}

export function failure(check: string, message: string, advice: string): Finding {
  return { check, outcome: 'FAILED', message, advice };
}

export function skipped(check: string, message: string): Finding {
  return { check, outcome: 'SKIPPED', message, advice: null };
}

/** A report for a person. */
export function asReport(title: string, findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ outcome, message, advice }) => [`${SIGNS[outcome]} ${message}`, ...(advice === null ? [] : [`    ${advice}`])]);
  const count = (wanted: Outcome) => findings.filter(({ outcome }) => outcome === wanted).length;
  return [title, ...lines, `${count('PASSED')} passed, ${count('WARNING')} to look at, ${count('FAILED')} failed, ${count('SKIPPED')} not tried`].join('\n');
}
