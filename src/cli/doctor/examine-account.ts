import type { ListBrokersQuery, ListWebhookEndpointsQuery } from '../generated/operations.js';
import { failure, passed, warning, type Finding } from './finding.js';

export type ExaminedBroker = ListBrokersQuery['brokers']['nodes'][number];
export type ExaminedEndpoint = ListWebhookEndpointsQuery['webhookEndpoints'][number];

/** How old a secret key may be before it should be changed. (our choice) */
const OLD_KEY_DAYS = 365;
const DAY_MS = 86_400_000;

const WHY_DISABLED: Readonly<Record<NonNullable<ExaminedEndpoint['disabledReason']>, string>> = {
  FAILING: 'because every attempt failed for five days',
  GONE: 'because it answered 410',
  SWITCHED_OFF: 'by its broker or by staff',
};

/** What our side knows: the success webhook, and the broker's keys. */
export function examineAccount(broker: ExaminedBroker, endpoint: ExaminedEndpoint | undefined, now: Date): readonly Finding[] {
  return [...(endpoint ? [examineSwitch(endpoint), examineDeliveries(endpoint)] : [noEndpoint()]), examineApiKeys(broker, now), examineOrigins(broker)];
}

function noEndpoint(): Finding {
  return failure('registered', 'No success webhook is registered, so no authenticated checkout can be opened.', 'Register one: courtside webhook register --kind ORDER_SUCCESS, or the mutation registerWebhookEndpoint.');
}

function examineSwitch({ url, disabledReason, pendingCount }: ExaminedEndpoint): Finding {
  if (disabledReason === null) return passed('registered', `The success webhook ${url} is registered and enabled.`);
  return failure('registered', `The success webhook ${url} is disabled ${WHY_DISABLED[disabledReason]}; ${pendingCount} deliveries wait.`, 'Once it works, enable it: courtside webhook enable, or the mutation enableWebhookEndpoint.');
}

function examineDeliveries({ failingSince, failureRate, exhaustedCount }: ExaminedEndpoint): Finding {
  const check = 'deliveries';
  if (failingSince !== null) return warning(check, `Every delivery since ${failingSince} has failed.`, 'See what the receiver answered: courtside webhook deliveries --state PENDING.');
  if (exhaustedCount > 0) return warning(check, `${exhaustedCount} deliveries came to nothing.`, 'Send them again: courtside webhook recover, or the mutation recoverWebhookDeliveries.');
  if (failureRate !== null && failureRate > 0) return warning(check, `${Math.ceil(failureRate * 100)} % of the attempts of the last 24 hours failed.`, 'See what the receiver answered: courtside webhook deliveries.');
  return passed(check, 'No delivery has failed of late.');
}

function examineApiKeys({ apiKeys }: ExaminedBroker, now: Date): Finding {
  const check = 'api-keys';
  const live = apiKeys.filter(({ retiredAt }) => retiredAt === null || new Date(retiredAt) > now);
  const [oldest] = live.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  if (!oldest) return failure(check, 'No secret API key is live.', 'Make one: courtside key rotate.');
  if (live.length > 1) return warning(check, `${live.length} secret API keys are live.`, `Once ${oldest.id}, the oldest, is no longer in use, retire it by the mutation retireApiKey.`);
  const days = Math.floor((now.getTime() - new Date(oldest.createdAt).getTime()) / DAY_MS);
  if (days > OLD_KEY_DAYS) return warning(check, `The secret API key ${oldest.id} is ${days} days old.`, 'Change it: courtside key rotate, or the mutation rotateApiKey.');
  return passed(check, 'One secret API key is live, and not old.');
}

/** Off this machine a page on plain http can be changed on its way, and its key be used by whoever does. */
const IN_THE_CLEAR = /^http:\/\/(?!(?:localhost|127\.0\.0\.1|\[::1\])(?::|$))/;

function examineOrigins({ publishableKeys, origins }: ExaminedBroker): Finding {
  const check = 'origins';
  const clear = origins.filter((origin) => IN_THE_CLEAR.test(origin));
  if (publishableKeys.every(({ retiredAt }) => retiredAt !== null)) return passed(check, 'No publishable key is live, so no site can use one.');
  if (origins.length === 0) return warning(check, 'The publishable key works nowhere, since no origin is registered.', 'Ask staff to register the origins of the front-end.');
  if (clear.length > 0) return warning(check, `The publishable key may be used on plain http: ${clear.join(', ')}.`, 'Serve the front-end by https, and have that origin registered instead.');
  return passed(check, `The publishable key may be used on ${origins.join(', ')}.`);
}
