import { signLocalStaffToken } from '../access/staff-tokens.js';
import type { Config } from '../config.js';
import { systemClock } from '../shared/clock.js';
import { DEMO } from '../store/demo-world.js';

/** What a start prints: where to look, and in demo a key and a command that works. Never a secret outside demo. */
export function greet({ publicUrl, isDemo, smtp }: Config, staffToken?: string): string {
  const addresses = [`Courtside is at ${publicUrl}`, `  GraphQL and Apollo Sandbox   ${publicUrl}/graphql`, `  The same offline (Altair)    ${publicUrl}/ide`, `  The REST door, described     ${publicUrl}/docs`];
  if (!isDemo && !smtp) addresses.push('  No mail is sent: SMTP_URL and MAIL_FROM are not set.');
  return [...addresses, ...(isDemo ? demoLines(publicUrl, staffToken) : [])].join('\n');
}

function demoLines(publicUrl: string, staffToken: string | undefined): string[] {
  return [
    `  Demo mailbox                 ${publicUrl}/demo-mailbox`,
    `  What the demo broker hears   ${publicUrl}/demo-broker`,
    `  Demo broker's API key        ${DEMO.apiKeys.fitnessFinder}`,
    ...(staffToken === undefined ? [] : [`  Staff token, role admin, 8 h  ${staffToken}`]),
    '',
    'Create a checkout session:',
    '',
    `curl -i ${publicUrl}/api/checkout-sessions \\`,
    `  -H 'X-API-KEY: ${DEMO.apiKeys.fitnessFinder}' \\`,
    `  -H 'Content-Type: application/json' -H 'Accept: application/json' \\`,
    `  -d '${JSON.stringify(demoSession(publicUrl))}'`,
    '',
  ];
}

/** A body that the demo broker could send. (contract §4 row 5) */
function demoSession(publicUrl: string): object {
  return {
    '@context': ['https://openactive.io/', `${publicUrl}/ns`],
    type: 'platform:CheckoutSession',
    'platform:initialOrder': {
      type: 'OrderQuote',
      customer: { type: 'Person', identifier: 'member-42', givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com' },
      broker: { type: 'Organization', name: 'Fitness Finder', url: 'https://fitness-finder.example' },
      orderedItem: [{ type: 'OrderItem', acceptedOffer: DEMO.offers.free, orderedItem: { type: 'ScheduledSession', identifier: 'demo-free' } }],
    },
  };
}

/** To whoever has started us. */
export async function sayHello(config: Config): Promise<void> {
  console.log(greet(config, await demoStaffToken(config)));
}

/** What lets staff in where this machine signs for them and everybody knows the demo's keys anyway. */
async function demoStaffToken({ isDemo, staff, dataFolder }: Config): Promise<string | undefined> {
  return isDemo && !staff ? signLocalStaffToken(dataFolder, 'demo:admin', 'admin', systemClock.now()) : undefined;
}
