import { raw, type EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { connectPaymentAccount, refreshPaymentAccount } from '../payment/connect-payment-account.js';
import { findPaymentAccount } from '../payment/payment-account.store.js';
import type { PaymentAccounts } from '../payment/payment-accounts.js';
import { askProvider, type PaymentProviderError } from '../payment/payment-provider-error.js';
import { sellerFlowAddress, type BaseAddresses } from '../shared/addresses.js';
import type { Tables } from '../store/tables.js';
import { SellerFlowStepError } from './continue-seller-flow.js';
import { Seller } from './seller.entity.js';
import { readSellerFlow } from './seller-flow.store.js';

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly addresses: BaseAddresses;
  readonly paymentAccounts: PaymentAccounts;
}

/** Says where the seller gives the payment provider its details; a repeat gives a new address for the same account. */
export async function connectSellerPayments(flowId: string, parts: Parts): Promise<{ url: string } | SellerFlowStepError | PaymentProviderError> {
  const view = await readSellerFlow(parts.reads, flowId, parts.now);
  if (view?.step !== 'CONNECT_PAYMENTS') return new SellerFlowStepError(view?.step ?? 'NOT_ONBOARDED');
  const addresses = { returnUrl: sellerFlowAddress(parts.addresses, flowId, 'payments/return'), refreshUrl: sellerFlowAddress(parts.addresses, flowId, 'payments') };
  return askProvider(async () => {
    const existing = await findPaymentAccount(parts.em, view.sellerId, view.brokerId);
    const { url } = await connectPaymentAccount({ sellerId: view.sellerId, name: view.sellerName, brokerId: view.brokerId }, existing, addresses, parts);
    return { url };
  });
}

/** Asks the provider how the seller's account stands, and keeps the answer. */
export async function refreshSellerPayments(flowId: string, parts: Parts): Promise<undefined | SellerFlowStepError | PaymentProviderError> {
  const view = await readSellerFlow(parts.reads, flowId, parts.now);
  const account = view && (await findPaymentAccount(parts.em, view.sellerId, view.brokerId));
  if (!view || !account) return new SellerFlowStepError(view?.step ?? 'NOT_ONBOARDED');
  return askProvider(async () => {
    const { status } = await refreshPaymentAccount(account, parts);
    const unmoved = raw<number>('version'); // the provider's word moves nobody, so no flow that is under way is outdated by it
    await parts.em.nativeUpdate(Seller, { sellerId: view.sellerId, status: 'PAID' }, { canTakePayments: status === 'CONNECTED', version: unmoved });
    return undefined;
  });
}
