import { describe, expect, it } from 'vitest';
import { withoutAddresses } from '../../src/shared/without-addresses.js';

describe('a text without e-mail addresses', () => {
  it.each([
    ['550 5.1.1 <ada.clarke@example.com>: full', '550 5.1.1 <***>: full'],
    ['Key (email)=(Ada@Example.com) already exists', 'Key (email)=(***) already exists'],
    ['to: "jörg@müller.example", cc=b@c.example;', 'to: "***", cc=***;'],
    ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
    ['', ''],
  ])('says the rest as it was: %s', (text, bare) => {
    expect(withoutAddresses(text)).toBe(bare);
  });
});
