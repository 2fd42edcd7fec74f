import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAFF_ROLES, type StaffRole } from '../../src/access/caller.js';
import { signLocalStaffToken } from '../../src/access/staff-tokens.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { checkoutHeader, startCheckout } from '../support/checkout-steps.js';
import { ADAPTER_TOKEN, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { createSession, sessionInput } from '../support/seed.js';
import { beginFlow, flowHeader } from '../support/seller-flow.js';
import { STORES } from '../support/stores.js';

const MESSAGE = 'This needs a valid API key in the header X-API-KEY.';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CREATE = 'mutation ($input: CreateCheckoutSessionInput!) { createCheckoutSession(input: $input) { __typename } }';

type FieldQuery = readonly [field: string, query: string];

/** What is a broker's own: only its server asks. */
const BROKER_FIELDS: readonly FieldQuery[] = [
  ['currentBroker', '{ currentBroker { id } }'],
  ['createCheckoutSession', CREATE],
  ['registerCustomer', 'mutation { registerCustomer(input: { givenName: "x", familyName: "x", email: "x@x.example" }) { __typename } }'],
  ['issueOnboardToken', 'mutation { issueOnboardToken(input: { sellerId: "x", stripe: true }) { __typename } }'],
  ['issueUpdateToken', 'mutation { issueUpdateToken(input: { sellerId: "x", stripe: true }) { __typename } }'],
  ['issueViewToken', 'mutation { issueViewToken(input: { sellerId: "x" }) { __typename } }'],
  ['optOutSeller', 'mutation { optOutSeller(input: { sellerId: "x" }) { __typename } }'],
  ['retireApiKey', 'mutation { retireApiKey(input: { id: "x" }) { __typename } }'],
];

/** What a broker reads of its own, and staff of everybody's. */
const SHARED_FIELDS: readonly FieldQuery[] = [
  ['seller', '{ seller(sellerId: "https://x.example/") { id } }'],
  ['sellers', '{ sellers { nodes { id } } }'],
  ['checkoutSession', '{ checkoutSession(identifier: "x") { id } }'],
  ['checkoutSessions', '{ checkoutSessions { nodes { id } } }'],
  ['order', '{ order(id: "x") { id } }'],
  ['orders', '{ orders { nodes { id } } }'],
  ['node', '{ node(id: "x") { id } }'],
  ['lookUp', '{ lookUp(url: "https://x.example/") { seller { id } } }'],
  ['webhookEndpoints', `{ webhookEndpoints(brokerId: "${DEMO.brokerIds.fitnessFinder}") { id } }`],
  ['webhookDelivery', '{ webhookDelivery(id: "x") { id } }'],
  ['webhookDeliveries', '{ webhookDeliveries { nodes { id } } }'],
  ['customer', '{ customer(id: "x") { id } }'],
  ['customers', '{ customers { nodes { id } } }'],
  ['personalData', '{ personalData(customerId: "x", reason: "asked for") }'],
];

/** What a broker does for itself, and staff with the role admin for any. */
const ADMIN_OR_BROKER_FIELDS: readonly FieldQuery[] = [
  ['rotateApiKey', `mutation { rotateApiKey(input: { brokerId: "${DEMO.brokerIds.fitnessFinder}", reason: "they asked" }) { __typename } }`],
  ['rotateWebhookCredential', `mutation { rotateWebhookCredential(input: { brokerId: "${DEMO.brokerIds.fitnessFinder}", reason: "they asked" }) { __typename } }`],
];

/** What a broker does for itself, and staff for any from the role operator on, who say why. */
const OPERATOR_OR_BROKER_FIELDS: readonly FieldQuery[] = [
  ['registerWebhookEndpoint', `mutation { registerWebhookEndpoint(input: { kind: SELLER_CHANGE, url: "https://x.example/", brokerId: "${DEMO.brokerIds.fitnessFinder}", reason: "they asked" }) { __typename } }`],
  ['disableWebhookEndpoint', 'mutation { disableWebhookEndpoint(input: { id: "x", reason: "they asked" }) { __typename } }'],
  ['enableWebhookEndpoint', 'mutation { enableWebhookEndpoint(input: { id: "x", reason: "they asked" }) { __typename } }'],
  ['changeCustomer', 'mutation { changeCustomer(input: { id: "x", reason: "they asked" }) { __typename } }'],
  ['sendTestWebhook', 'mutation { sendTestWebhook(input: { endpointId: "x", reason: "they asked" }) { __typename } }'],
  ['retryWebhookDelivery', 'mutation { retryWebhookDelivery(input: { id: "x", reason: "they asked" }) { __typename } }'],
  ['recoverWebhookDeliveries', `mutation { recoverWebhookDeliveries(input: { since: "2026-01-01T00:00:00Z", brokerId: "${DEMO.brokerIds.fitnessFinder}", reason: "they asked" }) { __typename } }`],
];

/** What nobody but staff sees or does. */
const STAFF_FIELDS: readonly FieldQuery[] = [
  ['brokers', '{ brokers { nodes { id } } }'],
  ['auditEntries', '{ auditEntries { nodes { action } } }'],
  ['reconciliation', '{ reconciliation(from: "2026-11-01T00:00:00Z", before: "2026-12-01T00:00:00Z") { csv } }'],
  ['overview', '{ overview { orders { state count } } }'],
  ['search', '{ search(text: "yoga") { id } }'],
  ['refunds', '{ refunds { nodes { id } } }'],
  ['sellerMoveRequests', '{ sellerMoveRequests { nodes { id } } }'],
  ['revealPersonalData', 'mutation { revealPersonalData(input: { url: "x", reason: "they asked" }) { __typename } }'],
  ['feed', '{ feed(id: "x") { id } }'],
  ['feeds', '{ feeds { nodes { id } } }'],
  ['paymentDifferences', '{ paymentDifferences(from: "2026-11-01T00:00:00Z", before: "2026-12-01T00:00:00Z") { paymentId } }'],
];
const OPERATOR_FIELDS: readonly FieldQuery[] = [
  ['retryRefund', 'mutation { retryRefund(input: { id: "x", reason: "they asked" }) { __typename } }'],
  ['decideSellerMove', 'mutation { decideSellerMove(input: { requestId: "x", decision: REFUSE, reason: "they asked" }) { __typename } }'],
  ['addFeed', 'mutation { addFeed(input: { url: "x", reason: "they asked" }) { __typename } }'],
  ['pauseFeed', 'mutation { pauseFeed(input: { id: "x", reason: "they asked" }) { __typename } }'],
  ['resumeFeed', 'mutation { resumeFeed(input: { id: "x", reason: "they asked" }) { __typename } }'],
  ['removeFeed', 'mutation { removeFeed(input: { id: "x", reason: "they asked" }) { __typename } }'],
];
const ADMIN_FIELDS: readonly FieldQuery[] = [['createBroker', 'mutation { createBroker(input: { name: "Move More", url: "https://move-more.example", reason: "they asked" }) { __typename } }']];

/** What brokers do for a customer of theirs, and staff from the role operator on. */
const CUSTOMER_CARE_FIELDS: readonly FieldQuery[] = [['eraseCustomer', 'mutation { eraseCustomer(input: { id: "x", reason: "asked for" }) { __typename } }']];
const GUEST_FIELDS: readonly FieldQuery[] = [['eraseGuest', 'mutation { eraseGuest(input: { orderId: "x", reason: "asked for" }) { __typename } }']];

/** What customers do with what they have booked, brokers for them, and staff from the role operator on. */
const ORDER_FIELDS: readonly FieldQuery[] = [['cancelOrderItems', 'mutation { cancelOrderItems(input: { orderId: "x", reason: "it rains" }) { __typename } }']];

/** What only a seller in its flow sees or does. */
const SELLER_FIELDS: readonly FieldQuery[] = [
  ['sellerFlow', '{ sellerFlow { id } }'],
  ['acceptSellerTerms', 'mutation { acceptSellerTerms(input: { version: "x" }) { __typename } }'],
  ['chooseRefunds', 'mutation { chooseRefunds(input: { choice: REFUND_MYSELF }) { __typename } }'],
  ['connectPaymentAccount', 'mutation { connectPaymentAccount { __typename } }'],
  ['refreshPaymentAccount', 'mutation { refreshPaymentAccount { __typename } }'],
  ['completeSellerFlow', 'mutation { completeSellerFlow { __typename } }'],
  ['requestSellerMove', 'mutation { requestSellerMove { __typename } }'],
];

/** What only somebody in a checkout sees or does. */
const CUSTOMER_FIELDS: readonly FieldQuery[] = [
  ['checkout', '{ checkout { id } }'],
  ['chooseTicket', 'mutation { chooseTicket(input: { offerId: "x" }) { __typename } }'],
  ['submitDetails', 'mutation { submitDetails(input: {}) { __typename } }'],
  ['confirmAge', 'mutation { confirmAge(input: { is13OrOver: true }) { __typename } }'],
  ['acceptPrices', 'mutation { acceptPrices(input: { totalMinor: 0 }) { __typename } }'],
  ['renewHold', 'mutation { renewHold { __typename } }'],
  ['bookCheckout', 'mutation { bookCheckout { __typename } }'],
  ['payCheckout', 'mutation { payCheckout { __typename } }'],
  ['refreshPayment', 'mutation { refreshPayment { __typename } }'],
  ['cancelCheckout', 'mutation { cancelCheckout { __typename } }'],
];

/** What only our own adapter does. */
const ADAPTER_FIELDS: readonly FieldQuery[] = [
  ['claimWebhookDeliveries', 'mutation { claimWebhookDeliveries(input: {}) { __typename } }'],
  ['recordWebhookBodies', 'mutation { recordWebhookBodies(input: { bodies: [] }) { __typename } }'],
  ['releaseWebhookDeliveries', 'mutation { releaseWebhookDeliveries(input: { ids: [], leasedUntil: "2026-11-20T12:00:00Z" }) { __typename } }'],
  ['reportWebhookAttempts', 'mutation { reportWebhookAttempts(input: { attempts: [] }) { __typename } }'],
  ['claimFeed', 'mutation { claimFeed(input: {}) { __typename } }'],
  ['storeFeedPage', 'mutation { storeFeedPage(input: { feedId: "0193a000-0000-7000-8000-00000000feed", url: "https://x.example/", text: "{}", askedAt: "2026-11-20T12:00:00Z" }) { __typename } }'],
  ['reportFeedFailure', 'mutation { reportFeedFailure(input: { feedId: "0193a000-0000-7000-8000-00000000feed", url: "https://x.example/", failure: FAILED, detail: "x" }) { __typename } }'],
  ['deriveOpportunities', 'mutation { deriveOpportunities { __typename } }'],
];

/** What is open to everybody in the demo world, and to nobody elsewhere. */
const DEMO_FIELDS: readonly FieldQuery[] = [
  ['demoMails', '{ demoMails { id } }'],
  ['demoWebhooks', '{ demoWebhooks { webhookId } }'],
  ['receiveDemoWebhook', 'mutation { receiveDemoWebhook(input: { apiKey: "x", webhookId: "x", timestamp: "0", signature: "x", body: "{}" }) { __typename } }'],
];

/** What is open to everybody where the demo provider stands for a real one. */
const DEMO_PROVIDER_FIELDS: readonly FieldQuery[] = [
  ['demoPayment', '{ demoPayment(id: "x") { id } }'],
  ['chooseDemoPayment', 'mutation { chooseDemoPayment(input: { id: "x", outcome: PAID }) { __typename } }'],
];

/** What is open to everybody. */
const OPEN_FIELDS: readonly FieldQuery[] = [
  ['opportunity', '{ opportunity(identifier: "demo-free") { id } }'],
  ['opportunities', '{ opportunities { nodes { id } } }'],
  ['linkSigningKeys', '{ linkSigningKeys { kid } }'],
  ['openSellerLink', 'mutation { openSellerLink(input: { jwt: "x", purpose: VIEW, heldTokens: [] }) { __typename } }'],
  ['receiveProviderEvent', 'mutation { receiveProviderEvent(input: { body: "{}", signature: "x" }) { __typename } }'],
  ['demoAccount', '{ demoAccount(id: "x") { id } }'],
  ['chooseDemoOutcome', 'mutation { chooseDemoOutcome(input: { id: "x", outcome: ACCEPTED }) { __typename } }'],
  ['checkoutTarget', '{ checkoutTarget(target: { secret: "x" }) { state } }'],
  ['dryQuote', '{ dryQuote(input: { orderedItem: [] }) { __typename } }'],
  ['startCheckout', 'mutation { startCheckout(input: { secret: "x" }) { __typename } }'],
  ['isOriginRegistered', '{ isOriginRegistered(origin: "https://x.example") }'],
  ['standaloneCheckoutSession', '{ standaloneCheckoutSession(identifier: "x") { identifier } }'],
  ['createStandaloneCheckoutSession', `mutation { createStandaloneCheckoutSession(input: { scheduledSessionId: "${DEMO.scheduledSessionId('demo-free')}" }) { __typename } }`],
];

/** Where no broker acts for itself, the schema itself asks for a reason. */
const STRICT_REASON: ReadonlySet<string> = new Set(['addFeed', 'decideSellerMove', 'pauseFeed', 'removeFeed', 'resumeFeed', 'retryRefund', 'revealPersonalData']);

const CLOSED_FIELDS = [...CUSTOMER_CARE_FIELDS, ...GUEST_FIELDS, ...BROKER_FIELDS, ...SHARED_FIELDS, ...ADMIN_OR_BROKER_FIELDS, ...OPERATOR_OR_BROKER_FIELDS, ...STAFF_FIELDS, ...OPERATOR_FIELDS, ...ADMIN_FIELDS];

describe.each(STORES)('who may ask (%s)', (store) => {
  let gateway: TestGateway;
  let staff: Record<StaffRole, { authorization: string }>;
  let seller: { authorization: string };
  let customer: { authorization: string };
  const adapter = { authorization: `Adapter ${ADAPTER_TOKEN}` };
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    const bearer = async (role: StaffRole) => ({ authorization: `Bearer ${await signLocalStaffToken(gateway.dataFolder, 'ada', role, gateway.clock.now())}` });
    staff = { support: await bearer('support'), operator: await bearer('operator'), admin: await bearer('admin') };
    seller = flowHeader(await beginFlow(gateway, 'ONBOARD', 'https://sellers.example/access', false));
    customer = checkoutHeader((await startCheckout(gateway, { item: { type: 'SCHEDULED_SESSION', identifier: 'demo-free' } })).token);
  });
  afterAll(() => gateway.stop());

  const ask = ([field, query]: FieldQuery, apiKey: string | null, headers = {}) => callGraphql(gateway.graphqlUrl, query, field === 'createCheckoutSession' ? { input: sessionInput() } : {}, apiKey, headers);
  const expectRefused = async (code: string, message: unknown, asked: FieldQuery, apiKey: string | null, headers = {}) => {
    const [field] = asked;
    const { data, errors } = await ask(asked, apiKey, headers);
    expect(data?.[field] ?? null).toBeNull();
    expect(errors).toMatchObject([{ message, path: [field], extensions: { code, requestId: expect.stringMatching(UUID) } }]);
  };
  const expectLetIn = async (asked: FieldQuery, apiKey: string | null, headers = {}) => {
    const { status, errors } = await ask(asked, apiKey, headers);
    expect([status, errors]).toEqual([200, undefined]);
  };
  const SECRET_KEY_NEEDED = "This needs a broker's secret API key.";

  it('names every field of the schema in this test', async () => {
    const { data } = await callGraphql(gateway.graphqlUrl, '{ __schema { queryType { fields { name } } mutationType { fields { name } } } }', {}, null);
    const { queryType, mutationType } = data.__schema;
    const names = [...queryType.fields, ...mutationType.fields].map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual([...CLOSED_FIELDS, ...ORDER_FIELDS, ...DEMO_PROVIDER_FIELDS, ...SELLER_FIELDS, ...CUSTOMER_FIELDS, ...ADAPTER_FIELDS, ...DEMO_FIELDS, ...OPEN_FIELDS].map(([field]) => field).toSorted());
  });

  it.each([...CLOSED_FIELDS, ...ORDER_FIELDS, ...CUSTOMER_FIELDS, ...ADAPTER_FIELDS])('answers UNAUTHENTICATED to %s without a key', async (...asked) => {
    await expectRefused('UNAUTHENTICATED', MESSAGE, asked, null);
  });

  it.each(SELLER_FIELDS)('answers UNAUTHENTICATED to %s without a flow token, whatever key or staff token there is instead', async (...asked) => {
    for (const apiKey of [null, DEMO.publishableKeys.fitnessFinder, DEMO.apiKeys.fitnessFinder]) await expectRefused('UNAUTHENTICATED', MESSAGE, asked, apiKey);
    for (const headers of [...STAFF_ROLES.map((role) => staff[role]), customer, adapter]) await expectRefused('UNAUTHENTICATED', MESSAGE, asked, null, headers);
  });

  it.each(SELLER_FIELDS)('lets a seller into %s with the token of its flow', async (...asked) => {
    await expectLetIn(asked, null, seller);
  });

  it.each(CUSTOMER_FIELDS)('lets a customer into %s with the token of the checkout, and nobody else', async (...asked) => {
    await expectLetIn(asked, null, customer);
    for (const apiKey of [DEMO.publishableKeys.fitnessFinder, DEMO.apiKeys.fitnessFinder]) await expectRefused('FORBIDDEN', 'This needs the token of a checkout.', asked, apiKey);
    for (const headers of [...STAFF_ROLES.map((role) => staff[role]), seller, adapter]) await expectRefused('FORBIDDEN', 'This needs the token of a checkout.', asked, null, headers);
  });

  it.each(ADAPTER_FIELDS)('lets the adapter into %s with its token, and nobody else', async (...asked) => {
    await expectLetIn(asked, null, adapter);
    for (const apiKey of [DEMO.publishableKeys.fitnessFinder, DEMO.apiKeys.fitnessFinder]) await expectRefused('FORBIDDEN', 'This is for the adapter alone.', asked, apiKey);
    for (const headers of [...STAFF_ROLES.map((role) => staff[role]), seller, customer]) await expectRefused('FORBIDDEN', 'This is for the adapter alone.', asked, null, headers);
  });

  it.each(CLOSED_FIELDS)('answers FORBIDDEN to %s with a flow token, a checkout token or the adapter’s, each of which opens its own alone', async (...asked) => {
    for (const headers of [seller, customer, adapter]) await expectRefused('FORBIDDEN', expect.stringMatching(/^This needs a /), asked, null, headers);
  });

  it.each(CLOSED_FIELDS)('answers FORBIDDEN to %s with a publishable key, which everybody can read', async (...asked) => {
    await expectRefused('FORBIDDEN', expect.stringMatching(/^This needs a /), asked, DEMO.publishableKeys.fitnessFinder);
  });

  it.each([...STAFF_FIELDS, ...OPERATOR_FIELDS, ...ADMIN_FIELDS])('answers FORBIDDEN to %s with a broker’s key', async (...asked) => {
    await expectRefused('FORBIDDEN', expect.stringMatching(/^This needs a staff token with the role \w+\.$/), asked, DEMO.apiKeys.fitnessFinder);
  });

  it.each(BROKER_FIELDS)('answers FORBIDDEN to %s with a staff token, whatever its role: nobody acts in a broker’s name', async (...asked) => {
    for (const role of STAFF_ROLES) await expectRefused('FORBIDDEN', SECRET_KEY_NEEDED, asked, null, staff[role]);
  });

  it.each([...ADMIN_FIELDS, ...ADMIN_OR_BROKER_FIELDS])('lets staff into %s with the role admin only', async (...asked) => {
    for (const role of ['support', 'operator'] as const) await expectRefused('FORBIDDEN', 'This needs a staff token with the role admin.', asked, null, staff[role]);
    await expectLetIn(asked, null, staff.admin);
  });

  it.each(OPERATOR_FIELDS)('lets staff into %s from operator on', async (...asked) => {
    await expectRefused('FORBIDDEN', 'This needs a staff token with the role operator.', asked, null, staff.support);
    for (const role of ['operator', 'admin'] as const) await expectLetIn(asked, null, staff[role]);
  });

  it.each(OPERATOR_OR_BROKER_FIELDS)('lets brokers and staff from operator on into %s, who say why', async (...asked) => {
    await expectLetIn(asked, DEMO.apiKeys.fitnessFinder);
    for (const role of ['operator', 'admin'] as const) await expectLetIn(asked, null, staff[role]);
    await expectRefused('FORBIDDEN', 'This needs a staff token with the role operator.', asked, null, staff.support);
  });

  it.each([...OPERATOR_OR_BROKER_FIELDS, ...ADMIN_OR_BROKER_FIELDS.slice(1), ...OPERATOR_FIELDS, ...STAFF_FIELDS.filter(([, query]) => query.includes('reason:'))])('answers BAD_USER_INPUT to staff who do %s and do not say why', async (field, query) => {
    for (const unsaid of STRICT_REASON.has(field) ? ['reason: "  "'] : ['reason: "  "', 'reason: null']) await expectRefused('BAD_USER_INPUT', 'Staff say why: input.reason.', [field, query.replace('reason: "they asked"', unsaid)], null, staff.admin);
  });

  it.each([...CUSTOMER_CARE_FIELDS, ...GUEST_FIELDS])('lets staff into %s from the role operator on', async (...asked) => {
    await expectRefused('FORBIDDEN', 'This needs a staff token with the role operator.', asked, null, staff.support);
    for (const headers of [staff.operator, staff.admin]) await expectLetIn(asked, null, headers);
  });

  it.each(CUSTOMER_CARE_FIELDS)('lets a broker into %s with its secret key', async (...asked) => {
    await expectLetIn(asked, DEMO.apiKeys.fitnessFinder);
  });

  it.each(GUEST_FIELDS)('answers FORBIDDEN to %s with a broker’s key: a guest is no broker’s own', async (...asked) => {
    await expectRefused('FORBIDDEN', 'This needs a staff token with the role operator.', asked, DEMO.apiKeys.fitnessFinder);
  });

  it.each(['personalData(customerId: "x")', 'personalData(email: "a@b.example", reason: " ")'])('answers BAD_USER_INPUT to staff who do not say why: %s', async (query) => {
    await expectRefused('BAD_USER_INPUT', 'Staff say why: reason.', ['personalData', `{ ${query} }`], null, staff.support);
  });

  it.each(['', 'customerId: "x", email: "a@b.example"'])('answers BAD_USER_INPUT to personalData of nobody and of two (%j)', async (who) => {
    await expectRefused('BAD_USER_INPUT', 'Ask for either customerId or email.', ['personalData', `{ personalData(${who} reason: "asked for") }`], null, staff.support);
  });

  it('answers FORBIDDEN to a broker that looks a guest up by e-mail address', async () => {
    await expectRefused('FORBIDDEN', 'Guests are looked up by staff.', ['personalData', '{ personalData(email: "a@b.example") }'], DEMO.apiKeys.fitnessFinder);
  });

  it.each(ORDER_FIELDS)('lets customers, brokers and staff from operator on into %s, and nobody else', async (...asked) => {
    await expectLetIn(asked, DEMO.apiKeys.fitnessFinder);
    for (const headers of [customer, staff.operator, staff.admin]) await expectLetIn(asked, null, headers);
    await expectRefused('FORBIDDEN', 'This needs a staff token with the role operator.', asked, null, staff.support);
    await expectRefused('FORBIDDEN', SECRET_KEY_NEEDED, asked, DEMO.publishableKeys.fitnessFinder);
    for (const headers of [seller, adapter]) await expectRefused('FORBIDDEN', SECRET_KEY_NEEDED, asked, null, headers);
  });

  it.each(['', ', reason: ""', ', reason: "  "', ', reason: null'])('answers BAD_USER_INPUT to staff who cancel or change a customer and do not say why (%j)', async (reason) => {
    const asked: FieldQuery = ['cancelOrderItems', `mutation { cancelOrderItems(input: { orderId: "x"${reason} }) { __typename } }`];
    const changing: FieldQuery = ['changeCustomer', `mutation { changeCustomer(input: { id: "x"${reason} }) { __typename } }`];
    for (const one of [asked, changing]) await expectRefused('BAD_USER_INPUT', 'Staff say why: input.reason.', one, null, staff.operator);
  });

  it.each([...STAFF_FIELDS, ...SHARED_FIELDS])('lets staff of every role read %s', async (...asked) => {
    for (const role of STAFF_ROLES) await expectLetIn(asked, null, staff[role]);
  });

  it.each([...OPEN_FIELDS, ...DEMO_FIELDS, ...DEMO_PROVIDER_FIELDS])('lets everybody into %s', async (...asked) => {
    for (const apiKey of [null, DEMO.publishableKeys.clubCompass, DEMO.apiKeys.clubCompass]) await expectLetIn(asked, apiKey);
    for (const headers of [staff.support, seller, customer, adapter]) await expectLetIn(asked, null, headers);
  });

  it('answers a wrong checkout token and a wrong adapter token with 401, never as if there were none', async () => {
    const [id = '', secret = ''] = customer.authorization.slice('Checkout '.length).split('.');
    const tokens = [`${id}.`, `${id}.${secret}x`, `${id}.${secret.slice(1)}`, id, `.${secret}`, `${newUuid()}.${secret}`, `${id.toUpperCase()}.${secret}`, `${id}.${secret}.${secret}`, 'x'.repeat(5_000)];
    for (const authorization of ['Checkout', ...tokens.map((token) => `Checkout ${token}`), 'Adapter', 'Adapter x', `Adapter ${ADAPTER_TOKEN}x`, `Adapter ${ADAPTER_TOKEN.slice(1)}`, `Checkout ${ADAPTER_TOKEN}`, `Adapter ${id}.${secret}`]) {
      const { status, data, errors } = await callGraphql(gateway.graphqlUrl, '{ opportunities { nodes { id } } }', {}, DEMO.apiKeys.fitnessFinder, { authorization });
      expect([status, data ?? null], authorization).toEqual([401, null]);
      expect(errors).toMatchObject([{ message: MESSAGE, extensions: { code: 'UNAUTHENTICATED' } }]);
    }
  });

  it('answers a wrong staff token with 401, never as if there were none, whatever key is beside it', async () => {
    const over = await signLocalStaffToken(gateway.dataFolder, 'ada', 'admin', new Date(gateway.clock.now().getTime() - 86_400_000));
    for (const authorization of ['', 'Bearer', 'Bearer nonsense', 'Basic YWRhOmFkYQ==', `Bearer ${over}`, `${staff.admin.authorization}x`, DEMO.apiKeys.fitnessFinder]) {
      for (const apiKey of [null, DEMO.apiKeys.fitnessFinder]) {
        const { status, data, errors } = await callGraphql(gateway.graphqlUrl, '{ opportunities { nodes { id } } }', {}, apiKey, { authorization });
        expect([status, data ?? null], authorization).toEqual([401, null]);
        expect(errors).toMatchObject([{ message: MESSAGE, extensions: { code: 'UNAUTHENTICATED' } }]);
      }
    }
  });

  it('answers a wrong key with 401, never as if there were none', async () => {
    for (const apiKey of ['', 'nonsense', `${DEMO.apiKeys.fitnessFinder}x`, DEMO.apiKeys.fitnessFinder.replace('demofitnessfinder', 'democlubcompass'), ` ${'x'.repeat(500)}`, 'pk_', 'pk_test_nobody', `${DEMO.publishableKeys.fitnessFinder}x`]) {
      for (const query of ['{ opportunities { nodes { id } } }', '{ currentBroker { id } }']) {
        const { status, data, errors } = await callGraphql(gateway.graphqlUrl, query, {}, apiKey);
        expect([status, data ?? null]).toEqual([401, null]);
        expect(errors).toMatchObject([{ message: MESSAGE, extensions: { code: 'UNAUTHENTICATED' } }]);
      }
    }
  });

  it('gives every answer the header x-request-id, the one that its errors name', async () => {
    const good = await callGraphql(gateway.graphqlUrl, '{ __typename }');
    const bad = await callGraphql(gateway.graphqlUrl, '{ checkoutSessions(first: 0) { nodes { id } } }');
    const refused = await callGraphql(gateway.graphqlUrl, '{ __typename }', {}, 'nonsense');
    for (const { headers } of [good, bad, refused]) expect(headers.get('x-request-id')).toMatch(UUID);
    expect(good.headers.get('x-request-id')).not.toBe(bad.headers.get('x-request-id'));
    expect(bad.errors?.[0]?.extensions['requestId']).toBe(bad.headers.get('x-request-id'));
  });
});

