import { describe, expect, it } from 'vitest';
import { SELLER_FLOW_STEPS, stepOf, type FlowFacts, type SellerFlowStep } from '../../src/seller/seller-flow-step.js';
import { SELLER_LINK_PURPOSES } from '../../src/seller/seller-link.entity.js';
import { SELLER_STATUSES } from '../../src/seller/seller.lifecycle.js';

const BOTH = [true, false] as const;

/** Every combination of facts, those included that no link of ours leads to. */
const ALL: readonly FlowFacts[] = SELLER_LINK_PURPOSES.flatMap((purpose) =>
  [true, false, null].flatMap((stripe) =>
    SELLER_STATUSES.flatMap((sellerStatus) =>
      BOTH.flatMap((isManagedHere) =>
        BOTH.flatMap((hasAcceptedTerms) =>
          BOTH.flatMap((isAccountConnected) =>
            BOTH.flatMap((hasRefundChoice) => BOTH.map((isCompleted) => ({ purpose, stripe, sellerStatus, isManagedHere, hasAcceptedTerms, isAccountConnected, hasRefundChoice, isCompleted }))),
          ),
        ),
      ),
    ),
  ),
);

type Fact<K extends keyof FlowFacts> = FlowFacts[K] | readonly FlowFacts[K][];
type Row = { readonly [K in keyof FlowFacts]?: Fact<K> } & { readonly step: SellerFlowStep };

const ONBOARDED = ['FREE', 'PAID'] as const;
const OUTSIDE = ['NOT_ONBOARDED', 'OPTED_OUT'] as const;

/** As a person reads it: every combination is in exactly one row. A fact that a row leaves out has no say in it. */
const TABLE: readonly Row[] = [
  { isCompleted: true, step: 'DONE' },
  { isCompleted: false, purpose: 'ONBOARD', sellerStatus: ONBOARDED, isManagedHere: false, step: 'REPRESENTED' },
  { isCompleted: false, purpose: 'ONBOARD', sellerStatus: ONBOARDED, isManagedHere: true, step: 'VIEW' },
  { isCompleted: false, purpose: ['UPDATE', 'VIEW'], sellerStatus: OUTSIDE, step: 'NOT_ONBOARDED' },
  { isCompleted: false, purpose: ['UPDATE', 'VIEW'], sellerStatus: ONBOARDED, isManagedHere: false, step: 'NOT_ONBOARDED' },
  { isCompleted: false, purpose: 'VIEW', sellerStatus: ONBOARDED, isManagedHere: true, step: 'VIEW' },
  // A seller that opts in, for the first time or again; who managed it before has no say
  { isCompleted: false, purpose: 'ONBOARD', sellerStatus: OUTSIDE, hasAcceptedTerms: false, step: 'TERMS' },
  { isCompleted: false, purpose: 'ONBOARD', sellerStatus: OUTSIDE, hasAcceptedTerms: true, stripe: true, isAccountConnected: false, step: 'CONNECT_PAYMENTS' },
  { isCompleted: false, purpose: 'ONBOARD', sellerStatus: OUTSIDE, hasAcceptedTerms: true, stripe: true, isAccountConnected: true, step: 'CHECK' },
  { isCompleted: false, purpose: 'ONBOARD', sellerStatus: OUTSIDE, hasAcceptedTerms: true, stripe: [false, null], step: 'CHECK' },
  // A seller that changes its plan, or keeps it
  { isCompleted: false, purpose: 'UPDATE', sellerStatus: ONBOARDED, isManagedHere: true, hasAcceptedTerms: false, step: 'TERMS' },
  { isCompleted: false, purpose: 'UPDATE', sellerStatus: ONBOARDED, isManagedHere: true, hasAcceptedTerms: true, stripe: true, isAccountConnected: false, step: 'CONNECT_PAYMENTS' },
  { isCompleted: false, purpose: 'UPDATE', sellerStatus: ONBOARDED, isManagedHere: true, hasAcceptedTerms: true, stripe: true, isAccountConnected: true, step: 'CHECK' },
  { isCompleted: false, purpose: 'UPDATE', sellerStatus: 'PAID', isManagedHere: true, hasAcceptedTerms: true, stripe: false, hasRefundChoice: false, step: 'DISCONNECT_PAYMENTS' },
  { isCompleted: false, purpose: 'UPDATE', sellerStatus: 'PAID', isManagedHere: true, hasAcceptedTerms: true, stripe: false, hasRefundChoice: true, step: 'CHECK' },
  { isCompleted: false, purpose: 'UPDATE', sellerStatus: 'FREE', isManagedHere: true, hasAcceptedTerms: true, stripe: false, step: 'CHECK' },
  { isCompleted: false, purpose: 'UPDATE', sellerStatus: ONBOARDED, isManagedHere: true, hasAcceptedTerms: true, stripe: null, step: 'CHECK' },
];

function holds({ step: _step, ...row }: Row, facts: FlowFacts): boolean {
  return Object.entries(row).every(([name, wanted]) => [wanted].flat().includes(facts[name as keyof FlowFacts])); // a row has the names of facts
}

describe('what a flow needs next', () => {
  it('is in exactly one row for each combination of facts', () => {
    expect(ALL).toHaveLength(3 * 3 * 4 * 2 ** 5);
    expect(ALL.filter((facts) => TABLE.filter((row) => holds(row, facts)).length !== 1)).toEqual([]);
  });

  it.each(TABLE)('is $step for a $purpose link, stripe $stripe, of a seller that is $sellerStatus (managed here: $isManagedHere, terms: $hasAcceptedTerms, account: $isAccountConnected)', (row) => {
    const covered = ALL.filter((facts) => holds(row, facts));
    expect(covered).not.toEqual([]);
    expect(covered.filter((facts) => stepOf(facts) !== row.step)).toEqual([]);
  });

  it('can be every step that there is, and no other', () => {
    expect(new Set(ALL.map(stepOf))).toEqual(new Set(SELLER_FLOW_STEPS));
  });

  it('leads to a change never without terms, and never to Paid without an account that takes charges', () => {
    const ready = ALL.filter((facts) => stepOf(facts) === 'CHECK');
    expect(ready.filter(({ hasAcceptedTerms }) => !hasAcceptedTerms)).toEqual([]);
    expect(ready.filter(({ stripe, isAccountConnected }) => stripe === true && !isAccountConnected)).toEqual([]);
  });
});
