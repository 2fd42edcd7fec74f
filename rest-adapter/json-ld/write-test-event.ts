import type { TestEventFactsFragment } from '../generated/operations.js';
import { CONTEXT, contextOf, ENDPOINT_KIND, TEST_EVENT } from './vocabulary.js';

/** The body of a test, which nobody can take for anything else: the same facts make the same bytes for ever. (our choice) */
export function writeTestEvent(test: TestEventFactsFragment): object {
  const write = WRITERS[test.frozen.version];
  if (!write) throw new Error(`no writer for version ${test.frozen.version} of a test's facts`);
  return write(test);
}

/** A change to what it says is a new version here; an old one is never edited. */
const WRITERS: Partial<Record<number, (test: TestEventFactsFragment) => object>> = { 1: writeVersion1 };

function writeVersion1({ endpointId, endpointKind, frozen }: TestEventFactsFragment): object {
  return { [CONTEXT]: contextOf(frozen), type: TEST_EVENT, identifier: endpointId, [ENDPOINT_KIND]: `${frozen.platformUrl}/${KINDS[endpointKind]}` };
}

/** Which kind of event the tested endpoint is registered for. */
const KINDS = {
  ORDER_SUCCESS: 'OrderSuccess',
  CUSTOMER_CHANGE: 'CustomerChange',
  ORDER_CHANGE: 'OrderChange',
  SELLER_CHANGE: 'SellerChange',
} as const satisfies Record<TestEventFactsFragment['endpointKind'], string>;