describe('the demo world’s own fields', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' }, { DEMO: 'false' });
  });
  afterAll(() => gateway.stop());

  it.each(DEMO_FIELDS)('are closed to everybody where there is no demo: %s', async (field, query) => {
    const admin = { authorization: `Bearer ${await signLocalStaffToken(gateway.dataFolder, 'ada', 'admin', gateway.clock.now())}` };
    for (const headers of [{}, admin]) {
      const { data, errors } = await callGraphql(gateway.graphqlUrl, query, {}, null, headers);
      expect(data?.[field] ?? null).toBeNull();
      expect(errors).toMatchObject([{ path: [field], extensions: { code: 'FORBIDDEN' } }]);
    }
  });
});

describe('the demo provider’s own fields', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' }, { STRIPE_SECRET_KEY: 'sk_test_of_nobody', STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody', STRIPE_API_BASE: 'http://127.0.0.1:1' });
  });
  afterAll(() => gateway.stop());

  it.each(DEMO_PROVIDER_FIELDS)('are closed to everybody where Stripe is in use: %s', async (field, query) => {
    const { data, errors } = await callGraphql(gateway.graphqlUrl, query, {}, null);
    expect(data?.[field] ?? null).toBeNull();
    expect(errors).toMatchObject([{ message: 'The demo provider is not in use here.', path: [field], extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe.each(STORES)('text that no store keeps (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const expectRefusal = async (query: string, variables: object = {}) => {
    const { status, data, errors } = await callGraphql(gateway.graphqlUrl, query, variables);
    expect(status).toBe(400);
    expect(data ?? null).toBeNull();
    expect(errors).toMatchObject([{ message: 'Text must not contain NUL or half of a surrogate pair.', extensions: { code: 'BAD_USER_INPUT' } }]);
  };

  it.each(['\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\udc00\ud800'])('is BAD_USER_INPUT in a variable: %j', async (text) => {
    await expectRefusal('query ($text: String!) { checkoutSession(identifier: $text) { id } }', { text });
    await expectRefusal('query ($text: ID!) { order(id: $text) { id } }', { text });
    await expectRefusal('query ($text: String!) { opportunity(type: SLOT, identifier: $text) { id } }', { text });
    await expectRefusal('query ($text: String!) { seller(sellerId: $text) { id } }', { text });
    await expectRefusal('query ($text: String) { sellers(after: $text) { nodes { id } } }', { text });
    await expectRefusal('query ($filter: OpportunityFilter) { opportunities(filter: $filter) { nodes { id } } }', { filter: { sellerId: text } });
    await expectRefusal('mutation ($text: ID!) { retireApiKey(input: { id: $text }) { __typename } }', { text });
    await expectRefusal(CREATE, { input: { ...sessionInput(), navigationLinks: [{ name: 'x', linkType: text, url: 'https://x.example/' }] } });
  });

  it('is BAD_USER_INPUT in a literal, in a block string and in a default', async () => {
    await expectRefusal(String.raw`{ checkoutSession(identifier: "\u0000") { id } }`);
    await expectRefusal('{ checkoutSession(identifier: """\u0000""") { id } }');
    await expectRefusal(String.raw`query ($text: String! = "a\u0000") { seller(sellerId: $text) { id } }`);
  });

  it('is half a character no GraphQL either', async () => {
    for (const literal of [String.raw`"\ud800"`, '"\ud800"', '"""\udfff"""']) {
      const { status, errors } = await callGraphql(gateway.graphqlUrl, `{ checkoutSession(identifier: ${literal}) { id } }`);
      expect(status).toBe(400);
      expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }]);
    }
  });

  it('is told apart from whole characters, which pass', async () => {
    const { status, errors, data } = await callGraphql(gateway.graphqlUrl, 'query ($text: String!) { checkoutSession(identifier: $text) { id } }', { text: '\u{1F3BE}\u0001\uffff' });
    expect([status, errors, data]).toEqual([200, undefined, { checkoutSession: null }]);
  });
});

