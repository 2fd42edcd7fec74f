import { FirstTables } from './0001-first-tables.js';
import { Money } from './0002-money.js';
import { Webhooks } from './0003-webhooks.js';
import { Customers } from './0004-customers.js';
import { RateMinutes } from './0005-rate-minutes.js';
import { AttemptRows } from './0006-attempt-rows.js';
import { Catalogue } from './0007-catalogue.js';
import { SessionEnd } from './0008-session-end.js';

/** In the order in which they run; a migration that has been released is never edited. */
export const SQLITE_MIGRATIONS = [
  { name: '0001-first-tables', class: FirstTables },
  { name: '0002-money', class: Money },
  { name: '0003-webhooks', class: Webhooks },
  { name: '0004-customers', class: Customers },
  { name: '0005-rate-minutes', class: RateMinutes },
  { name: '0006-attempt-rows', class: AttemptRows },
  { name: '0007-catalogue', class: Catalogue },
  { name: '0008-session-end', class: SessionEnd },
];
