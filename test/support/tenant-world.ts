import type { StaffRole } from '../../src/access/caller.js';
import { loadSecretBox } from '../../src/access/secret-box.js';
import { signLocalStaffToken } from '../../src/access/staff-tokens.js';
import { ApiKey } from '../../src/broker/api-key.entity.js';
import { hashSecret, newApiKey } from '../../src/broker/api-key.js';
import { Broker } from '../../src/broker/broker.entity.js';
import { createBroker, type CreatedBroker, type NewBroker } from '../../src/broker/create-broker.js';
import { Customer } from '../../src/customer/customer.entity.js';
import { Order } from '../../src/order/order.entity.js';
import { DemoAccount } from '../../src/payment/demo-account.entity.js';
import { DemoPayment } from '../../src/payment/demo-payment.entity.js';
import { Payment } from '../../src/payment/payment.entity.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { personBody, sessionBody } from './bodies.js';
import { startCheckout } from './checkout-steps.js';
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
  /** A second customer, who has booked nothing and may be erased. */
  readonly leavingCustomer: string;
  /** An account with the demo provider; whoever knows its id may say what becomes of it. */
  readonly demoAccount: string;
  /** A payment with the demo provider; whoever knows its id may say what becomes of it. */
  readonly demoPayment: string;
  /** The JWT of an update link that a seller has opened. */
  readonly usedLink: string;
  /** The last segment of the session's target; the customer has booked there. */
  readonly target: string;
  /** What tells the broker of that. */
  readonly delivery: string;
  /** Where it is told. */
  readonly endpoint: string;
}

export interface Tenant {
  readonly things: Things;
  readonly apiKey: string;
  readonly publishableKey: string;
  /** Of a flow to move the seller to Paid, in which nothing has been done. */
  readonly flowToken: string;
  /** Of a guest who has given their details at the standalone book button, and has still to book. */
  readonly checkoutToken: string;
  /** What nobody but the broker itself and staff may read. */
  readonly secrets: readonly string[];
}

/** A broker with one of everything that a broker can have. */
export async function createTenant(gateway: TestGateway, name: string): Promise<Tenant> {
  const em = gateway.store.fork();
  const now = gateway.clock.now();
  const origin = `https://app.${name}.example`;
  const created = await createTestBroker(gateway, { name: `App of ${name}`, url: `https://${name}.example`, origins: [origin], successWebhook: `${NOBODY_LISTENS}/${name}` });
  const broker = em.getReference(Broker, created.id);
  const spare = newApiKey();
  em.create(ApiKey, { id: spare.id, broker, secretHash: hashSecret(spare.secret), createdAt: now, retiredAt: null });
  const [sellerId, leavingSellerId] = [`https://${name}.example/sellers/stays`, `https://${name}.example/sellers/leaves`] as const;
  const sellers = [sellerId, leavingSellerId].map((id) =>
    em.create(Seller, { id: newUuid(), sellerId: id, name: `Seller of ${name}`, url: null, status: 'FREE', broker, createdAt: now, onboardedAt: now, version: 1 }),
  );
  const person = { identifier: `member-of-${name}`, givenName: `Given-${name}`, familyName: `Family-${name}`, email: `customer@${name}.example` };
  const customer = em.create(Customer, { id: newUuid(), broker, ...person, is13OrOver: true, createdAt: now, changedAt: null, erasedAt: null });
  const leaving = em.create(Customer, { id: newUuid(), broker, ...person, identifier: null, email: `leaving@${name}.example`, is13OrOver: null, createdAt: now, changedAt: null, erasedAt: null });
  const demoAccount = `demo_of_${name}`;
  em.create(DemoAccount, { id: demoAccount, sellerName: `Account of ${name}`, outcome: 'PENDING', createdAt: now });
  await em.flush();

  const usedLink = await issueLink(gateway, 'UPDATE', sellerId, true, created.apiKey);
  const { token: flowToken = '' } = await openLink(gateway, usedLink, 'UPDATE');
  const booked = await bookSession(gateway, created, person);
  const guest = await holdAsGuest(gateway, created, { givenName: `Guest-${name}`, familyName: `Guest-family-${name}`, email: `guest@${name}.example` });
  const demoPayment = await addPayment(gateway, name, booked.order);
  const { reference } = await em.findOneOrFail(Order, booked.order);
  const { id: delivery, endpoint: { id: endpoint } } = await em.findOneOrFail(WebhookDelivery, { subject: booked.order });

  return {
    things: { brokerId: created.id, apiKeyId: spare.id, origin, sellerId, leavingSellerId, ...booked, standalone: guest.standalone, customer: `${gateway.url}/api/v2/customers/${customer.id}`, leavingCustomer: `${gateway.url}/api/v2/customers/${leaving.id}`, demoAccount, demoPayment, usedLink, delivery, endpoint },
    apiKey: created.apiKey,
    publishableKey: created.publishableKey,
    flowToken,
    checkoutToken: guest.token,
    secrets: [
      ...flowToken.split('.'),
      ...guest.token.split('.'),
      `Guest-${name}`,
      ...Object.values(person),
      created.id,
      spare.id,
      created.publishableKey,
      created.webhookKey,
      created.signingSecret,
      origin,
      `Seller of ${name}`,
      ...sellers.map(({ id }) => id),
      booked.session,
      booked.order,
      reference,
      customer.id,
      leaving.id,
      delivery,
      endpoint,
    ],
  };
}

