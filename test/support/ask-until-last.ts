import { Client } from 'undici';

/** Asks for a path again and again over one connection until it is told that an answer was the last; gives what went wrong. */
export async function askUntilLast(url: string, path: string, longestMs: number, tell: (answered: number) => void): Promise<string[]> {
  const client = new Client(url, { headersTimeout: longestMs });
  const failures: string[] = [];
  try {
    for (let answered = 1; ; answered += 1) {
      const { statusCode, headers, body } = await client.request({ method: 'GET', path });
      await body.dump();
      if (statusCode !== 200) failures.push(String(statusCode));
      tell(answered);
      if (headers['connection'] === 'close') return failures;
    }
  } catch (error) {
    return [...failures, String(error)];
  } finally {
    await client.destroy();
  }
}
