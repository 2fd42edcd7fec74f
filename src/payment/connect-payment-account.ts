import type { EntityManager } from '@mikro-orm/sql';
import { Broker } from '../broker/broker.entity.js';
import { newUuid } from '../shared/ids.js';
import { PaymentAccount } from './payment-account.entity.js';
import { paymentAccountLifecycle } from './payment-account.lifecycle.js';
import type { PaymentAccounts, ProviderVerdict } from './payment-accounts.js';

interface NewAccountHolder {
  readonly sellerId: string;
  readonly name: string;
  readonly brokerId: string;
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly paymentAccounts: PaymentAccounts;
}

/** Opens an account for a seller that has none, and says where it gives the provider its details. The provider is asked outside of any transaction. */
export async function connectPaymentAccount(
  seller: NewAccountHolder,
  existing: PaymentAccount | null,
  addresses: { readonly returnUrl: string; readonly refreshUrl: string },
  parts: Parts,
): Promise<{ account: PaymentAccount; url: string }> {
  const account = existing && existing.status !== 'REFUSED' ? existing : await open(seller, parts);
  return { account, url: await parts.paymentAccounts.onboardingAddress(account.providerAccountId, addresses) };
}

async function open(seller: NewAccountHolder, { em, now, paymentAccounts }: Parts): Promise<PaymentAccount> {
  const id = newUuid();
  const providerAccountId = await paymentAccounts.create(seller, id);
  const account = em.create(PaymentAccount, {
    id,
    sellerId: seller.sellerId,
    broker: em.getReference(Broker, seller.brokerId),
    provider: paymentAccounts.provider,
    providerAccountId,
    status: 'ONBOARDING',
    createdAt: now,
    connectedAt: null,
    disconnectedAt: null,
  });
  await em.flush();
  return account;
}

const TRIGGERS = { ACCEPTED: 'PROVIDER_ACCEPTED', INFORMATION_NEEDED: 'PROVIDER_ASKED', REFUSED: 'PROVIDER_REFUSED' } as const satisfies Record<Exclude<ProviderVerdict, 'PENDING'>, string>;

/** Asks the provider how the account stands and keeps its answer. Coming back from the provider proves nothing by itself. */
export async function refreshPaymentAccount(account: PaymentAccount, { em, now, paymentAccounts }: Parts): Promise<PaymentAccount> {
  const verdict = await paymentAccounts.verdict(account.providerAccountId);
  const status = verdict === 'PENDING' ? undefined : paymentAccountLifecycle.next(account.status, TRIGGERS[verdict]);
  if (status === undefined) return account;
  account.status = status;
  account.connectedAt = status === 'CONNECTED' ? (account.connectedAt ?? now) : account.connectedAt ?? null;
  await em.flush();
  return account;
}
