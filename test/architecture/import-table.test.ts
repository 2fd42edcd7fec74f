import { describe, expect, it } from 'vitest';
import { importsOf, sourceFiles, type Import, type SourceFile } from '../support/source-files.js';

const FILES = sourceFiles('src', 'rest-adapter');

/** The rules that look nothing up: they get facts and give an answer. */
const PURE_RULES = [
  'src/catalogue/bookability.ts',
  'src/catalogue/bookability-sentences.ts',
  'src/catalogue/item-not-bookable-error.ts',
  'src/checkout-session/checkout-session.facts.ts',
  'src/checkout/checkout-step.ts',
  'src/checkout/choose-places.ts',
  'src/checkout-session/freeze-facts.ts',
  'src/checkout-session/session-request.ts',
  'src/checkout-session/webhook-not-registered-error.ts',
  'src/customer/customer-erased-error.ts',
  'src/customer/person.ts',
  'src/customer/erased-person.ts',
  'src/customer/unknown-customer-error.ts',
  'src/feed/depth.ts',
  'src/feed/feed-health.ts',
  'src/feed/lossless-json.ts',
  'src/feed/poll-schedule.ts',
  'src/feed/published-text.ts',
  'src/feed/read-availability.ts',
  'src/feed/read-concepts.ts',
  'src/feed/read-dates.ts',
  'src/feed/read-file-page.ts',
  'src/feed/read-item.ts',
  'src/feed/read-offer.ts',
  'src/feed/read-organization.ts',
  'src/feed/read-page.ts',
  'src/feed/read-parts.ts',
  'src/feed/read-place.ts',
  'src/feed/read-price.ts',
  'src/feed/read-schedule.ts',
  'src/feed/read-thing.ts',
  'src/feed/reading.ts',
  'src/feed/thing.facts.ts',
  'src/feed/words.ts',
  'src/idempotency/idempotency-errors.ts',
  'src/mail/mailer.ts',
  'src/mail/texts.ts',
  'src/order/order.facts.ts',
  'src/payment/payment-accounts.ts',
  'src/seller/seller-flow-step.ts',
  'src/seller/terms.ts',
  'src/seller/unknown-seller-error.ts',
  'src/shared/checks.ts',
  'src/shared/clock.ts',
  'src/shared/lifecycle.ts',
  'src/shared/money.ts',
  'src/shared/user-error.ts',
  'src/shared/without-addresses.ts',
  'src/webhook/retry-schedule.ts',
  'src/webhook/webhook-facts.ts',
  'src/webhook/webhook-kinds.ts',
];

/** A checkout is one browser's attempt at a session: both have one table of states, and what one typed is of one shape. */
const isOfItsRoom = (path: string, target: string): boolean => folderOf(target) === folderOf(path) || (folderOf(path) === 'src/checkout' && folderOf(target) === 'src/checkout-session');
const DOMAIN = /^src\/(broker|seller|catalogue|checkout-session|checkout|order|payment|customer|webhook|staff|idempotency|outbox|mail|feed)\//;
const ORM = /^(@mikro-orm\/|kysely$)/;
const GRAPHQL_LAYER = /\.(type|input|result|resolver)\.ts$/;

interface Row {
  /** A sentence, to be read after the file's name. */
  readonly rule: string;
  readonly files: (path: string) => boolean;
  /** Whether such a file may import this. */
  readonly allows: (imported: Import, path: string) => boolean;
}

const isPure = (path: string): boolean => path.endsWith('.lifecycle.ts') || PURE_RULES.includes(path);
const isPackage = (target: string): boolean => !/^(src|rest-adapter)\//.test(target);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const isUseCase = (path: string): boolean => DOMAIN.test(path) && /\/[^.]+\.ts$/.test(path);

const COMPOSITION_ROOTS: ReadonlySet<string> = new Set(['src/process/start.ts', 'src/process/run-gateway.ts', 'src/process/lead-workers.ts', 'src/cli/main.ts']);

