import { randomBytes } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { forward, type Answer } from '../forward.js';
import { failure, passed, skipped, warning, type Finding } from './finding.js';
import { judgeFirst, judgeSpeed, judgeType, type Limits } from './judge-answer.js';
import { testEvent, unknownEvent, type TestEvent } from './test-events.js';

export interface ReceiverOptions {
  readonly url: string;
  readonly endpointId: string;
  readonly webhookKey: string;
  readonly signingSecrets: readonly string[];
  readonly addresses: { readonly vocabUrl: string; readonly platformUrl: string };
  readonly limits: Limits;
  readonly dispatcher: Dispatcher;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

type Secrets = Pick<ReceiverOptions, 'webhookKey' | 'signingSecrets'>;
type Send = (event: TestEvent, secrets?: Partial<Secrets>) => Promise<Answer>;

/** What is tried once an event with nothing wrong with it is taken. */
const FURTHER = ['wrong-key', 'wrong-signature', 'repeat', 'unknown-event'] as const;

/** Sends a receiver nothing but tests, one after another, and says how it took each. */
export async function tryReceiver(options: ReceiverOptions): Promise<readonly Finding[]> {
  const { url, limits, addresses, endpointId } = options;
  const send: Send = (event, secrets = {}) => forward(event, { ...options, forwardTo: url, timeoutMs: limits.wholeMs, ...secrets });
  const event = testEvent(addresses, endpointId);
  const first = await send(event);
  const begun = [...judgeFirst(first, url), ...(first.status === null ? [] : [judgeSpeed(first, limits), judgeType(first)])];
  if (!isYes(first)) return [...begun, ...FURTHER.map((check) => skipped(check, `${check}: not tried, since it does not take what nothing is wrong with.`))];
  return [...begun, await tryWrongKey(send, options), await tryWrongSignature(send, options), await tryRepeat(send, event), await tryUnknown(send, options)];
}

const isYes = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300;
const said = ({ status, error }: Answer): string => (status === null ? (error ?? 'nothing') : String(status));

/** Contract §5.3: a broker refuses what comes without the key that was agreed. */
async function tryWrongKey(send: Send, { addresses, endpointId }: ReceiverOptions): Promise<Finding> {
  const answer = await send(testEvent(addresses, endpointId), { webhookKey: `wk_${randomBytes(24).toString('base64url')}` });
  if (isYes(answer)) return failure('wrong-key', `It takes an event with another X-Api-Key (${said(answer)}), so anybody can send it orders.`, 'Compare X-Api-Key with your webhook key before anything else, and answer 401 when it differs.');
  if (isBroken(answer)) return warning('wrong-key', `It fails (${said(answer)}) at another X-Api-Key instead of refusing it.`, 'Answer 401 when X-Api-Key is not your webhook key.');
  return passed('wrong-key', `It refuses another X-Api-Key (${said(answer)}).`);
}

/** That a broker verifies signatures is its own choice: the contract asks for the key alone. */
async function tryWrongSignature(send: Send, { addresses, endpointId }: ReceiverOptions): Promise<Finding> {
  const answer = await send(testEvent(addresses, endpointId), { signingSecrets: [`whsec_${randomBytes(32).toString('base64')}`] });
  if (isYes(answer)) return warning('wrong-signature', `It takes an event with a wrong signature (${said(answer)}).`, 'Verify webhook-signature as well: then whoever learns the key still cannot forge an event.');
  if (isBroken(answer)) return warning('wrong-signature', `It fails (${said(answer)}) at a wrong signature instead of refusing it.`, 'Answer 401 when no signature fits.');
  return passed('wrong-signature', `It refuses a wrong signature (${said(answer)}).`);
}

/** Everything may come twice. (contract §4 row 8: at least once) */
async function tryRepeat(send: Send, event: TestEvent): Promise<Finding> {
  const answer = await send(event);
  if (isYes(answer)) return passed('repeat', `It takes the same event a second time (${said(answer)}).`);
  return failure('repeat', `It does not take the same event a second time (${said(answer)}).`, 'Answer 2xx to a webhook-id that you have seen, and do nothing: a yes that was lost on its way is asked for again.');
}

/** There will be new kinds of events and new members. */
async function tryUnknown(send: Send, { addresses, endpointId }: ReceiverOptions): Promise<Finding> {
  const answer = await send(unknownEvent(addresses, endpointId));
  if (isBroken(answer)) return failure('unknown-event', `It fails (${said(answer)}) at an event that it does not know.`, 'Answer 2xx to what you do not know, and do nothing.');
  return passed('unknown-event', `It stays calm at an event that it does not know (${said(answer)}).`);
}

/** It did not answer, or with an error of its own. */
function isBroken({ status }: Answer): boolean {
  return status === null || status >= 500;
}
