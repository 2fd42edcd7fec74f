import type { Problems } from '../shared/checks.js';

/** Where webhooks can go: any address of the web, and in production, where they carry real people's data, an encrypted one. */
export function checkWebhookUrl(problems: Problems, path: readonly string[], url: string, isProduction: boolean): void {
  const before = problems.found.length;
  problems.httpUrl(path, url);
  if (isProduction && problems.found.length === before && !/^https:/i.test(url)) problems.add(path, 'must be an https URL');
}
