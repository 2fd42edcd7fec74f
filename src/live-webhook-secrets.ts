import { loadSecretBox } from './access/secret-box.js';
import type { Config } from './config.js';
import { openStore } from './store/open-store.js';
import { readLiveSecrets, type LiveSecrets } from './webhook/live-secrets.js';

/**
 * With what a broker's webhooks go out; undefined when there is nothing, or nothing that our keys open. For the command line alone: the
 * schema says no secret to anybody, and who runs a command has the database and the keys that open it.
 */
export async function liveWebhookSecrets({ databaseUrl, encryptionKeys, dataFolder }: Config, brokerId: string, now: Date): Promise<LiveSecrets | undefined> {
  const store = await openStore(databaseUrl);
  try {
    const secretBox = await loadSecretBox(encryptionKeys, dataFolder);
    return (await readLiveSecrets([brokerId], { reads: store.reads, now, secretBox })).get(brokerId);
  } finally {
    await store.close();
  }
}
