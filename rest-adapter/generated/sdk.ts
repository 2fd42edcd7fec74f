// Generated from schema.graphql and rest-adapter/operations by `npm run generate`. Do not edit.
import type { DocumentNode } from 'graphql';
import * as Operations from './operations.js';





export type Requester<C = {}> = <R, V>(doc: DocumentNode, vars?: V, options?: C) => Promise<R> | AsyncIterable<R>
export function getSdk<C>(requester: Requester<C>) {
  return {
    CreateCheckoutSession(variables: Operations.CreateCheckoutSessionMutationVariables, options?: C): Promise<Operations.CreateCheckoutSessionMutation> {
      return requester<Operations.CreateCheckoutSessionMutation, Operations.CreateCheckoutSessionMutationVariables>(Operations.CreateCheckoutSessionDocument, variables, options) as Promise<Operations.CreateCheckoutSessionMutation>;
    },
    IdentifyCaller(variables?: Operations.IdentifyCallerQueryVariables, options?: C): Promise<Operations.IdentifyCallerQuery> {
      return requester<Operations.IdentifyCallerQuery, Operations.IdentifyCallerQueryVariables>(Operations.IdentifyCallerDocument, variables, options) as Promise<Operations.IdentifyCallerQuery>;
    },
    IssueOnboardToken(variables: Operations.IssueOnboardTokenMutationVariables, options?: C): Promise<Operations.IssueOnboardTokenMutation> {
      return requester<Operations.IssueOnboardTokenMutation, Operations.IssueOnboardTokenMutationVariables>(Operations.IssueOnboardTokenDocument, variables, options) as Promise<Operations.IssueOnboardTokenMutation>;
    },
    ReadCheckoutSession(variables: Operations.ReadCheckoutSessionQueryVariables, options?: C): Promise<Operations.ReadCheckoutSessionQuery> {
      return requester<Operations.ReadCheckoutSessionQuery, Operations.ReadCheckoutSessionQueryVariables>(Operations.ReadCheckoutSessionDocument, variables, options) as Promise<Operations.ReadCheckoutSessionQuery>;
    }
  };
}
export type Sdk = ReturnType<typeof getSdk>;