/** Who may know whom. A layer is told by a file's suffix, a verb file by having none. */
const TABLE: readonly Row[] = [
  {
    rule: 'is pure: of packages it may know temporal-polyfill alone, and at run time only what is pure too',
    files: isPure,
    allows: ({ target, isTypeOnly }) => (isPackage(target) ? target === 'temporal-polyfill' : isTypeOnly || isPure(target)),
  },
  {
    rule: 'is an entity: it may know MikroORM, other entities, its own lifecycle and its own facts, and pure types of its folder',
    files: (path) => path.endsWith('.entity.ts'),
    allows: ({ target, isTypeOnly }, path) =>
      isPackage(target)
        ? target.startsWith('@mikro-orm/')
        : target.endsWith('.entity.ts') || (isOfItsRoom(path, target) && (/\.(lifecycle|facts)\.ts$/.test(target) || (isTypeOnly && isPure(target)))), // what a JSON column holds is its folder's to say
  },
  {
    rule: 'is a use case or a store: it must not know that GraphQL exists (the shape of a connection excepted)',
    files: (path) => isUseCase(path) || path.endsWith('.store.ts'),
    allows: ({ target, isTypeOnly }) => (target === 'src/shared/connection.type.ts' ? isTypeOnly : target !== 'type-graphql' && !GRAPHQL_LAYER.test(target)),
  },
  {
    rule: 'describes GraphQL: it must not know the ORM, and at run time only GraphQL packages and other descriptions',
    files: (path) => /\.(type|input|result)\.ts$/.test(path),
    allows: ({ target, isTypeOnly }) => !ORM.test(target) && (isTypeOnly || /\.(type|input|result)\.ts$/.test(target) || ['type-graphql', 'graphql', 'graphql-scalars'].includes(target)),
  },
  {
    rule: "is a resolver: it must know neither the ORM nor another folder's resolver, use cases or inputs",
    files: (path) => path.endsWith('.resolver.ts'),
    allows: ({ target }, path) =>
      isPackage(target)
        ? ['graphql', 'type-graphql'].includes(target)
        : folderOf(target) === folderOf(path) || target === 'src/context.ts' || /^src\/(access|shared)\//.test(target) || /\.(type|loader)\.ts$/.test(target),
  },
  {
    rule: 'is of the REST adapter: it must know nothing of the gateway but the schema, and no database',
    files: (path) => path.startsWith('rest-adapter/'),
    allows: ({ target }) => !target.startsWith('src/') && !ORM.test(target) && !['type-graphql', 'pg', 'node:sqlite'].includes(target),
  },
  {
    rule: 'is of the command line: like any client it asks the schema, and knows no domain folder and no ORM',
    files: (path) => path.startsWith('src/cli/'),
    allows: ({ target }) => !DOMAIN.test(target) && !ORM.test(target) && target !== 'type-graphql',
  },
  {
    rule: 'is of the gateway: only its two composition roots may know the REST adapter, the server’s and that of the command line, which harvests without a server',
    files: (path) => path.startsWith('src/') && !COMPOSITION_ROOTS.has(path),
    allows: ({ target }) => !target.startsWith('rest-adapter/'),
  },
  {
    rule: 'is of the gateway: nothing in it may know the composition root',
    files: (path) => path.startsWith('src/'),
    allows: ({ target }, path) => target !== 'src/process/start.ts' || path === 'src/process/run-gateway.ts',
  },
];

function offences(files: readonly SourceFile[], { rule, files: covers, allows }: Row): readonly string[] {
  return files
    .filter(({ path }) => covers(path))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => !allows(imported, file.path))
        .map(({ target }) => `${file.path} ${rule}: ${target}`),
    );
}

