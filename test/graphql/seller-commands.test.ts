import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SELLER_STATUSES, type SellerStatus } from '../../src/seller/seller.lifecycle.js';
import type { SellerLinkPurpose } from '../../src/seller/seller-link.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { openLink, optOut, sellerIn } from '../support/seller-flow.js';
import { TestProvider } from '../support/test-provider.js';

/** `FUZZ_RUNS=1000 npx vitest run test/graphql/seller-commands.test.ts` for more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100);

/** What may happen to one seller, in any order. `flow` is which of the flows begun so far, the latest being 0. */
type Command =
  | { readonly do: 'open'; readonly purpose: SellerLinkPurpose; readonly stripe: boolean }
  | { readonly do: 'accept' | 'choose' | 'connect' | 'refresh' | 'complete'; readonly flow: number }
  | { readonly do: 'the provider says'; readonly verdict: 'ACCEPTED' | 'REFUSED' | 'INFORMATION_NEEDED' | 'PENDING' }
  | { readonly do: 'opt out' };

const flow = fc.integer({ min: 0, max: 2 });
const step = (name: 'accept' | 'choose' | 'connect' | 'refresh' | 'complete') => fc.record({ do: fc.constant(name), flow });
const COMMAND: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('open' as const), purpose: fc.constantFrom('ONBOARD', 'ONBOARD', 'UPDATE', 'UPDATE', 'VIEW'), stripe: fc.boolean() }) },
  { weight: 4, arbitrary: step('accept') },
  { weight: 2, arbitrary: step('choose') },
  { weight: 3, arbitrary: step('connect') },
  { weight: 3, arbitrary: step('refresh') },
  { weight: 5, arbitrary: step('complete') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('the provider says' as const), verdict: fc.constantFrom('ACCEPTED', 'ACCEPTED', 'REFUSED', 'INFORMATION_NEEDED', 'PENDING') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('opt out' as const) }) },
);
/** Random commands hardly ever get to the end of a flow, so whole walks through one are mixed in. */
const walk = (purpose: SellerLinkPurpose, stripe: boolean): readonly Command[] => [
  { do: 'open', purpose, stripe },
  ...(['accept', 'choose', 'connect', 'refresh'] as const).map((name) => ({ do: name, flow: 0 })),
];
const complete = (which: number): Command => ({ do: 'complete', flow: which });
const WALK = fc.record({ purpose: fc.constantFrom('ONBOARD' as const, 'UPDATE' as const), stripe: fc.boolean() }).map(({ purpose, stripe }) => [...walk(purpose, stripe), complete(0)]);
/** Two updates of an onboarded seller, side by side. */
const RIVALS = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()).map(([plan, first, second]) => [...walk('ONBOARD', plan), complete(0), ...walk('UPDATE', first), ...walk('UPDATE', second), complete(0), complete(1)]);
const COMMANDS = fc
  .array(fc.oneof({ weight: 6, arbitrary: COMMAND.map((command) => [command]) }, { weight: 2, arbitrary: WALK }, { weight: 1, arbitrary: RIVALS }), { minLength: 2, maxLength: 6 })
  .map((parts) => parts.flat());

/** One life that is led in every run, so that what every run must have seen does not hang on chance. */
const EVERY_RUN: readonly Command[] = [
  { do: 'open', purpose: 'ONBOARD', stripe: false },
  complete(0),
  ...walk('ONBOARD', false),
  complete(0),
  ...walk('UPDATE', true),
  ...walk('UPDATE', false),
  complete(0),
  complete(1),
  ...walk('UPDATE', true),
  complete(0),
  { do: 'opt out' },
];

interface ModelFlow {
  readonly purpose: SellerLinkPurpose;
  readonly stripe: boolean;
  /** How often the seller had moved, or confirmed its plan, when the flow began. */
  readonly since: number;
  hasAccepted: boolean;
  hasChosen: boolean;
  isDone: boolean;
}

/** The seller as contract §3 has it, in a few lines and with no database. */
class Model {
  status: SellerStatus = 'NOT_ONBOARDED';
  changes = 0;
  /** The seller accepted the terms before it ever was a seller: an onboarding goes on where it was. */
  hasEverAccepted = false;
  account: 'NONE' | 'ONBOARDING' | 'CONNECTED' | 'INFORMATION_NEEDED' | 'REFUSED' = 'NONE';

  isOnboarded(): boolean {
    return this.status === 'FREE' || this.status === 'PAID';
  }

  stepOf({ purpose, stripe, hasAccepted, hasChosen, isDone }: ModelFlow): string {
    if (isDone) return 'DONE';
    if (purpose !== 'ONBOARD' && !this.isOnboarded()) return 'NOT_ONBOARDED';
    if (purpose === 'VIEW' || (purpose === 'ONBOARD' && this.isOnboarded())) return 'VIEW';
    const isResumed = purpose === 'ONBOARD' && this.status === 'NOT_ONBOARDED' && this.hasEverAccepted;
    if (!hasAccepted && !isResumed) return 'TERMS';
    if (stripe && this.account !== 'CONNECTED') return 'CONNECT_PAYMENTS';
    return !stripe && this.status === 'PAID' && !hasChosen ? 'DISCONNECT_PAYMENTS' : 'CHECK';
  }