/** A payment for an order of which we and the demo provider do not say the same. */
async function addPayment({ store, clock }: TestGateway, name: string, orderId: string): Promise<string> {
  const em = store.fork();
  const id = `demo_pay_of_${name}`;
  const [accountId, createdAt] = [`demo_of_${name}`, clock.now()];
  const money = { accountId, amountMinor: 500, currency: 'GBP', createdAt };
  em.create(DemoPayment, { ...money, id, description: `Payment of ${name}`, returnUrl: 'https://checkout.example/paying', cancelUrl: 'https://checkout.example/check', state: 'OPEN', refunds: {} });
  em.create(Payment, { ...money, id: newUuid(), order: em.getReference(Order, orderId), attempt: 1, provider: 'demo', providerPaymentId: id, url: null, status: 'ENDED', endsAt: createdAt, endedAt: createdAt });
  await em.flush();
  return id;
}

/** A port where no server is: what is sent there fails at once. */
const NOBODY_LISTENS = 'http://127.0.0.1:1';

/** Takes a broker in, as staff would, with keys that this gateway can read. */
export async function createTestBroker({ store, clock, dataFolder }: Pick<TestGateway, 'store' | 'clock' | 'dataFolder'>, request: Omit<NewBroker, 'reason'>): Promise<CreatedBroker> {
  const created = await createBroker({ ...request, reason: 'they asked' }, { em: store.fork(), now: clock.now(), apiKeyMode: 'test', secretBox: await loadSecretBox(undefined, dataFolder), isProduction: false, staff: { kind: 'STAFF', role: 'admin', actor: 'test:admin' } });
  if (!('apiKey' in created)) throw new Error('the broker was refused');
  return created;
}

/** An authenticated session whose customer has booked. */
async function bookSession(gateway: TestGateway, { apiKey }: CreatedBroker, person: object): Promise<Pick<Things, 'session' | 'target' | 'order'>> {
  const body = sessionBody(gateway.url);
  body['platform:initialOrder'].customer = { ...personBody(), ...person };
  const answer = await callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', apiKey, body });
  const session = identifierIn(answer);
  const { 'platform:initialOrder': quote, potentialAction } = answer.body as { 'platform:initialOrder': { id: string }; potentialAction: { target: string }[] };
  const target = lastOf(potentialAction[0]?.target);
  const checkout = await startCheckout(gateway, { secret: target });
  await checkout.submitDetails();
  if ((await checkout.book()) !== 'DONE') throw new Error('nothing was booked');
  return { session, target, order: lastOf(quote.id) };
}

/** A guest at the broker's own book button, with places held. */
async function holdAsGuest(gateway: TestGateway, { apiKey }: CreatedBroker, details: { readonly givenName: string; readonly familyName: string; readonly email: string }): Promise<{ readonly standalone: string; readonly token: string }> {
  const answer = await callRest(`${gateway.url}/checkout-sessions`, { method: 'POST', apiKey, body: standaloneBody(gateway.url) });
  const { potentialAction } = answer.body as { potentialAction: { target: string }[] };
  const checkout = await startCheckout(gateway, { secret: lastOf(potentialAction[0]?.target) });
  await checkout.submitDetails(details);
  if ((await checkout.confirmAge()) !== 'CHECK') throw new Error('the guest cannot book');
  return { standalone: identifierIn(answer), token: checkout.token };
}

function lastOf(address = ''): string {
  return address.slice(address.lastIndexOf('/') + 1);
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
    leavingCustomer: `${gateway.url}/api/v2/customers/${newUuid()}`,
    demoAccount: 'demo_nobody',
    demoPayment: 'demo_pay_nobody',
    usedLink: 'not.a.link',
    target: 'nobodynobodynobodynobodynobodynobodynobodyn',
    delivery: newUuid(),
    endpoint: newUuid(),
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
