/**
 * An outcome that a caller can expect and act on. It is returned, never thrown, and it is a member of a GraphQL result
 * union under its own name (`__typename`). Only bugs and outages throw.
 */
export abstract class UserError {
  abstract readonly __typename: string;
  /** Stable, for programs: `WEBHOOK_NOT_REGISTERED`. */
  abstract readonly code: string;
  /** For people, in en-GB. */
  abstract readonly message: string;
}

/** One thing that is wrong with an input: where, as GraphQL member names from the input's root, and what. */
export interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

/** The input breaks rules. It names every problem at once, and nothing was stored. */
export class ValidationError extends UserError {
  readonly __typename = 'ValidationError';
  readonly code = 'VALIDATION_FAILED';
  readonly message: string;

  constructor(readonly problems: readonly Problem[]) {
    super();
    this.message = problems.length === 1 ? 'The input has a problem.' : `The input has ${problems.length} problems.`;
  }
}
