/** Who is asking, as far as a credential says. */
export type Caller = AnonymousCaller | BrokerCaller;

export interface AnonymousCaller {
  readonly kind: 'ANONYMOUS';
}

/** A broker's server, with a secret API key. */
export interface BrokerCaller {
  readonly kind: 'BROKER';
  readonly brokerId: string;
  readonly apiKeyId: string;
}

/** What came along with a request, over HTTP or in process, before anybody looked at it. */
export interface Credentials {
  readonly apiKey?: string | undefined;
  /** Names this request in logs and errors. */
  readonly requestId: string;
}
