import type { Ask } from './book.js';
import type { StaffRole } from '../../src/access/caller.js';
import { signLocalStaffToken } from '../../src/access/staff-tokens.js';

export const ADA = { identifier: 'member-42', givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com', is13OrOver: true };

/** Registers a customer as this broker; gives its id and address. */
export async function registerCustomer(ask: Ask, apiKey: string, person: object = ADA): Promise<{ readonly id: string; readonly url: string }> {
  const document = 'mutation ($input: RegisterCustomerInput!) { registerCustomer(input: $input) { ... on RegisterCustomerPayload { customer { id url } } ... on UserError { message } } }';
  const { registerCustomer: result } = await ask(document, { input: person }, { apiKey });
  if (!result.customer) throw new Error(JSON.stringify(result));
  return result.customer;
}

const CHANGE = `mutation ($input: ChangeCustomerInput!) {
  changeCustomer(input: $input) { __typename ... on ChangeCustomerPayload { customer { identifier givenName familyName email is13OrOver changedAt } } ... on ValidationError { problems { path message } } }
}`;

/** Changes a customer as whoever the credentials show; gives the result. */
export async function changeCustomer(ask: Ask, input: object, shown: Parameters<Ask>[2]): Promise<any> { // oxlint-disable-line typescript/no-explicit-any -- a test names what it expects inside
  return (await ask(CHANGE, { input }, shown)).changeCustomer;
}

/** Of a member of staff, signed with the gateway's own key. */
export async function asStaff({ dataFolder, now }: { readonly dataFolder: string; readonly now: Date }, role: StaffRole = 'operator'): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await signLocalStaffToken(dataFolder, `test:${role}`, role, now)}` };
}
