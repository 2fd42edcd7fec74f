import type { CreateCheckoutSessionMutation, IssueOnboardTokenMutation } from '../generated/operations.js';

/** The named errors of a mutation's result: everything but its payload. */
type FailureOf<Result extends { readonly __typename: string }> = Exclude<Result['__typename'], `${string}Payload`>;

type Failure = FailureOf<IssueOnboardTokenMutation['issueOnboardToken']> | FailureOf<CreateCheckoutSessionMutation['createCheckoutSession']>;

/** Every failure has a status. A named error added to the schema stops the build here until somebody has decided its own. */
export const STATUS = {
  ValidationError: 400,
  ItemNotBookableError: 400,
  WebhookNotRegisteredError: 403,
} as const satisfies Record<Failure, number>;
