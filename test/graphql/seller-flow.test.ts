import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProviderOutage } from '../../src/payment/payment-accounts.js';
import type { SellerFlowStep } from '../../src/seller/seller-flow-step.js';
import type { SellerLinkPurpose } from '../../src/seller/seller-link.entity.js';
import { SellerMoveRequest } from '../../src/seller/seller-move-request.entity.js';
import { Seller } from '../../src/seller/seller.entity.js';
import type { SellerStatus } from '../../src/seller/seller.lifecycle.js';
import { CURRENT_TERMS } from '../../src/seller/terms.js';
import { TermsAcceptance } from '../../src/seller/terms-acceptance.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { beginFlow, issueLink, onboardSeller, openLink, optOut, sellerIn, type FlowOutcome } from '../support/seller-flow.js';
import { STORES } from '../support/stores.js';
import { TestProvider } from '../support/test-provider.js';

const READ = `query ($sellerId: String!) { seller(sellerId: $sellerId) {
  status plan bookability onboardedAt acceptedTerms { version acceptedAt } paymentAccount { status connectedAt } history { trigger status at } } }`;

interface Journey {
  readonly from: SellerStatus;
  readonly purpose: SellerLinkPurpose;
  readonly stripe: boolean;
  readonly steps: readonly SellerFlowStep[];
  readonly to: SellerStatus;
  /** Undefined when the plan stays. */
  readonly trigger: string | undefined;
}

/** Contract §3, and what may lead nowhere else. */
const JOURNEYS: readonly Journey[] = [
  { from: 'NOT_ONBOARDED', purpose: 'ONBOARD', stripe: false, steps: ['TERMS', 'CHECK'], to: 'FREE', trigger: 'ONBOARDED_FREE' },
  { from: 'NOT_ONBOARDED', purpose: 'ONBOARD', stripe: true, steps: ['TERMS', 'CONNECT_PAYMENTS', 'CHECK'], to: 'PAID', trigger: 'ONBOARDED_PAID' },
  { from: 'OPTED_OUT', purpose: 'ONBOARD', stripe: false, steps: ['TERMS', 'CHECK'], to: 'FREE', trigger: 'ONBOARDED_FREE' },
  { from: 'OPTED_OUT', purpose: 'ONBOARD', stripe: true, steps: ['TERMS', 'CONNECT_PAYMENTS', 'CHECK'], to: 'PAID', trigger: 'ONBOARDED_PAID' },
  { from: 'FREE', purpose: 'UPDATE', stripe: true, steps: ['TERMS', 'CONNECT_PAYMENTS', 'CHECK'], to: 'PAID', trigger: 'MOVED_TO_PAID' },
  { from: 'PAID', purpose: 'UPDATE', stripe: false, steps: ['TERMS', 'DISCONNECT_PAYMENTS', 'CHECK'], to: 'FREE', trigger: 'MOVED_TO_FREE' },
  { from: 'FREE', purpose: 'UPDATE', stripe: false, steps: ['TERMS', 'CHECK'], to: 'FREE', trigger: undefined },
  { from: 'PAID', purpose: 'UPDATE', stripe: true, steps: ['TERMS', 'CHECK'], to: 'PAID', trigger: undefined },
];

