import { addSeconds, type Clock } from '../shared/clock.js';
import { DEMO_CUSTOMERS, DEMO_SECONDS } from '../store/demo-world.js';
import { ProviderOutage } from './payment-accounts.js';

/** What the demo provider does for some customers, told by their e-mail address: it is down when they go to pay, or when their money is to be taken; or they pay at the moment at which it closes its page. */
export type DemoTrouble = 'DOWN' | 'DOWN_LATER' | 'PAYS_LATE';

const TROUBLES: ReadonlyMap<string, DemoTrouble> = new Map([
  [DEMO_CUSTOMERS.providerDown, 'DOWN'],
  [DEMO_CUSTOMERS.providerDownLater, 'DOWN_LATER'],
  [DEMO_CUSTOMERS.paysLate, 'PAYS_LATE'],
]);

/** Which trouble a customer is in for, in demo. */
export function demoTroubleOf(email: string | null): DemoTrouble | undefined {
  return email === null ? undefined : TROUBLES.get(email.toLowerCase());
}

/** Each thing that is asked for here fails for a while from the first time on. Another process counts by itself, so it never fails for long. */
export function demoOutages(clock: Clock): (name: string) => void {
  const ends = new Map<string, Date>();
  return (name) => {
    const end = ends.get(name) ?? addSeconds(clock.now(), DEMO_SECONDS);
    ends.set(name, end);
    if (clock.now() < end) throw new ProviderOutage('the demo provider is down, as its customer wishes');
  };
}