describe('the import table', () => {
  it.each(TABLE)('holds: every file that $rule', (row) => {
    expect(FILES.filter(({ path }) => row.files(path))).not.toEqual([]);
    expect(offences(FILES, row)).toEqual([]);
  });

  it('names only pure rules that exist', () => {
    const paths = new Set(FILES.map(({ path }) => path));
    expect(PURE_RULES.filter((path) => !paths.has(path))).toEqual([]);
  });

  it('sees through every relative import to a file', () => {
    const paths = new Set(FILES.map(({ path }) => path));
    const unresolved = FILES.flatMap((file) => importsOf(file).filter(({ target }) => !isPackage(target) && !paths.has(target)));
    expect(unresolved).toEqual([]);
  });

  it('misses no import: as many are read as there are lines that end one, or wait for one', () => {
    for (const file of FILES) {
      const endings = file.text.match(/^(?:(?:import|export|\}) .*\bfrom '|import ')|\bimport\('/gm) ?? [];
      expect(importsOf(file), file.path).toHaveLength(endings.length);
    }
  });
});

describe('the checker itself', () => {
  it.each([
    ['src/seller/seller.lifecycle.ts', "import { z } from 'zod';"],
    ['src/seller/seller.lifecycle.ts', "import { readFileSync } from 'node:fs';"],
    ['src/catalogue/bookability.ts', "import { readOpportunity } from './opportunity.store.js';"],
    ['src/checkout/choose-places.ts', "import type { Kysely } from 'kysely';"],
    ['src/seller/seller.entity.ts', "import { Field } from 'type-graphql';"],
    ['src/seller/seller.entity.ts', "import { sellerLifecycle } from '../order/order.lifecycle.js';"],
    ['src/seller/seller.entity.ts', "import type { StepFacts } from './find-seller-flow.js';"],
    ['src/seller/seller.entity.ts', "import { stepOf } from './seller-flow-step.js';"],
    ['src/seller/opt-out-seller.ts', "import { Seller } from './seller.type.js';"],
    ['src/seller/opt-out-seller.ts', "import type { OptOutSellerInput } from './seller.input.js';"],
    ['src/seller/opt-out-seller.ts', "export { SellerResolver } from './seller.resolver.js';"],
    ['src/order/order.store.ts', "import {\n  Field,\n  ObjectType,\n} from 'type-graphql';"],
    ['src/order/order.store.ts', "import { PageInfo } from '../shared/connection.type.js';"],
    ['src/order/order.type.ts', "import type { EntityManager } from '@mikro-orm/sql';"],
    ['src/order/order.type.ts', "import { sql } from 'kysely';"],
    ['src/order/order.result.ts', "import { Order } from './order.entity.js';"],
    ['src/order/order.resolver.ts', "import { SellerResolver } from '../seller/seller.resolver.js';"],
    ['src/order/order.resolver.ts', "import { optOutSeller } from '../seller/opt-out-seller.js';"],
    ['src/order/order.resolver.ts', "const { sql } = await import('kysely');"],
    ['rest-adapter/routes/get-order.ts', "import type { Money } from '../../src/shared/money.js';"],
    ['rest-adapter/routes/get-order.ts', "import { EntityManager } from '@mikro-orm/core';"],
    ['rest-adapter/pages/seller-pages.tsx', "import { stepOf } from '../../src/seller/seller-flow-step.js';"],
    ['src/seller/seller-flow-step.ts', "import { readSellerFlow } from './seller-flow.store.js';"],
    ['src/outbox/work-outbox.ts', "import { Field } from 'type-graphql';"],
    ['src/mail/order-confirmation.ts', "import { Order } from '../order/order.type.js';"],
    ['src/webhook/webhook.resolver.ts', "import { toQuoteView } from '../checkout/checkout-session.store.js';"],
    ['src/server.ts', "import { restAdapter } from '../rest-adapter/adapter.js';"],
    ['src/cli/run.ts', "import { start } from '../process/start.js';"],
    ['src/cli/run.ts', "import '../process/start.js';"],
    ['src/cli/import-feed.ts', "import { harvestPage } from '../../rest-adapter/feeds/harvest.js';"],
    ['src/cli/run.ts', "import { createBroker } from '../broker/create-broker.js';"],
    ['src/cli/run.ts', "import { EntityManager } from '@mikro-orm/sql';"],
  ])('finds in %s: %s', (path, text) => {
    expect(TABLE.flatMap((row) => offences([{ path, text }], row))).not.toEqual([]);
  });

  it.each([
    ['src/catalogue/bookability.ts', "import { Temporal } from 'temporal-polyfill';\nimport type { EventStatus } from './opportunity.entity.js';"],
    ['src/mail/demo-mail.entity.ts', "import type { MailAttachment } from './mailer.js';"],
    ['src/order/order.store.ts', "import type { Connection } from '../shared/connection.type.js';\nimport { sql } from 'kysely';"],
    ['src/order/order.resolver.ts', "import { Seller } from '../seller/seller.type.js';\nimport type { Context } from '../context.js';"],
    ['src/process/start.ts', "import { restAdapter } from '../../rest-adapter/adapter.js';"],
    ['src/cli/main.ts', "import { harvestPage } from '../../rest-adapter/feeds/harvest.js';"],
    ['src/cli/run.ts', "import { openStore } from '../store/open-store.js';\nimport { getSdk } from './generated/sdk.js';"],
  ])('lets pass in %s: %s', (path, text) => {
    expect(TABLE.flatMap((row) => offences([{ path, text }], row))).toEqual([]);
  });
});
