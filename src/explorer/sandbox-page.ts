import { randomBytes } from 'node:crypto';
import type { NamedOperation } from './named-operations.js';

const CDN = 'https://embeddable-sandbox.cdn.apollographql.com';
const FRAME = 'https://sandbox.embed.apollographql.com';

interface SandboxContent {
  readonly operations: readonly NamedOperation[];
  /** What is sent along until somebody types something else. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Apollo Sandbox, opened with our operations and without its telemetry. It comes from Apollo; where that cannot be reached, the page leads to our own IDE. */
export function sandboxPage({ operations, headers }: SandboxContent): string {
  const nonce = randomBytes(16).toString('base64');
  const settings = {
    target: '#sandbox',
    initialState: { document: sandboxDocument(operations), headers, includeCookies: false, pollForSchemaUpdates: false },
    hideCookieToggle: true,
    endpointIsEditable: false,
    runTelemetry: false,
    allowDynamicStyles: false,
  };
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Apollo Sandbox – Courtside</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">
body { margin: 0; height: 100vh; display: flex; flex-direction: column; font: 16px/1.5 system-ui, sans-serif; color: #0b0c0c; background: #fff }
main { padding: .5rem 1rem } h1 { font-size: 1rem; display: inline; margin: 0 } p { display: inline; margin: 0 } a { color: #1d4f91 }
#sandbox { flex: 1 } iframe { width: 100%; height: 100%; border: 0; background: #fff }
</style>
</head>
<body>
<main><h1>Apollo Sandbox</h1> <p>comes from Apollo’s own servers. If nothing appears below, use <a href="/ide">the IDE that this gateway serves itself</a>: it has the same operations.</p></main>
<div id="sandbox"></div>
<script nonce="${nonce}" src="${CDN}/v2/embeddable-sandbox.umd.production.min.js"></script>
<script nonce="${nonce}">
if (window.EmbeddedSandbox) new window.EmbeddedSandbox({ ...${asScript(settings)}, initialEndpoint: window.location.origin + window.location.pathname });
</script>
</body>
</html>
`;
}

/** All operations in one document, of which whoever reads it runs one. */
export function sandboxDocument(operations: readonly NamedOperation[]): string {
  return operations.map(({ roles, summary, variables, document }) => `# For ${roles.join(', ')}. ${summary}${variables === '{}' ? '' : `\n# Variables: ${JSON.stringify(JSON.parse(variables))}`}\n${document}\n`).join('\n');
}

/** Scripts by nonce, which are ours and Apollo's; the frame is Apollo's, and what it asks for, this page asks of this gateway alone. */
function policyOf(nonce: string): string {
  return `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}' ${CDN}; img-src data:; frame-src ${FRAME}; connect-src 'self'; base-uri 'none'; form-action 'none'`;
}

/** JSON that ends no script element. */
function asScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