/** Goes to the provider and comes back. */
async function pay(seller: ReturnType<typeof sellerIn>): Promise<FlowOutcome> {
  expect(await seller.connect()).toMatchObject({ name: 'ConnectPaymentAccountPayload', url: expect.stringMatching(/^https:\/\/provider\.example\//) });
  return seller.refresh();
}

describe.each(STORES)('a seller’s flow (%s)', (store) => {
  let gateway: TestGateway;
  let provider: TestProvider;
  let sellerId: string;
  let count = 0;
  beforeAll(async () => {
    provider = new TestProvider();
    gateway = await startTestGateway({ store, adapter: 'in process' }, {}, { paymentAccounts: provider });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    count += 1;
    sellerId = `https://clubs.example/${count}`;
    provider.comeBack();
    provider.says = 'ACCEPTED';
    gateway.clock.advance(1);
  });

  const read = async () => (await callGraphql(gateway.graphqlUrl, READ, { sellerId })).data.seller;
  const stored = async () => {
    const seller = await gateway.store.fork().findOne(Seller, { sellerId });
    return seller && { status: seller.status, version: seller.version, canTakePayments: seller.canTakePayments };
  };
  const begin = async (purpose: SellerLinkPurpose, stripe = false, apiKey?: string) => sellerIn(gateway, await beginFlow(gateway, purpose, sellerId, stripe, apiKey));
  const onboard = async (stripe: boolean) => {
    const seller = await begin('ONBOARD', stripe);
    await seller.accept();
    if (stripe) await pay(seller);
    expect(await seller.complete()).toEqual({ name: 'CompleteSellerFlowPayload', step: 'DONE' });
  };
  const become = async (status: SellerStatus) => {
    if (status === 'NOT_ONBOARDED') return;
    await onboard(status === 'PAID');
    if (status === 'OPTED_OUT') expect(await optOut(gateway, sellerId)).toBe('OptOutSellerPayload');
  };
  /** A flow for which everything is done but the last click. */
  const readyFlow = async (purpose: SellerLinkPurpose, stripe: boolean) => {
    const seller = await begin(purpose, stripe);
    let { step } = await seller.accept();
    if (step === 'CONNECT_PAYMENTS') ({ step } = await pay(seller));
    if (step === 'DISCONNECT_PAYMENTS') ({ step } = await seller.choose());
    expect(step).toBe('CHECK');
    return seller;
  };

  it.each(JOURNEYS)('from $from by a $purpose link, stripe $stripe: goes $steps to $to, and no step before its turn moves anything', async ({ from, purpose, stripe, steps, to, trigger }) => {
    await become(from);
    const before = await stored();
    const [past, history] = [await read(), (await read())?.history ?? []];
    gateway.clock.advance(60);
    const seller = await begin(purpose, stripe);
    const leavesPaid = from === 'PAID' && !stripe;
    for (const step of steps) {
      expect(await seller.flow()).toMatchObject({ step, sellerStatus: from });
      const early = [
        ...(step === 'CHECK' ? [] : [seller.complete]),
        ...(step === 'CONNECT_PAYMENTS' ? [] : [seller.connect]),
        ...(leavesPaid ? [] : [seller.choose]),
        ...(from === 'PAID' || (stripe && step === 'CHECK') ? [] : [seller.refresh]),
        seller.askToMove,
      ];
      for (const act of early) expect(await act()).toEqual({ name: 'SellerFlowStepError', step });
      expect(await stored()).toEqual(before);
      if (step === 'TERMS') await seller.accept();
      if (step === 'CONNECT_PAYMENTS') await pay(seller);
      if (step === 'DISCONNECT_PAYMENTS') await seller.choose();
    }
    expect(await stored(), 'before the last click').toEqual(before);
    expect(await read(), 'before the last click').toMatchObject(past ? { status: from, history } : {});
    expect(await seller.complete()).toEqual({ name: 'CompleteSellerFlowPayload', step: 'DONE' });

    const now = gateway.clock.now().toISOString();
    expect(await stored()).toEqual({ status: to, version: (before?.version ?? 0) + 1, canTakePayments: to === 'PAID' });
    expect(await read()).toMatchObject({
      status: to,
      plan: to,
      bookability: 'BOOKABLE',
      onboardedAt: purpose === 'ONBOARD' ? now : past.onboardedAt,
      acceptedTerms: { version: CURRENT_TERMS.version, acceptedAt: now },
      paymentAccount: to === 'PAID' ? { status: 'CONNECTED' } : leavesPaid ? { status: expect.stringMatching(/^DISCONNECT(ING|ED)$/) } : null,
      history: [...(trigger === undefined ? [] : [{ trigger, status: to, at: now }]), ...history],
    });
    for (const late of [seller.accept, seller.choose, seller.connect, seller.askToMove]) expect(await late()).toEqual({ name: 'SellerFlowStepError', step: 'DONE' });
  });

  it('keeps each act of accepting once per flow, with version, time and link', async () => {
    const jwt = await issueLink(gateway, 'ONBOARD', sellerId);
    const { token = '' } = await openLink(gateway, jwt, 'ONBOARD');
    const seller = sellerIn(gateway, token);
    gateway.clock.advance(5);
    const acceptedAt = gateway.clock.now();
    expect(await seller.accept()).toEqual({ name: 'AcceptSellerTermsPayload', step: 'CHECK' });
    gateway.clock.advance(5);
    expect(await seller.accept()).toEqual({ name: 'AcceptSellerTermsPayload', step: 'CHECK' });
    await seller.complete();
    const { jti } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as { jti: string };
    const kept = await gateway.store.fork().find(TermsAcceptance, { sellerId });
    expect(kept.map(({ termsVersion, acceptedAt: at, link }) => [termsVersion, at, link.id])).toEqual([[CURRENT_TERMS.version, acceptedAt, jti]]);
    const update = await begin('UPDATE');
    expect(await update.flow('step acceptedTerms { version } terms { version clauses { heading text } }')).toEqual({ step: 'TERMS', acceptedTerms: { version: CURRENT_TERMS.version }, terms: CURRENT_TERMS });
    await update.accept();
    expect(await gateway.store.fork().count(TermsAcceptance, { sellerId })).toBe(2);
  });

  it('takes the terms in the version of today only', async () => {
    const token = await beginFlow(gateway, 'ONBOARD', sellerId);
    const seller = sellerIn(gateway, token);
    for (const version of ['2020-01', '', `${CURRENT_TERMS.version} `]) expect((await seller.accept(version)).name).toBe('TermsOutdatedError');
    const document = 'mutation { acceptSellerTerms(input: { version: "2020-01" }) { ... on TermsOutdatedError { code message currentVersion } } }';
    const { data } = await callGraphql(gateway.graphqlUrl, document, {}, null, { authorization: `SellerFlow ${token}` });
    expect(data.acceptSellerTerms).toEqual({ code: 'TERMS_OUTDATED', message: expect.stringMatching(/\.$/), currentVersion: CURRENT_TERMS.version });
    expect(await seller.flow('step acceptedTerms { version }')).toEqual({ step: 'TERMS', acceptedTerms: null });
    expect(await gateway.store.fork().count(TermsAcceptance, { sellerId })).toBe(0);
  });

  it('goes on where its first onboarding was left, with a new link', async () => {
    const closed = await begin('ONBOARD', true);
    await closed.accept();
    expect((await closed.connect()).name).toBe('ConnectPaymentAccountPayload');
    const again = await begin('ONBOARD', true);
    expect(await again.flow('step paymentAccount { status }')).toEqual({ step: 'CONNECT_PAYMENTS', paymentAccount: { status: 'ONBOARDING' } });
    const opened = provider.opened.length;
    expect(await pay(again)).toEqual({ name: 'RefreshPaymentAccountPayload', step: 'CHECK' });
    expect(provider.opened, 'the same account').toHaveLength(opened);
    expect((await again.complete()).name).toBe('CompleteSellerFlowPayload');
  });

  it('uses nothing that was done through another broker’s link: neither its terms nor its payment account', async () => {
    const theirs = sellerIn(gateway, await beginFlow(gateway, 'ONBOARD', sellerId, true, DEMO.apiKeys.clubCompass));
    await theirs.accept();
    await theirs.connect();
    provider.says = 'ACCEPTED';
    expect((await theirs.refresh()).step).toBe('CHECK');
    const mine = sellerIn(gateway, await beginFlow(gateway, 'ONBOARD', sellerId, true));
    expect((await mine.accept()).step).toBe('CONNECT_PAYMENTS');
    expect((await mine.complete()).name).toBe('SellerFlowStepError');
  });

  describe('completing', () => {
    it('twice, or ten times at once, is the same as once', async () => {
      const seller = await readyFlow('ONBOARD', true);
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => seller.complete()));
      expect(new Set(outcomes.map(({ name, step }) => `${name} ${step}`))).toEqual(new Set(['CompleteSellerFlowPayload DONE']));
      const once = await read();
      expect(await stored()).toMatchObject({ version: 1 });
      expect(once.history).toHaveLength(1);
      gateway.clock.advance(10);
      expect(await seller.complete()).toEqual({ name: 'CompleteSellerFlowPayload', step: 'DONE' });
      expect(await read()).toEqual(once);
    });

    it('is refused to the second of two flows, and nothing of it stays', async () => {
      await become('FREE');
      const [first, second] = [await readyFlow('UPDATE', false), await readyFlow('UPDATE', true)];
      expect((await first.complete()).name).toBe('CompleteSellerFlowPayload');
      const before = [await read(), await stored()];
      expect(await second.complete()).toEqual({ name: 'SellerChangedError', step: undefined });
      expect([await read(), await stored()]).toEqual(before);
      expect(await second.flow('step completedAt')).toEqual({ step: 'CHECK', completedAt: null });
    });

    it('is refused to a flow that began before its seller left and came back', async () => {
      await become('FREE');
      const update = await readyFlow('UPDATE', false);
      await optOut(gateway, sellerId);
      await onboard(false);
      const before = [await read(), await stored()];
      expect((await update.complete()).name).toBe('SellerChangedError');
      expect([await read(), await stored()]).toEqual(before);
    });

    it('is refused to an onboarding that began before another one did, and its seller left again', async () => {
      for (const status of ['NOT_ONBOARDED', 'OPTED_OUT'] as const) {
        sellerId = `${sellerId}/${status}`;
        await become(status);
        const slow = await readyFlow('ONBOARD', false);
        await onboard(false);
        await optOut(gateway, sellerId);
        const before = [await read(), await stored()];
        expect((await slow.complete()).name, status).toBe('SellerChangedError');
        expect([await read(), await stored()], status).toEqual(before);
      }
    });

    it('an update is refused once the broker has opted the seller out: the flow says that it is not onboarded', async () => {
      await become('PAID');
      const update = await readyFlow('UPDATE', true);
      await optOut(gateway, sellerId);
      const before = await stored();
      expect(await update.complete()).toEqual({ name: 'SellerFlowStepError', step: 'NOT_ONBOARDED' });
      expect(await update.accept()).toEqual({ name: 'SellerFlowStepError', step: 'NOT_ONBOARDED' });
      expect(await stored()).toEqual(before);
      expect(before).toMatchObject({ status: 'OPTED_OUT', canTakePayments: false });
    });

    it('two onboardings at once makes one seller, and tells the other', async () => {
      const flows = [await readyFlow('ONBOARD', false), await readyFlow('ONBOARD', true), await readyFlow('ONBOARD', false)];
      const outcomes = (await Promise.all(flows.map((flow) => flow.complete()))).map(({ name, step }) => `${name} ${step}`);
      expect(outcomes.filter((outcome) => outcome === 'CompleteSellerFlowPayload DONE')).toHaveLength(1);
      for (const outcome of outcomes) expect(outcome).toMatch(/^(CompleteSellerFlowPayload DONE|SellerChangedError undefined|SellerFlowStepError VIEW)$/);
      expect(await stored()).toMatchObject({ version: 1 });
      expect((await read()).history).toHaveLength(1);
    });

    it('and opting out at once ends opted out, whoever is first', async () => {
      for (const attempt of [1, 2, 3, 4, 5]) {
        sellerId = `https://clubs.example/${count}/race/${attempt}`;
        await become('FREE');
        const update = await readyFlow('UPDATE', true);
        const [completed, opted] = await Promise.all([update.complete(), optOut(gateway, sellerId)]);
        expect(opted).toBe('OptOutSellerPayload');
        expect(['CompleteSellerFlowPayload', 'SellerChangedError', 'SellerFlowStepError']).toContain(completed.name);
        const { status, bookability, paymentAccount, history } = await read();
        expect([status, bookability]).toEqual(['OPTED_OUT', 'NOT_BOOKABLE']);
        expect(paymentAccount.status).toMatch(/^DISCONNECT(ING|ED)$/);
        expect(await stored()).toMatchObject({ canTakePayments: false, version: 1 + history.length - 1 });
        expect(history).toHaveLength(completed.name === 'CompleteSellerFlowPayload' ? 3 : 2);
      }
    });
  });

  describe('the payment account', () => {
    it('has to take charges before the flow goes on, whatever else the provider says', async () => {
      const seller = await begin('ONBOARD', true);
      await seller.accept();
      for (const [says, status] of [['PENDING', 'ONBOARDING'], ['INFORMATION_NEEDED', 'INFORMATION_NEEDED'], ['REFUSED', 'REFUSED']] as const) {
        provider.says = says;
        expect(await pay(seller)).toEqual({ name: 'RefreshPaymentAccountPayload', step: 'CONNECT_PAYMENTS' });
        expect(await seller.flow('paymentAccount { status connectedAt }')).toEqual({ paymentAccount: { status, connectedAt: null } });
        expect(await seller.complete()).toEqual({ name: 'SellerFlowStepError', step: 'CONNECT_PAYMENTS' });
      }
      provider.says = 'ACCEPTED';
      const opened = provider.opened.length;
      expect(await pay(seller)).toEqual({ name: 'RefreshPaymentAccountPayload', step: 'CHECK' });
      expect(provider.opened.slice(opened), 'a new one after a refusal').toHaveLength(1);
      expect(await seller.flow('paymentAccount { status connectedAt }')).toEqual({ paymentAccount: { status: 'CONNECTED', connectedAt: gateway.clock.now().toISOString() } });
    });

    it('that takes no charges any more leaves a Paid Seller its free places, until it does again', async () => {
      await become('PAID');
      const update = await begin('UPDATE', true);
      for (const [says, bookability] of [['INFORMATION_NEEDED', 'FREE_ONLY'], ['REFUSED', 'FREE_ONLY'], ['ACCEPTED', 'BOOKABLE']] as const) {
        provider.says = says;
        expect((await update.refresh()).name).toBe('RefreshPaymentAccountPayload');
        expect(await read()).toMatchObject({ status: 'PAID', bookability });
      }
    });

    it('that takes no charges any more is put right by an update, which can be completed', async () => {
      await become('PAID');
      const { refresh } = await begin('VIEW');
      provider.says = 'INFORMATION_NEEDED';
      await refresh();
      const before = await stored();
      const update = await begin('UPDATE', true);
      expect(await update.accept()).toEqual({ name: 'AcceptSellerTermsPayload', step: 'CONNECT_PAYMENTS' });
      provider.says = 'ACCEPTED';
      expect(await pay(update)).toEqual({ name: 'RefreshPaymentAccountPayload', step: 'CHECK' });
      expect(await stored()).toEqual({ ...before, canTakePayments: true });
      expect(await update.complete()).toEqual({ name: 'CompleteSellerFlowPayload', step: 'DONE' });
      expect(await read()).toMatchObject({ status: 'PAID', bookability: 'BOOKABLE' });
    });

    it('waits while the provider is down: a named error, and nothing changes', async () => {
      const seller = await begin('ONBOARD', true);
      await seller.accept();
      provider.goDown(new ProviderOutage('down'));
      expect(await seller.connect()).toEqual({ name: 'PaymentProviderError', step: undefined });
      expect(await seller.flow('step paymentAccount { id }')).toEqual({ step: 'CONNECT_PAYMENTS', paymentAccount: null });
      provider.comeBack();
      expect((await seller.connect()).name).toBe('ConnectPaymentAccountPayload');
      provider.goDown(new ProviderOutage('down'));
      expect(await seller.refresh()).toEqual({ name: 'PaymentProviderError', step: undefined });
      provider.comeBack();
      expect(await seller.refresh()).toEqual({ name: 'RefreshPaymentAccountPayload', step: 'CHECK' });
    });

    it('of a seller that left is not the one that it comes back with', async () => {
      await become('PAID');
      await optOut(gateway, sellerId);
      const again = await begin('ONBOARD', true);
      expect(await again.flow('paymentAccount { id }')).toEqual({ paymentAccount: null });
      expect(await again.accept()).toEqual({ name: 'AcceptSellerTermsPayload', step: 'CONNECT_PAYMENTS' });
      await pay(again);
      await again.complete();
      expect((await read()).paymentAccount).toMatchObject({ status: 'CONNECTED' });
      expect(new Set(provider.opened.filter((account) => account.sellerId === sellerId).map(({ key }) => key)).size).toBe(2);
    });
  });

  describe('a seller of another broker', () => {
    it('is told so at once, may ask once to be moved, and stays where it is', async () => {
      await become('FREE');
      const [before, version] = [await read(), await stored()];
      const other = await begin('ONBOARD', true, DEMO.apiKeys.clubCompass);
      expect(await other.flow('step broker { name }')).toEqual({ step: 'REPRESENTED', broker: { name: 'Club Compass' } });
      for (const act of [other.accept, other.choose, other.connect, other.complete]) expect(await act()).toEqual({ name: 'SellerFlowStepError', step: 'REPRESENTED' });
      for (const _time of [1, 2, 3]) expect(await other.askToMove()).toEqual({ name: 'RequestSellerMovePayload', step: 'REPRESENTED' });
      const asked = await gateway.store.fork().find(SellerMoveRequest, { seller: { sellerId } });
      expect(asked.map(({ broker }) => broker.id)).toEqual([DEMO.brokerIds.clubCompass]);
      expect([await read(), await stored()]).toEqual([before, version]);
    });

    it('that has opted out may opt in through any broker, who then manages it', async () => {
      await become('OPTED_OUT');
      const other = await begin('ONBOARD', false, DEMO.apiKeys.clubCompass);
      await other.accept();
      expect((await other.complete()).name).toBe('CompleteSellerFlowPayload');
      expect(await read()).toBeNull();
      const { data } = await callGraphql(gateway.graphqlUrl, READ, { sellerId }, DEMO.apiKeys.clubCompass);
      expect(data.seller).toMatchObject({ status: 'FREE' });
    });
  });

  it('only shows a seller that its own broker manages already, by an onboard or a view link', async () => {
    await become('FREE');
    const before = [await read(), await stored()];
    for (const purpose of ['ONBOARD', 'VIEW'] as const) {
      const seller = await begin(purpose, true);
      expect(await seller.flow('step sellerStatus completedAt')).toEqual({ step: 'VIEW', sellerStatus: 'FREE', completedAt: null });
      for (const act of [seller.accept, seller.choose, seller.connect, seller.complete, seller.askToMove]) expect(await act()).toEqual({ name: 'SellerFlowStepError', step: 'VIEW' });
    }
    expect([await read(), await stored()]).toEqual(before);
  });

  it('opens with its own token for 30 minutes, and with nothing else', async () => {
    const [mine, theirs] = [await beginFlow(gateway, 'ONBOARD', sellerId), await beginFlow(gateway, 'ONBOARD', `${sellerId}/theirs`)];
    const [[id = '', secret = ''], [otherId = '', otherSecret = '']] = [mine.split('.'), theirs.split('.')];
    expect(await sellerIn(gateway, mine).flow('id sellerId')).toEqual({ id, sellerId });
    expect(await sellerIn(gateway, theirs).flow('id sellerId')).toEqual({ id: otherId, sellerId: `${sellerId}/theirs` });
    for (const token of [`${id}.${otherSecret}`, `${otherId}.${secret}`, id, `${id}.`, `.${secret}`, `${newUuid()}.${secret}`, `${id}.${secret.slice(0, -1)}`, `${mine}x`, 'nonsense', `x.${secret}`]) {
      expect(await sellerIn(gateway, token).flow(), token).toBe('UNAUTHENTICATED');
      expect((await sellerIn(gateway, token).accept()).name, token).toBe('UNAUTHENTICATED');
    }
    gateway.clock.advance(30 * 60 - 1);
    expect(await sellerIn(gateway, mine).flow()).toMatchObject({ id });
    gateway.clock.advance(1);
    for (const act of ['accept', 'choose', 'connect', 'refresh', 'complete', 'askToMove'] as const) expect((await sellerIn(gateway, mine)[act]()).name, act).toBe('UNAUTHENTICATED');
    expect(await sellerIn(gateway, mine).flow()).toBe('UNAUTHENTICATED');
    expect(await stored()).toBeNull();
  });
});

describe.each(STORES)('the demo provider (%s)', (store) => {
  it('takes a seller from the first page to the last, and its account away again', async () => {
    const gateway = await startTestGateway({ store, adapter: 'in process' });
    const sellerId = 'https://clubs.example/demo';
    try {
      await onboardSeller(gateway, sellerId, true);
      expect((await callGraphql(gateway.graphqlUrl, READ, { sellerId })).data.seller).toMatchObject({ status: 'PAID', paymentAccount: { status: 'CONNECTED' } });
      await optOut(gateway, sellerId);
      const status = async () => (await callGraphql(gateway.graphqlUrl, READ, { sellerId })).data.seller.paymentAccount.status;
      await expect.poll(status, { timeout: 30_000 }).toBe('DISCONNECTED');
    } finally {
      await gateway.stop();
    }
  });
});
