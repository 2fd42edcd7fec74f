/** Who is asking, as far as a credential says. */
export type Caller = AnonymousCaller | BrokerCaller | FrontEndCaller | SellerCaller | CustomerCaller | AdapterCaller | StaffCaller;

export interface AnonymousCaller {
  readonly kind: 'ANONYMOUS';
}

/** A broker's server, with a secret API key. */
export interface BrokerCaller {
  readonly kind: 'BROKER';
  readonly brokerId: string;
  readonly apiKeyId: string;
}

/** A broker's front-end, with a publishable key, from one of the broker's registered origins or from no browser at all. */
export interface FrontEndCaller {
  readonly kind: 'FRONT_END';
  readonly brokerId: string;
  readonly publishableKeyId: string;
}

/** A seller in a browser, within the flow that its link opened. */
export interface SellerCaller {
  readonly kind: 'SELLER';
  readonly flowId: string;
}

/** Whoever is in a checkout, or has booked by it. */
export interface CustomerCaller {
  readonly kind: 'CUSTOMER';
  readonly checkoutId: string;
}

/** Our own adapter on an errand of its own: the webhooks. */
export interface AdapterCaller {
  readonly kind: 'ADAPTER';
}

export const STAFF_ROLES = ['support', 'operator', 'admin'] as const;
/** Each role may do what the ones before it may: read, act, manage brokers and keys. */
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Somebody who works here. */
export interface StaffCaller {
  readonly kind: 'STAFF';
  readonly role: StaffRole;
  /** Who it is, for the record: `cli:<user>`, or the token's subject. */
  readonly actor: string;
}

/** What came along with a request, over HTTP or in process, before anybody looked at it. */
export interface Credentials {
  /** The header X-API-KEY: a secret or a publishable key. */
  readonly apiKey?: string | undefined;
  /** The header Authorization. */
  readonly authorization?: string | undefined;
  /** The header Origin: which site a browser was on. */
  readonly origin?: string | undefined;
  /** The address of whoever sent the request, for the limits on callers without a key. */
  readonly clientAddress: string;
  /** Whether our own adapter sent it from a process of its own: its documents are known, and are not measured. */
  readonly isFromAdapter?: boolean;
  /** Whether whoever sent it has hung up meanwhile; what waits for something then waits for nobody. */
  readonly isCallerGone?: () => boolean;
  /** Hears how much whoever pays may ask in this minute, as headers of the answer. */
  readonly tellRate?: ((headers: Readonly<Record<string, string>>) => void) | undefined;
  /** Names this request in logs and errors. */
  readonly requestId: string;
}