  /** How an act in a flow ends, by name; what it changes is changed. */
  act(what: 'accept' | 'choose' | 'connect' | 'refresh' | 'complete', mine: ModelFlow, verdict: string): string {
    const at = this.stepOf(mine);
    const isUnderWay = ['TERMS', 'CONNECT_PAYMENTS', 'DISCONNECT_PAYMENTS', 'CHECK'].includes(at);
    const refused = `SellerFlowStepError ${at}`;
    if (what === 'accept') {
      if (!isUnderWay) return refused;
      mine.hasAccepted = this.hasEverAccepted = true;
      return `AcceptSellerTermsPayload ${this.stepOf(mine)}`;
    }
    if (what === 'choose') {
      if (!isUnderWay || mine.stripe || this.status !== 'PAID') return refused;
      mine.hasChosen = true;
      return `ChooseRefundsPayload ${this.stepOf(mine)}`;
    }
    if (what === 'connect') {
      if (at !== 'CONNECT_PAYMENTS') return refused;
      if (this.account === 'NONE' || this.account === 'REFUSED') this.account = 'ONBOARDING';
      return 'ConnectPaymentAccountPayload undefined';
    }
    if (what === 'refresh') {
      if (this.account === 'NONE') return refused;
      if (verdict !== 'PENDING') this.account = verdict === 'ACCEPTED' ? 'CONNECTED' : verdict === 'REFUSED' ? 'REFUSED' : 'INFORMATION_NEEDED';
      return `RefreshPaymentAccountPayload ${this.stepOf(mine)}`;
    }
    if (at === 'DONE') return 'CompleteSellerFlowPayload DONE';
    if (at !== 'CHECK') return refused;
    if (mine.since !== this.changes) return 'SellerChangedError undefined';
    if (this.status === 'PAID' && !mine.stripe) this.account = 'NONE';
    this.status = mine.stripe ? 'PAID' : 'FREE';
    this.changes += 1;
    mine.isDone = true;
    return 'CompleteSellerFlowPayload DONE';
  }

  optOut(): string {
    if (this.status === 'NOT_ONBOARDED') return 'UnknownSellerError';
    if (this.isOnboarded()) {
      this.status = 'OPTED_OUT';
      this.account = 'NONE';
      this.changes += 1;
    }
    return 'OptOutSellerPayload';
  }
}

describe('a seller, whatever happens to it in whatever order (contract §3)', () => {
  let gateway: TestGateway;
  const provider = new TestProvider();
  let count = 0;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' }, {}, { paymentAccounts: provider });
  });
  afterAll(() => gateway.stop());

  const readSeller = async (sellerId: string) => {
    const { data } = await callGraphql(gateway.graphqlUrl, 'query ($sellerId: String!) { seller(sellerId: $sellerId) { status bookability history { status } } }', { sellerId });
    return data.seller as { status: SellerStatus; bookability: string; history: { status: SellerStatus }[] } | null;
  };

  const issueAndOpen = async (purpose: SellerLinkPurpose, sellerId: string, stripe: boolean): Promise<string | undefined> => {
    const name = { ONBOARD: 'Onboard', UPDATE: 'Update', VIEW: 'View' }[purpose];
    const document = `mutation ($input: Issue${name}TokenInput!) { link: issue${name}Token(input: $input) { __typename ... on Issue${name}TokenPayload { url } } }`;
    const { data } = await callGraphql(gateway.graphqlUrl, document, { input: purpose === 'VIEW' ? { sellerId } : { sellerId, stripe } }, DEMO.apiKeys.fitnessFinder);
    if (data.link.__typename === 'UnknownSellerError') return undefined;
    const { token } = await openLink(gateway, new URL(data.link.url).searchParams.get('jwt') ?? '', purpose);
    return token;
  };

  it(`is always where a model of it is, and nothing but named errors comes back: ${RUNS} random lives`, { timeout: 60_000 + RUNS * 1_000 }, async () => {
    const visited = new Set<string>();
    const moves = new Set<string>();
    await fc.assert(
      fc.asyncProperty(COMMANDS, async (commands) => {
        const sellerId = `https://clubs.example/life/${(count += 1)}`;
        const model = new Model();
        const flows: (ModelFlow & { readonly seller: ReturnType<typeof sellerIn> })[] = [];
        provider.says = 'ACCEPTED';
        for (const command of commands) {
          const before = model.status;
          if (command.do === 'the provider says') provider.says = command.verdict;
          else if (command.do === 'opt out') expect(await optOut(gateway, sellerId)).toBe(model.optOut());
          else if (command.do === 'open') {
            const token = await issueAndOpen(command.purpose, sellerId, command.stripe);
            expect(token !== undefined).toBe(command.purpose === 'ONBOARD' || model.isOnboarded());
            if (token !== undefined) flows.unshift({ ...command, since: model.changes, hasAccepted: false, hasChosen: false, isDone: false, seller: sellerIn(gateway, token) });
          } else {
            const mine = flows[command.flow];
            if (!mine) continue;
            const expected = model.act(command.do, mine, provider.says);
            const outcome = await mine.seller[command.do]();
            expect(`${outcome.name} ${outcome.step}`).toBe(expected);
            visited.add(expected);
          }
          moves.add(`${before} ${model.status}`);
          const seller = await readSeller(sellerId);
          expect(seller?.status ?? 'NOT_ONBOARDED').toBe(model.status);
          expect(seller?.bookability ?? 'NOT_BOOKABLE').toBe(!model.isOnboarded() ? 'NOT_BOOKABLE' : model.status === 'PAID' && model.account !== 'CONNECTED' ? 'FREE_ONLY' : 'BOOKABLE');
          expect(seller?.history[0]?.status ?? 'NOT_ONBOARDED').toBe(model.status);
        }
      }),
      { numRuns: RUNS, examples: [[[...EVERY_RUN]]] },
    );
    expect([...moves].map((move) => move.split(' ')[1])).toEqual(expect.arrayContaining([...SELLER_STATUSES]));
    expect([...visited]).toEqual(expect.arrayContaining(['CompleteSellerFlowPayload DONE', 'SellerChangedError undefined', 'SellerFlowStepError TERMS']));
  });
});
