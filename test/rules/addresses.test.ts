import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkoutSessionAddress, checkoutTargetAddress, customerAddress, customerIdOf, orderAddress, orderIdOf, sellerLinkAddress } from '../../src/shared/addresses.js';

const BASE = {
  sellersUrl: 'https://sellers.example',
  checkoutUrl: 'https://checkout.example/base',
  bookingApiUrl: 'https://booking.example',
  vocabUrl: 'https://openactive.io/',
  platformUrl: 'https://courtside.example/ns',
};
const UUID = '0193a000-0000-7000-8000-0000000000c1';

describe('an address', () => {
  it('stands below its own base, where the contract puts it', () => {
    expect(sellerLinkAddress(BASE, 'onboard', 'a.b.c')).toBe('https://sellers.example/onboard?jwt=a.b.c');
    expect(checkoutSessionAddress(BASE, 'x')).toBe('https://checkout.example/base/api/checkout-sessions/x');
    expect(checkoutTargetAddress(BASE, 's')).toBe('https://checkout.example/base/checkout/s');
    expect(orderAddress(BASE, UUID)).toBe(`https://checkout.example/base/api/orders/${UUID}`);
    expect(customerAddress(BASE, UUID)).toBe(`https://booking.example/api/v2/customers/${UUID}`);
  });
});

describe('the id of an order', () => {
  it('is found in its address, of today or of another day, and in itself', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom('https://old.example', 'http://localhost:4000/api', '', 'x'), (id, base) => {
        expect(orderIdOf(orderAddress(BASE, id))).toBe(id);
        expect(orderIdOf(`${base}/${id}`)).toBe(id);
        expect(orderIdOf(id)).toBe(id);
      }),
    );
  });

  it('is the same in capitals: both stores find it', () => {
    expect(orderIdOf(UUID.toUpperCase())).toBe(UUID);
    expect(orderIdOf(orderAddress(BASE, UUID.toUpperCase()))).toBe(UUID);
  });

  it.each(['', '/', UUID.slice(1), `${UUID}0`, `${UUID}/`, `${UUID}?`, `x${UUID}`, `{${UUID}}`, UUID.replaceAll('-', ''), `${UUID}\n`, 'https://checkout.example/base/api/orders/'])('is not in %j', (text) => {
    expect(orderIdOf(text)).toBeUndefined();
  });

  it('is a UUID or nothing, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(orderIdOf(text)).toBeUndefined();
      }),
    );
  });
});

describe('the id of a registered customer', () => {
  it('is found in either of its addresses', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(customerIdOf(BASE, customerAddress(BASE, id))).toBe(id);
        expect(customerIdOf(BASE, `${BASE.bookingApiUrl}/api/v2/customer-accounts/${id}`)).toBe(id);
      }),
    );
  });

  it('is the same in capitals: both stores find it', () => {
    expect(customerIdOf(BASE, customerAddress(BASE, UUID.toUpperCase()))).toBe(UUID);
  });

  it.each([
    '',
    UUID,
    `/api/v2/customers/${UUID}`,
    `https://booking.example/api/v1/customers/${UUID}`,
    `https://booking.example/api/v2/sellers/${UUID}`,
    `https://booking.example/api/v2/customers/${UUID}/`,
    `https://booking.example/api/v2/customers/${UUID}?x`,
    `https://booking.example/api/v2/customers//${UUID}`,
    `https://booking.example/api/v2/customers/nobody`,
    `https://booking.example/api/v2/customers/`,
    `https://booking.example.evil.example/api/v2/customers/${UUID}`,
    `http://booking.example/api/v2/customers/${UUID}`,
    `https://elsewhere.example/api/v2/customers/${UUID}`,
  ])('is not in %j', (address) => {
    expect(customerIdOf(BASE, address)).toBeUndefined();
  });
});
