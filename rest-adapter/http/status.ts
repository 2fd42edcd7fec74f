import type {
  ChangeCustomerMutation,
  CreateCheckoutSessionMutation,
  CreateStandaloneSessionMutation,
  EraseCustomerMutation,
  IssueOnboardTokenMutation,
  IssueUpdateTokenMutation,
  IssueViewTokenMutation,
  OptOutSellerMutation,
  RegisterCustomerMutation,
} from '../generated/operations.js';

/** The named errors of a mutation's result: everything but its payload. */
export type FailureOf<Result extends { readonly __typename: string }> = Exclude<Result['__typename'], `${string}Payload`>;

/** The named errors of every mutation that a route sends. */
type Failure = FailureOf<
  | IssueOnboardTokenMutation['issueOnboardToken']
  | IssueUpdateTokenMutation['issueUpdateToken']
  | IssueViewTokenMutation['issueViewToken']
  | OptOutSellerMutation['optOutSeller']
  | CreateCheckoutSessionMutation['createCheckoutSession']
  | CreateStandaloneSessionMutation['createStandaloneCheckoutSession']
  | RegisterCustomerMutation['registerCustomer']
  | ChangeCustomerMutation['changeCustomer']
  | EraseCustomerMutation['eraseCustomer']
>;

/** Every failure has a status. A named error added to the schema stops the build here until somebody has decided its own. */
export const STATUS = {
  ValidationError: 400,
  ItemNotBookableError: 400,
  WebhookNotRegisteredError: 403,
  UnknownSellerError: 404,
  UnknownCustomerError: 404,
  IdempotencyKeyInUseError: 409,
  CustomerErasedError: 410,
  IdempotencyKeyReusedError: 422,
} as const satisfies Record<Failure, number>;
