import { signLocalStaffToken } from '../../src/access/staff-tokens.js';
import type { StaffRole } from '../../src/access/caller.js';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import type { Customer, PaidWorld } from './paid-world.js';
import { addItem, type AddedItem } from './places.js';

/** As whom somebody speaks to the gateway. */
export interface Shown {
  readonly apiKey?: string;
  readonly authorization?: string;
}

export interface CancelInput {
  readonly orderId?: string;
  readonly positions?: readonly number[];
  readonly reason?: string;
}

export const CANCEL = `mutation ($input: CancelOrderItemsInput!) {
  cancelOrderItems(input: $input) {
    __typename ... on UserError { message }
    ... on CancelOrderItemsPayload { order { state orderedItem { orderItemStatus refund { status amount { amountMinor } } } timeline { state } } }
  }
}`;

/** How a cancellation ended: the name of the payload or the error, or the code of a refusal, and the order when it is shown. */
export async function cancel({ ask }: Pick<PaidWorld, 'ask'>, input: CancelInput, shown: Shown) {
  try {
    const { __typename: name, message, order } = (await ask(CANCEL, { input }, shown)).cancelOrderItems;
    return { name, message, order };
  } catch (error) {
    return { name: /"code":"([A-Z_]+)"/.exec(String(error))?.[1] ?? String(error), message: undefined, order: undefined };
  }
}

export const AS_BROKER: Shown = { apiKey: DEMO.apiKeys.fitnessFinder };
export const AS_ANOTHER_BROKER: Shown = { apiKey: DEMO.apiKeys.clubCompass };

export async function asStaff({ dataFolder, clock }: Pick<PaidWorld, 'dataFolder' | 'clock'>, role: StaffRole): Promise<Shown> {
  return { authorization: `Bearer ${await signLocalStaffToken(dataFolder, 'ada', role, clock.now())}` };
}

/** A ticket that can be cancelled until a day before, or as said; null when its money is never given back. */
export async function itemWith(world: PaidWorld, { priceMinor, until = 'P1D', capacity = 5 }: { readonly priceMinor: number; readonly until?: string | null; readonly capacity?: number }): Promise<AddedItem> {
  const item = await addItem(world, { capacity, tickets: { adult: priceMinor } });
  const terms = { allowCustomerCancellationFullRefund: until !== null, latestCancellationBeforeStartDate: until };
  await world.store.fork().nativeUpdate(Offer, { id: item.offer('adult') }, terms);
  return item;
}

/** A customer who has booked so many places of an item, and paid if they cost anything. */
export async function booked(world: PaidWorld, item: AddedItem, places = 1): Promise<Customer> {
  const customer = await world.customer(Array.from({ length: places }, () => item.place()));
  if ((await customer.pay()).startsWith('https:')) {
    world.payments.customerDoes(await customer.paymentId(), 'AUTHORISED');
    await customer.comeBack();
  } else {
    await customer.act('bookCheckout');
  }
  await world.work();
  if ((await customer.step()) !== 'DONE') throw new Error(`not booked: ${await customer.step()}`);
  return customer;
}
