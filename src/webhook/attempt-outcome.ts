interface Ended {
  /** The status of HTTP; null when there was no answer. */
  readonly status: number | null;
  readonly error: string | null;
}

/** How attempts are counted: by the class of the answer, or why there was none. */
export function outcomeOf({ status, error }: Ended): string {
  if (status !== null) return `${Math.floor(status / 100)}xx`;
  return OUTCOMES.find(([pattern]) => pattern.test(error ?? ''))?.[1] ?? 'other';
}

/** By the errors that the sender reports. */
const OUTCOMES: readonly (readonly [RegExp, string])[] = [
  [/within|TIMEOUT|TIMEDOUT/, 'timeout'],
  [/ECONNREFUSED/, 'refused'],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET/, 'reset'],
  [/ENOTFOUND|EAI_AGAIN/, 'unknown_host'],
  [/not public|https only/, 'forbidden_address'],
  [/CERT|TLS|SSL/, 'tls'],
  [/cannot be written/, 'unwritable'],
];
