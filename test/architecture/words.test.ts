import { describe, expect, it } from 'vitest';
import { codeOf, sourceFiles, type SourceFile } from '../support/source-files.js';

const FILES = sourceFiles('src', 'rest-adapter');
const MAX_LINES = 300;

interface Row {
  /** A guarantee, to be read after `holds:`. */
  readonly rule: string;
  readonly files: RegExp;
  readonly except?: RegExp;
  /** Comments and strings count too, unless the rule is about code alone. */
  readonly never: RegExp;
  readonly inCodeOnly?: true;
}

const DOMAIN = /^src\/(broker|seller|catalogue|checkout-session|checkout|order|payment|customer|webhook|staff|idempotency|outbox|mail|feed)\//;

/** What nobody says where. */
const TABLE: readonly Row[] = [
  { rule: 'no domain folder speaks the wire’s JSON-LD', files: DOMAIN, never: /platform:|@context/ },
  { rule: 'no domain folder knows a REST path', files: DOMAIN, never: /\/api\// },
  { rule: 'no domain folder chooses a status of HTTP', files: DOMAIN, never: /\b(?:http|status|statusCode|code)\b['"]?\s*(?:[:=(]|={2,3})\s*[1-5]\d\d\b/i, inCodeOnly: true },
  { rule: 'the REST adapter stores nothing', files: /^rest-adapter\//, never: /EntityManager|\bem\.|getKysely/ },
  { rule: 'routes and pages read no clock', files: /^rest-adapter\/(routes|pages|json-ld|http)\//, never: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.|\bTemporal\.Now\b/ },
  { rule: 'rules read no clock', files: DOMAIN, never: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.|\bTemporal\.Now\b/ },
  { rule: 'only the two configs read the environment', files: /./, except: /^(src|rest-adapter)\/(config|main)\.ts$|^src\/cli\/main\.ts$/, never: /\bprocess\.env\b|\bprocess\[|node:process/ },
  {
    rule: 'the mains hand the environment over and look at nothing in it',
    files: /^(src|rest-adapter|src\/cli)\/main\.ts$/,
    never: /\bprocess\.env\b(?!(?:, openHarvester)?\)+;)|(?<!\bread(?:Adapter)?Config\(|\bcourtside\(.*, )\bprocess\.env\b|\bprocess\[|node:process/,
  },
  { rule: 'nothing is of type any', files: /./, never: /(?:[:<|&,(]|=>|\b(?:as|satisfies|extends|is))\s*any\b(?!\s*[:(])/, inCodeOnly: true },
];

function offences(files: readonly SourceFile[], { files: covered, except, never, inCodeOnly }: Row): readonly string[] {
  return files
    .filter(({ path }) => covered.test(path) && !except?.test(path))
    .flatMap((file) => {
      const [found] = never.exec(inCodeOnly ? codeOf(file) : file.text) ?? [];
      return found === undefined ? [] : [`${file.path}: ${found}`];
    });
}

function tooLong(files: readonly SourceFile[]): readonly string[] {
  return files.filter(({ path, text }) => !path.includes('/generated/') && text.trimEnd().split('\n').length > MAX_LINES).map(({ path }) => path);
}

describe('the words that each room keeps to itself', () => {
  it.each(TABLE)('holds: $rule', (row) => {
    expect(FILES.filter(({ path }) => row.files.test(path))).not.toEqual([]);
    expect(offences(FILES, row)).toEqual([]);
  });

  it(`holds: no file is longer than ${MAX_LINES} lines`, () => {
    expect(tooLong(FILES)).toEqual([]);
  });
});

describe('the checker itself', () => {
  it.each([
    ['src/seller/opt-out-seller.ts', "throw new Error('platform:ValidationError')"],
    ['src/order/order.store.ts', "const key = '@context';"],
    ['src/checkout-session/create-checkout-session.ts', '// see POST /api/checkout-sessions'],
    ['src/customer/register-customer.ts', 'return { status: 201 };'],
    ['src/customer/register-customer.ts', 'reply.code(404);'],
    ['src/customer/register-customer.ts', 'if (answer.statusCode === 404) return;'],
    ['src/payment/capture.ts', 'const today = new Date();'],
    ['rest-adapter/routes/get-order.ts', '/** Needs no EntityManager. */'],
    ['rest-adapter/routes/get-order.ts', 'const now = Date.now();'],
    ['rest-adapter/pages/confirmation.tsx', 'const year = new Date().getFullYear();'],
    ['rest-adapter/pages/seller-pages.tsx', 'const today = new Intl.DateTimeFormat("en-GB").format(Date.now());'],
    ['src/outbox/work-outbox.ts', 'const now = new Date();'],
    ['src/mail/order-confirmation.ts', 'const link = `${checkoutUrl}/api/orders/${id}`;'],
    ['rest-adapter/gateway-client.ts', "const url = process.env['GATEWAY_URL'];"],
    ['src/store/open-store.ts', "import { env } from 'node:process';"],
    ['src/main.ts', "const level = process.env['LOG_LEVEL'];"],
    ['src/main.ts', 'startServer(process.env);'],
    ['src/cli/main.ts', "const isVerbose = process.env['VERBOSE'];"],
    ['src/cli/main.ts', 'run(print, process.env);'],
    ['src/cli/commands.ts', 'const config = readConfig(process.env);'],
    ['src/gateway.ts', 'const value: any = 1;'],
    ['src/gateway.ts', 'const value = input as any;'],
    ['src/gateway.ts', 'function f(a: Promise<any>): void {}'],
  ])('finds in %s: %s', (path, text) => {
    expect(TABLE.flatMap((row) => offences([{ path, text }], row))).not.toEqual([]);
  });

  it.each([
    ['src/broker/api-key.ts', '/** SHA-256, 256 bits. Retire any key. */ const BYTES = 256; // status: 404'],
    ['src/main.ts', 'const config = readConfig(process.env);'],
    ['src/cli/main.ts', 'const program = courtside((text) => console.log(text), process.env, openHarvester);'],
    ['rest-adapter/main.ts', 'await startAdapter(readAdapterConfig(process.env));'],
    ['rest-adapter/webhooks/send.ts', 'return { status: 204, at: new Date(instant) };'],
    ['rest-adapter/pages/seller-pages.tsx', 'return new Intl.DateTimeFormat("en-GB").format(Date.parse(instant));'],
  ])('lets pass in %s: %s', (path, text) => {
    expect(TABLE.flatMap((row) => offences([{ path, text }], row))).toEqual([]);
  });

  it('finds a file of 301 lines, and lets one of 300 and a generated one pass', () => {
    const files = [300, 301].map((lines) => ({ path: `src/${lines}.ts`, text: 'x\n'.repeat(lines) }));
    expect(tooLong([...files, ...['rest-adapter', 'src/cli'].map((client) => ({ path: `${client}/generated/sdk.ts`, text: 'x\n'.repeat(999) }))])).toEqual(['src/301.ts']);
  });
});
