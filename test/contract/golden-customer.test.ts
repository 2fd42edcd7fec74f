import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CustomerFactsFragment } from '../../rest-adapter/generated/operations.js';
import { writeCustomerAccount, writeCustomerChange } from '../../rest-adapter/json-ld/write-customer-account.js';

/*
 * The members and their order that brokers have been given. The webhook's fixture is never edited: another text for the
 * same facts is a broken promise, and a change of the format is a version 2 beside it, with fixtures of its own.
 */

const fixture = (name: string) => readFileSync(new URL(`../fixtures/golden/${name}.json`, import.meta.url), 'utf8');

const VOCABULARY = { vocabUrl: 'https://openactive.io/', platformUrl: 'https://platform.example/ns' };
const ID = '0193a000-0000-7000-8000-0000000000c1';
const CUSTOMER: CustomerFactsFragment = {
  id: ID,
  url: `https://booking.example/api/v2/customers/${ID}`,
  identifier: 'member/42?a=b&c',
  givenName: 'Zoë "Z"',
  familyName: 'O’Brien-Łukasz \u{1F3F8}',
  email: 'zoe+yoga@example.com',
  is13OrOver: true,
  isErased: false,
};

describe('the bytes of a CustomerAccount', () => {
  it.each([
    ['with-all-members', CUSTOMER],
    ['minimal', { ...CUSTOMER, identifier: null, is13OrOver: null }],
  ])('are as they were: %s', (name, customer) => {
    expect(JSON.stringify(writeCustomerAccount(customer, VOCABULARY))).toBe(fixture(`customer-account-${name}`));
  });
});

describe('the bytes of a customer change, writer version 1', () => {
  const change = { id: ID, url: CUSTOMER.url, frozen: { version: 1, ...VOCABULARY } };

  it("never change: the contract's four members and no other (contract §2 CustomerAccount)", () => {
    expect(JSON.stringify(writeCustomerChange(change))).toBe(fixture('customer-change-1'));
  });

  it('are not guessed for a version that has no writer', () => {
    expect(() => writeCustomerChange({ ...change, frozen: { ...change.frozen, version: 2 } })).toThrow('no writer for version 2');
  });
});
