// Generated from schema.graphql and rest-adapter/operations by `npm run generate`. Do not edit.
import type { DocumentNode } from 'graphql';
import * as Operations from './operations.js';













export type Requester<C = {}> = <R, V>(doc: DocumentNode, vars?: V, options?: C) => Promise<R> | AsyncIterable<R>
export function getSdk<C>(requester: Requester<C>) {
  return {
    CreateCheckoutSession(variables: Operations.CreateCheckoutSessionMutationVariables, options?: C): Promise<Operations.CreateCheckoutSessionMutation> {
      return requester<Operations.CreateCheckoutSessionMutation, Operations.CreateCheckoutSessionMutationVariables>(Operations.CreateCheckoutSessionDocument, variables, options) as Promise<Operations.CreateCheckoutSessionMutation>;
    },
    CreateStandaloneSession(variables: Operations.CreateStandaloneSessionMutationVariables, options?: C): Promise<Operations.CreateStandaloneSessionMutation> {
      return requester<Operations.CreateStandaloneSessionMutation, Operations.CreateStandaloneSessionMutationVariables>(Operations.CreateStandaloneSessionDocument, variables, options) as Promise<Operations.CreateStandaloneSessionMutation>;
    },
    IdentifyCaller(variables?: Operations.IdentifyCallerQueryVariables, options?: C): Promise<Operations.IdentifyCallerQuery> {
      return requester<Operations.IdentifyCallerQuery, Operations.IdentifyCallerQueryVariables>(Operations.IdentifyCallerDocument, variables, options) as Promise<Operations.IdentifyCallerQuery>;
    },
    IsOriginRegistered(variables: Operations.IsOriginRegisteredQueryVariables, options?: C): Promise<Operations.IsOriginRegisteredQuery> {
      return requester<Operations.IsOriginRegisteredQuery, Operations.IsOriginRegisteredQueryVariables>(Operations.IsOriginRegisteredDocument, variables, options) as Promise<Operations.IsOriginRegisteredQuery>;
    },
    IssueOnboardToken(variables: Operations.IssueOnboardTokenMutationVariables, options?: C): Promise<Operations.IssueOnboardTokenMutation> {
      return requester<Operations.IssueOnboardTokenMutation, Operations.IssueOnboardTokenMutationVariables>(Operations.IssueOnboardTokenDocument, variables, options) as Promise<Operations.IssueOnboardTokenMutation>;
    },
    IssueUpdateToken(variables: Operations.IssueUpdateTokenMutationVariables, options?: C): Promise<Operations.IssueUpdateTokenMutation> {
      return requester<Operations.IssueUpdateTokenMutation, Operations.IssueUpdateTokenMutationVariables>(Operations.IssueUpdateTokenDocument, variables, options) as Promise<Operations.IssueUpdateTokenMutation>;
    },
    IssueViewToken(variables: Operations.IssueViewTokenMutationVariables, options?: C): Promise<Operations.IssueViewTokenMutation> {
      return requester<Operations.IssueViewTokenMutation, Operations.IssueViewTokenMutationVariables>(Operations.IssueViewTokenDocument, variables, options) as Promise<Operations.IssueViewTokenMutation>;
    },
    ListOpportunities(variables: Operations.ListOpportunitiesQueryVariables, options?: C): Promise<Operations.ListOpportunitiesQuery> {
      return requester<Operations.ListOpportunitiesQuery, Operations.ListOpportunitiesQueryVariables>(Operations.ListOpportunitiesDocument, variables, options) as Promise<Operations.ListOpportunitiesQuery>;
    },
    OptOutSeller(variables: Operations.OptOutSellerMutationVariables, options?: C): Promise<Operations.OptOutSellerMutation> {
      return requester<Operations.OptOutSellerMutation, Operations.OptOutSellerMutationVariables>(Operations.OptOutSellerDocument, variables, options) as Promise<Operations.OptOutSellerMutation>;
    },
    ReadCheckoutSession(variables: Operations.ReadCheckoutSessionQueryVariables, options?: C): Promise<Operations.ReadCheckoutSessionQuery> {
      return requester<Operations.ReadCheckoutSessionQuery, Operations.ReadCheckoutSessionQueryVariables>(Operations.ReadCheckoutSessionDocument, variables, options) as Promise<Operations.ReadCheckoutSessionQuery>;
    },
    ReadOpportunity(variables: Operations.ReadOpportunityQueryVariables, options?: C): Promise<Operations.ReadOpportunityQuery> {
      return requester<Operations.ReadOpportunityQuery, Operations.ReadOpportunityQueryVariables>(Operations.ReadOpportunityDocument, variables, options) as Promise<Operations.ReadOpportunityQuery>;
    },
    ReadStandaloneSession(variables: Operations.ReadStandaloneSessionQueryVariables, options?: C): Promise<Operations.ReadStandaloneSessionQuery> {
      return requester<Operations.ReadStandaloneSessionQuery, Operations.ReadStandaloneSessionQueryVariables>(Operations.ReadStandaloneSessionDocument, variables, options) as Promise<Operations.ReadStandaloneSessionQuery>;
    }
  };
}
export type Sdk = ReturnType<typeof getSdk>;