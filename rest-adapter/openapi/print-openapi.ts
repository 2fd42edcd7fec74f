import { writeFileSync } from 'node:fs';
import { openapiDocument } from './openapi-document.js';

const URL = 'http://localhost:4000';

/** docs/openapi.json as it stands in the repository: of a gateway with the addresses that it has unless told otherwise. */
export function printedOpenapi(): string {
  const document = openapiDocument({ vocabUrl: 'https://openactive.io/', platformUrl: `${URL}/ns` }, { sellersUrl: URL, checkoutUrl: URL, bookingApiUrl: URL });
  return `${JSON.stringify(document, null, 2)}\n`;
}

if (import.meta.main) writeFileSync('docs/openapi.json', printedOpenapi());
