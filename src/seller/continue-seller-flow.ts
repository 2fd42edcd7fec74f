import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { newUuid } from '../shared/ids.js';
import { UserError } from '../shared/user-error.js';
import type { Tables } from '../store/tables.js';
import { SellerFlow, type RefundChoice } from './seller-flow.entity.js';
import type { SellerFlowStep } from './seller-flow-step.js';
import { readSellerFlow } from './seller-flow.store.js';
import { TermsAcceptance } from './terms-acceptance.entity.js';
import { CURRENT_TERMS } from './terms.js';

/** The flow is at another step: an earlier one is missing, or it is over. Nothing was changed. */
export class SellerFlowStepError extends UserError {
  readonly __typename = 'SellerFlowStepError';
  readonly code = 'SELLER_FLOW_STEP';
  readonly message = 'Another step comes first.';

  constructor(readonly step: SellerFlowStep) {
    super();
  }
}

/** The terms have changed since they were shown; read them again. */
export class TermsOutdatedError extends UserError {
  readonly __typename = 'TermsOutdatedError';
  readonly code = 'TERMS_OUTDATED';
  readonly message = 'The terms have changed. Please read the new ones.';
  readonly currentVersion = CURRENT_TERMS.version;
}

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
}

/** Keeps that the terms were accepted, with version, time and link. A repeat in the same flow keeps nothing new. */
export async function acceptSellerTerms(flowId: string, version: string, { em, reads, now }: Parts): Promise<undefined | SellerFlowStepError | TermsOutdatedError> {
  const view = await readSellerFlow(reads, flowId, now);
  if (!view || !isUnderWay(view.step)) return new SellerFlowStepError(view?.step ?? 'NOT_ONBOARDED');
  if (version !== CURRENT_TERMS.version) return new TermsOutdatedError();
  const flow = await em.findOneOrFail(SellerFlow, flowId, { populate: ['link'] });
  if (flow.termsVersion === version) return undefined;
  flow.termsVersion = version;
  em.create(TermsAcceptance, { id: newUuid(), sellerId: view.sellerId, termsVersion: version, acceptedAt: now, link: flow.link });
  await em.flush();
  return undefined;
}

/** Keeps who refunds the bookings to come, before a seller leaves the paid plan. It can be chosen again until the end. */
export async function chooseRefunds(flowId: string, choice: RefundChoice, { em, reads, now }: Parts): Promise<undefined | SellerFlowStepError> {
  const view = await readSellerFlow(reads, flowId, now);
  if (!view || !isUnderWay(view.step) || view.stripe !== false || view.sellerStatus !== 'PAID') return new SellerFlowStepError(view?.step ?? 'NOT_ONBOARDED');
  await em.nativeUpdate(SellerFlow, { id: flowId, completedAt: null }, { refundChoice: choice });
  return undefined;
}

/** Whether a step leads to a change at the end. */
export function isUnderWay(step: SellerFlowStep): boolean {
  return step === 'TERMS' || step === 'CONNECT_PAYMENTS' || step === 'DISCONNECT_PAYMENTS' || step === 'CHECK';
}
