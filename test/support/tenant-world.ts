import type { StaffRole } from '../../src/access/caller.js';
import { signLocalStaffToken } from '../../src/access/staff-tokens.js';
import { ApiKey } from '../../src/broker/api-key.entity.js';
import { hashSecret, newApiKey } from '../../src/broker/api-key.js';
import { Broker } from '../../src/broker/broker.entity.js';
import { createBroker } from '../../src/broker/create-broker.js';
import { CheckoutSession } from '../../src/checkout/checkout-session.entity.js';
import type { CheckoutSessionFacts } from '../../src/checkout/checkout-session.facts.js';
import { OrderQuote } from '../../src/checkout/order-quote.entity.js';
import { Customer } from '../../src/customer/customer.entity.js';
import { DemoAccount } from '../../src/payment/demo-account.entity.js';
import { Order } from '../../src/order/order.entity.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { personBody, sessionBody } from './bodies.js';
import type { TestGateway } from './gateway.js';
import { callRest } from './rest.js';
import { issueLink, openLink } from './seller-flow.js';

/** What a request can name of a broker's. */
export interface Things {
  readonly brokerId: string;
  readonly apiKeyId: string;
  readonly origin: string;
  readonly sellerId: string;
  /** A second seller, which may be opted out. */
  readonly leavingSellerId: string;
  readonly session: string;
  readonly standalone: string;
  readonly order: string;
  readonly customer: string;
  /** An account with the demo provider; whoever knows its id may say what becomes of it. */
  readonly demoAccount: string;
  /** The JWT of an update link that a seller has opened. */
  readonly usedLink: string;
}

export interface Tenant {
  readonly things: Things;
  readonly apiKey: string;
  readonly publishableKey: string;
  /** Of a flow to move the seller to Paid, in which nothing has been done. */
  readonly flowToken: string;
  /** What nobody but the broker itself and staff may read. */
  readonly secrets: readonly string[];
}

/** A broker with one of everything that a broker can have. */
export async function createTenant(gateway: TestGateway, name: string): Promise<Tenant> {
  const em = gateway.store.fork();
  const now = gateway.clock.now();
  const origin = `https://app.${name}.example`;
  const created = await createBroker({ name: `App of ${name}`, url: `https://${name}.example`, origins: [origin], successWebhook: `https://${name}.example/hooks` }, { em, now, apiKeyMode: 'test' });
  if (!('apiKey' in created)) throw new Error('the broker was refused');
  const broker = em.getReference(Broker, created.id);
  const spare = newApiKey();
  em.create(ApiKey, { id: spare.id, broker, secretHash: hashSecret(spare.secret), createdAt: now, retiredAt: null });
  const [sellerId, leavingSellerId] = [`https://${name}.example/sellers/stays`, `https://${name}.example/sellers/leaves`] as const;
  const sellers = [sellerId, leavingSellerId].map((id) =>
    em.create(Seller, { id: newUuid(), sellerId: id, name: `Seller of ${name}`, url: null, status: 'FREE', broker, createdAt: now, onboardedAt: now, version: 1 }),
  );
  const person = { identifier: `member-of-${name}`, givenName: `Given-${name}`, familyName: `Family-${name}`, email: `customer@${name}.example` };
  const customer = em.create(Customer, { id: newUuid(), broker, ...person, is13OrOver: true, createdAt: now });
  await em.flush();

  const url = gateway.url;
  const body = sessionBody(url);
  body['platform:initialOrder'].customer = { ...personBody(), ...person };
  const session = identifierIn(await callRest(`${url}/api/checkout-sessions`, { method: 'POST', apiKey: created.apiKey, body }));
  const standalone = identifierIn(await callRest(`${url}/checkout-sessions`, { method: 'POST', apiKey: created.apiKey, body: standaloneBody(url) }));

  const { facts } = await em.findOneOrFail(CheckoutSession, session);
  const { quoteId } = facts as CheckoutSessionFacts; // the session's variant says so
  em.create(Order, { quote: em.getReference(OrderQuote, quoteId), broker, state: 'CONFIRMED', createdAt: now, confirmedAt: now });
  await em.flush();

  const usedLink = await issueLink(gateway, 'UPDATE', sellerId, true, created.apiKey);
  const { token: flowToken = '' } = await openLink(gateway, usedLink, 'UPDATE');
  const demoAccount = `demo_of_${name}`;
  em.create(DemoAccount, { id: demoAccount, sellerName: `Account of ${name}`, outcome: 'PENDING', createdAt: now });
  await em.flush();

  return {
    things: { brokerId: created.id, apiKeyId: spare.id, origin, sellerId, leavingSellerId, session, standalone, order: quoteId, customer: `${url}/api/v2/customers/${customer.id}`, demoAccount, usedLink },
    apiKey: created.apiKey,
    publishableKey: created.publishableKey,
    flowToken,
    secrets: [...flowToken.split('.'), created.id, spare.id, created.publishableKey, origin, ...Object.values(person), `Seller of ${name}`, ...sellers.map(({ id }) => id), session, quoteId, customer.id],
  };
}

/** Names of the same kind that nothing has. */
export function unknownThings(gateway: TestGateway): Things {
  return {
    brokerId: newUuid(),
    apiKeyId: newApiKey().id,
    origin: 'https://app.nobody.example',
    sellerId: 'https://nobody.example/sellers/stays',
    leavingSellerId: 'https://nobody.example/sellers/leaves',
    session: 'nobodynobodynobodynobo',
    standalone: 'nobodynobodynobodynobo',
    order: newUuid(),
    customer: `${gateway.url}/api/v2/customers/${newUuid()}`,
    demoAccount: 'demo_nobody',
    usedLink: 'not.a.link',
  };
}

export function standaloneBody(url: string): object {
  const item = { type: 'OrderItem', orderedItem: { type: 'ScheduledSession', id: DEMO.scheduledSessionId('demo-free') } };
  return { '@context': ['https://openactive.io/', `${url}/ns`], type: 'platform:CheckoutSession', 'platform:initialOrder': { type: 'OrderQuote', orderedItem: [item] } };
}

/** The header of a member of staff, signed with the key that this gateway made for itself. */
export async function staffHeader({ dataFolder, clock }: Pick<TestGateway, 'dataFolder' | 'clock'>, role: StaffRole): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await signLocalStaffToken(dataFolder, `test:${role}`, role, clock.now())}` };
}

function identifierIn({ status, text, headers }: Awaited<ReturnType<typeof callRest>>): string {
  const identifier = headers.get('location')?.split('/').at(-1);
  if (status !== 201 || identifier === undefined) throw new Error(`no session but ${status} ${text}`);
  return identifier;
}