describe.each(STORES)('an unexpected failure (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const expectMasked = async (field: string, query: string, variables: object = {}) => {
    const { data, errors, headers } = await callGraphql(gateway.graphqlUrl, query, variables);
    expect(data?.[field] ?? null).toBeNull();
    expect(errors).toEqual([
      { message: 'Something went wrong on our side.', path: [field], extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: headers.get('x-request-id') } },
    ]);
  };

  it('is masked when a session’s signing key is gone: a request id, and nothing of the cause', async () => {
    const { identifier } = await createSession(gateway);
    await gateway.store.orm.em.fork().execute("update checkout_session set target_key_id = 'a-key-that-is-gone'");
    await expectMasked('checkoutSession', 'query ($identifier: String!) { checkoutSession(identifier: $identifier) { potentialAction { target } } }', { identifier });
    await expectMasked('checkoutSessions', '{ checkoutSessions { nodes { potentialAction { target } } } }');
  });

  it('is masked when the store refuses a write', async () => {
    await gateway.store.orm.em.fork().execute('alter table order_item rename to order_item_gone');
    await expectMasked('createCheckoutSession', CREATE, { input: sessionInput() });
    expect(await gateway.store.reads.selectFrom('order_quote').select('id').execute(), 'the quote of a session that came to nothing').toHaveLength(1);
  });

  it('is masked before anything runs when not even the key can be looked up, with status 500', async () => {
    await gateway.store.orm.em.fork().execute('drop table api_key');
    const { status, data, errors } = await callGraphql(gateway.graphqlUrl, '{ __typename }', {}, DEMO.apiKeys.clubCompass); // one that nobody has used yet
    expect([status, data ?? null]).toEqual([500, null]);
    expect(errors).toEqual([{ message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.stringMatching(UUID) } }]);
  });
});
