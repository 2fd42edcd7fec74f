/** As much as the schema's Int can carry: whoever asks us to wait may name the end of time. */
const MOST_RETRY_AFTER_SECONDS = 2 ** 31 - 1;

/** For how many seconds somebody wants not to be asked. RFC 9110 §10.2.3: seconds, or a date. */
export function retryAfterOf(header: string | string[] | undefined, now: Date): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), MOST_RETRY_AFTER_SECONDS);
}
