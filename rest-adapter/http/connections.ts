import type { Agent, Dispatcher } from 'undici';

type RequestOptions = Pick<Dispatcher.RequestOptions, 'headers' | 'body' | 'signal'> & { readonly method?: Dispatcher.HttpMethod };

/** Requests to others, over connections that are kept for the next one to the same address. */
export interface Connections {
  request(url: string, options: RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Breaks off what is under way. */
  destroy(): Promise<void>;
}

/** The client comes with the first request: it is 1 MB of code, and most processes have asked nobody for anything yet. */
export function openConnections(options: Agent.Options): Connections {
  const open = async () => {
    const undici = await import('undici');
    return { request: undici.request, dispatcher: new undici.Agent({ ...options, allowH2: false }) };
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    request: async (url, asked) => {
      const { request, dispatcher } = await (opened ??= open());
      return request(url, { ...asked, dispatcher });
    },
    destroy: async () => (await opened)?.dispatcher.destroy(),
  };
}
