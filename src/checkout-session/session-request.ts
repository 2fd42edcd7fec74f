import { Problems } from '../shared/checks.js';
import type { Problem } from '../shared/user-error.js';
import type { OpportunityType } from '../catalogue/opportunity.entity.js';
import { problemsOfPerson, type PersonRequest } from '../customer/person.js';

/** What a broker asks for when it checks somebody out. (contract §4 row 5) */
export interface SessionRequest {
  readonly initialOrder: {
    readonly customer: CustomerRequest;
    readonly broker: { readonly name: string; readonly url: string };
    readonly orderedItem: readonly OrderItemRequest[];
  };
  readonly navigationLinks?: readonly NavigationLinkRequest[] | null | undefined;
}

/** Exactly one of the two: a registered customer's address, or the person. */
export interface CustomerRequest {
  readonly url?: string | null | undefined;
  readonly person?: PersonRequest | null | undefined;
}

export interface OrderItemRequest {
  readonly acceptedOffer: string;
  readonly orderedItem: { readonly type: OpportunityType; readonly identifier: string };
}

export interface NavigationLinkRequest {
  readonly name: string;
  readonly linkType: string;
  readonly url: string;
}

/** Our choice; the contract's §8 shows no limit. */
export const MAX_ORDER_ITEMS = 20;
const MAX_NAVIGATION_LINKS = 10;

/** Where the address of a registered customer stands. */
export const CUSTOMER_URL: readonly string[] = ['initialOrder', 'customer', 'url'];

/** Everything that is wrong with a request by itself, before anything is looked up. */
export function problemsOfSessionRequest({ initialOrder, navigationLinks }: SessionRequest): readonly Problem[] {
  const problems = new Problems();
  checkCustomer(problems, initialOrder.customer);
  problems.text(['initialOrder', 'broker', 'name'], initialOrder.broker.name);
  problems.httpUrl(['initialOrder', 'broker', 'url'], initialOrder.broker.url);
  checkItems(problems, initialOrder.orderedItem, ['initialOrder', 'orderedItem']);
  checkNavigationLinks(problems, navigationLinks ?? []);
  return problems.found;
}

function checkCustomer(problems: Problems, { url, person }: CustomerRequest): void {
  const path = ['initialOrder', 'customer'];
  const hasUrl = url !== undefined && url !== null;
  if (Boolean(person) === hasUrl) problems.add(path, 'must be either the URL of a registered customer or a Person');
  if (hasUrl) problems.httpUrl(CUSTOMER_URL, url);
  if (person) problems.found.push(...problemsOfPerson(person, [...path, 'person']));
}

/** Everything that is wrong with a list of items by itself. */
export function problemsOfItems(items: readonly OrderItemRequest[], path: readonly string[]): readonly Problem[] {
  const problems = new Problems();
  checkItems(problems, items, path);
  return problems.found;
}

/** Of a list that is too long only that is said: what is in it is not looked at, however much it is. */
function checkItems(problems: Problems, items: readonly OrderItemRequest[], path: readonly string[]): void {
  if (items.length < 1 || items.length > MAX_ORDER_ITEMS) return problems.add(path, `must have from 1 to ${MAX_ORDER_ITEMS} items`);
  for (const [index, { acceptedOffer, orderedItem }] of items.entries()) {
    problems.text([...path, String(index), 'acceptedOffer'], acceptedOffer);
    problems.text([...path, String(index), 'orderedItem', 'identifier'], orderedItem.identifier);
  }
}

function checkNavigationLinks(problems: Problems, links: readonly NavigationLinkRequest[]): void {
  if (links.length > MAX_NAVIGATION_LINKS) return problems.add(['navigationLinks'], `must have at most ${MAX_NAVIGATION_LINKS} items`);
  for (const [index, { name, linkType, url }] of links.entries()) {
    const at = (member: string) => ['navigationLinks', String(index), member];
    problems.text(at('name'), name);
    problems.httpUrl(at('linkType'), linkType);
    problems.httpUrl(at('url'), url);
  }
}
