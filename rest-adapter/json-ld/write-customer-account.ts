import type { CustomerChangeFactsFragment, CustomerFactsFragment } from '../generated/operations.js';
import { CONTEXT, CUSTOMER_ACCOUNT, LD_ID, LD_TYPE, type Vocabulary } from './vocabulary.js';
import { writePerson } from './write-person.js';

/** What Get Customer Account answers: the contract's four members, and the person. (contract §4 row 9; `customer` is our choice) */
export function writeCustomerAccount(customer: CustomerFactsFragment, vocabulary: Vocabulary): object {
  return { ...writeAccount(customer, vocabulary), customer: writePerson(customer) };
}

/** The body of a customer detail change webhook: exactly the contract's four members, the same facts the same bytes for ever. (contract §6) */
export function writeCustomerChange(change: CustomerChangeFactsFragment): object {
  const write = WRITERS[change.frozen.version];
  if (!write) throw new Error(`no writer for version ${change.frozen.version} of a customer change's facts`);
  return write(change);
}

/** A change to what a customer change says is a new version here; an old one is never edited. */
const WRITERS: Partial<Record<number, (change: CustomerChangeFactsFragment) => object>> = { 1: (change) => writeAccount(change, change.frozen) };

/** Contract §2 CustomerAccount. */
function writeAccount({ url, id }: { readonly url: string; readonly id: string }, { vocabUrl }: Pick<Vocabulary, 'vocabUrl'>): object {
  return { [CONTEXT]: vocabUrl, [LD_TYPE]: CUSTOMER_ACCOUNT, [LD_ID]: url, identifier: id };
}
