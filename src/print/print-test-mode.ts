import { writeFileSync } from 'node:fs';
import { BOOKABLE_ROW, FORCED_ROWS, NOT_BOOKABLE_ROWS, type TestModeRow } from './test-mode.js';

const HEAD = `# Test mode: every outcome, on purpose

In the demo world (\`npm start\`, or \`DEMO=true\`; never in production) an outcome is had by name alone: that of an item, that of a customer, or a choice on the demo
provider's page. The code on the way is the same as anywhere; other customers, the publisher, the provider and the broker's receiver act as the name says.

- **An item** (\`demo-…\`): name it in a session, or open \`http://localhost:4000/checkout/scheduled-sessions/<item>\`, for the two slots \`…/checkout/slots/<item>\`. In a session it is the first item that counts.
- **A customer** (\`…@example.com\`): as the e-mail address, in a session's customer or typed on the page.
- **A choice** (\`DECLINED\` …): on the page to which paying leads, or by \`chooseDemoPayment(input: { id, outcome })\`, with the id at the end of that page's address. Then go back, or \`refreshPayment\`.
- **Webhooks** are those of Fitness Finder. What has arrived is on \`http://localhost:4000/demo-broker\`; attempts are in \`webhookDeliveries\`.

REST is what opens a session; what comes of it is seen by page, GraphQL and webhook. In GraphQL a word in capitals is the checkout's \`step\`, its \`paymentStatus\` or one of an error's \`reasons\`.
`;

const COLUMNS = '| Trigger | How | Page | REST | GraphQL | Webhook |\n|---|---|---|---|---|---|';

/** docs/test-mode.md as it stands in the repository. */
export function printedTestMode(): string {
  const sections: readonly (readonly [string, readonly TestModeRow[]])[] = [
    ['It is booked', [BOOKABLE_ROW]],
    ['It cannot be booked', NOT_BOOKABLE_ROWS],
    ['Something happens on the way', Object.values(FORCED_ROWS)],
  ];
  return [HEAD, ...sections.map(([title, rows]) => `## ${title}\n\n${COLUMNS}\n${rows.map(printedRow).join('\n')}\n`)].join('\n');
}

function printedRow({ triggers, how, page, rest, graphql, webhook }: TestModeRow): string {
  return `| ${[triggers.map((name) => `\`${name}\``).join(', '), how, page, rest, graphql, webhook].join(' | ')} |`;
}

if (import.meta.main) writeFileSync('docs/test-mode.md', printedTestMode());
