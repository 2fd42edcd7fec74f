// Generated from schema.graphql and rest-adapter/operations by `npm run generate`. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A checkout for one customer. (contract §4 row 5) */
export type CreateCheckoutSessionInput = {
  /** What is about to be booked. */
  readonly initialOrder: OrderQuoteInput;
  /** At most 10 ways back. */
  readonly navigationLinks?: ReadonlyArray<NavigationLinkInput> | null | undefined;
};

/** Who is booking: exactly one of the two. */
export type CustomerInput = {
  /** The customer in person. */
  readonly person?: PersonInput | null | undefined;
  /** The address of a customer whom the calling broker has registered. */
  readonly url?: string | null | undefined;
};

/** For which seller a link is wanted, and for which plan. (contract §4 row 1) */
export type IssueOnboardTokenInput = {
  /** Identifies the seller: an absolute http or https URL, kept exactly as given. */
  readonly sellerId: string;
  /** true for a Paid Seller, who connects a payment account; false for a Free Seller. */
  readonly stripe: boolean;
};

/** A way back for the customer. (contract §2 NavigationLink) */
export type NavigationLinkInput = {
  /** What it is for: an address that ends in BackToBrokerLink or BackToBrokerUserProfileLink; any other is kept and may not be shown. */
  readonly linkType: string;
  /** What the link says. */
  readonly name: string;
  /** Where it leads, http or https. */
  readonly url: string;
};

/** The two kinds of thing that can be booked. (contract §2 OrderItem) */
export type OpportunityType =
  /** One occurrence of a session that people attend together. */
  | 'SCHEDULED_SESSION'
  /** A stretch of time in which a facility can be used. */
  | 'SLOT';

/** The app that the checkout is branded for. (contract §2 Organization) */
export type OrderBrokerInput = {
  /** The name of the app. */
  readonly name: string;
  /** The home page of the organisation behind it, http or https. */
  readonly url: string;
};

/** One place at one opportunity. (contract §2 OrderItem) */
export type OrderItemInput = {
  /** The id of one of the opportunity's offers. */
  readonly acceptedOffer: string;
  /** What is booked. */
  readonly orderedItem: OrderedItemInput;
};

/** What is about to be booked. (contract §2 OrderQuote) */
export type OrderQuoteInput = {
  /** For which app. */
  readonly broker: OrderBrokerInput;
  /** Who is booking. */
  readonly customer: CustomerInput;
  /** From 1 to 20 places, all of one seller and in one currency; the same item twice is two places. */
  readonly orderedItem: ReadonlyArray<OrderItemInput>;
};

/** What is booked. (contract §2 OrderItem) */
export type OrderedItemInput = {
  /** Its identifier. */
  readonly identifier: string;
  /** Which kind of thing. */
  readonly type: OpportunityType;
};

/** A customer in person. (contract §2 Person) */
export type PersonInput = {
  /** E-mail address. */
  readonly email: string;
  /** Family name. */
  readonly familyName: string;
  /** Given name. */
  readonly givenName: string;
  /** The customer's id in the broker's own system; it comes back in the success webhook. */
  readonly identifier?: string | null | undefined;
  /** Customers must be 13 or over. Left out, the checkout asks; false is refused. */
  readonly is13OrOver?: boolean | null | undefined;
};

export type CheckoutSessionFactsFragment = { readonly id: string, readonly identifier: string, readonly frozen: { readonly version: number, readonly vocabUrl: string, readonly platformUrl: string }, readonly initialOrder: { readonly id: string, readonly customer:
      | { readonly __typename: 'CustomerReference', readonly url: string }
      | { readonly __typename: 'Person', readonly identifier: string | null, readonly givenName: string, readonly familyName: string, readonly email: string, readonly is13OrOver: boolean | null }
    , readonly broker: { readonly name: string, readonly url: string }, readonly orderedItem: ReadonlyArray<{ readonly acceptedOffer: string, readonly orderedItem: { readonly type: OpportunityType, readonly identifier: string } }> }, readonly navigationLinks: ReadonlyArray<{ readonly name: string, readonly linkType: string, readonly url: string }> | null, readonly potentialAction: ReadonlyArray<{ readonly name: string, readonly target: string }> };

export type CreateCheckoutSessionMutationVariables = Exact<{
  input: CreateCheckoutSessionInput;
}>;


export type CreateCheckoutSessionMutation = { readonly createCheckoutSession:
    | { readonly __typename: 'CreateCheckoutSessionPayload', readonly checkoutSession: { readonly id: string, readonly identifier: string, readonly frozen: { readonly version: number, readonly vocabUrl: string, readonly platformUrl: string }, readonly initialOrder: { readonly id: string, readonly customer:
            | { readonly __typename: 'CustomerReference', readonly url: string }
            | { readonly __typename: 'Person', readonly identifier: string | null, readonly givenName: string, readonly familyName: string, readonly email: string, readonly is13OrOver: boolean | null }
          , readonly broker: { readonly name: string, readonly url: string }, readonly orderedItem: ReadonlyArray<{ readonly acceptedOffer: string, readonly orderedItem: { readonly type: OpportunityType, readonly identifier: string } }> }, readonly navigationLinks: ReadonlyArray<{ readonly name: string, readonly linkType: string, readonly url: string }> | null, readonly potentialAction: ReadonlyArray<{ readonly name: string, readonly target: string }> } }
    | { readonly __typename: 'ItemNotBookableError', readonly message: string, readonly code: string }
    | { readonly __typename: 'ValidationError', readonly message: string, readonly code: string, readonly problems: ReadonlyArray<{ readonly path: ReadonlyArray<string>, readonly message: string }> }
    | { readonly __typename: 'WebhookNotRegisteredError', readonly message: string, readonly code: string }
   };

export type IdentifyCallerQueryVariables = Exact<{ [key: string]: never; }>;


export type IdentifyCallerQuery = { readonly currentBroker: { readonly id: string } | null };

export type IssueOnboardTokenMutationVariables = Exact<{
  input: IssueOnboardTokenInput;
}>;


export type IssueOnboardTokenMutation = { readonly issueOnboardToken:
    | { readonly __typename: 'IssueOnboardTokenPayload', readonly url: string }
    | { readonly __typename: 'ValidationError', readonly message: string, readonly code: string, readonly problems: ReadonlyArray<{ readonly path: ReadonlyArray<string>, readonly message: string }> }
   };

export type ReadCheckoutSessionQueryVariables = Exact<{
  identifier: string;
}>;


export type ReadCheckoutSessionQuery = { readonly checkoutSession: { readonly id: string, readonly identifier: string, readonly frozen: { readonly version: number, readonly vocabUrl: string, readonly platformUrl: string }, readonly initialOrder: { readonly id: string, readonly customer:
        | { readonly __typename: 'CustomerReference', readonly url: string }
        | { readonly __typename: 'Person', readonly identifier: string | null, readonly givenName: string, readonly familyName: string, readonly email: string, readonly is13OrOver: boolean | null }
      , readonly broker: { readonly name: string, readonly url: string }, readonly orderedItem: ReadonlyArray<{ readonly acceptedOffer: string, readonly orderedItem: { readonly type: OpportunityType, readonly identifier: string } }> }, readonly navigationLinks: ReadonlyArray<{ readonly name: string, readonly linkType: string, readonly url: string }> | null, readonly potentialAction: ReadonlyArray<{ readonly name: string, readonly target: string }> } | null };

export const CheckoutSessionFactsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckoutSessionFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CheckoutSession"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"frozen"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"vocabUrl"}},{"kind":"Field","name":{"kind":"Name","value":"platformUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"initialOrder"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"customer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CustomerReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"givenName"}},{"kind":"Field","name":{"kind":"Name","value":"familyName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"is13OrOver"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"broker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"orderedItem"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptedOffer"}},{"kind":"Field","name":{"kind":"Name","value":"orderedItem"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"identifier"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"navigationLinks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"linkType"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"potentialAction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}}]}}]} as unknown as DocumentNode<CheckoutSessionFactsFragment, unknown>;
export const CreateCheckoutSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateCheckoutSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateCheckoutSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createCheckoutSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateCheckoutSessionPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checkoutSession"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckoutSessionFacts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckoutSessionFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CheckoutSession"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"frozen"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"vocabUrl"}},{"kind":"Field","name":{"kind":"Name","value":"platformUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"initialOrder"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"customer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CustomerReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"givenName"}},{"kind":"Field","name":{"kind":"Name","value":"familyName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"is13OrOver"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"broker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"orderedItem"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptedOffer"}},{"kind":"Field","name":{"kind":"Name","value":"orderedItem"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"identifier"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"navigationLinks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"linkType"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"potentialAction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}}]}}]} as unknown as DocumentNode<CreateCheckoutSessionMutation, CreateCheckoutSessionMutationVariables>;
export const IdentifyCallerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"IdentifyCaller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentBroker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<IdentifyCallerQuery, IdentifyCallerQueryVariables>;
export const IssueOnboardTokenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"IssueOnboardToken"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"IssueOnboardTokenInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issueOnboardToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IssueOnboardTokenPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]} as unknown as DocumentNode<IssueOnboardTokenMutation, IssueOnboardTokenMutationVariables>;
export const ReadCheckoutSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReadCheckoutSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"identifier"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checkoutSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"identifier"},"value":{"kind":"Variable","name":{"kind":"Name","value":"identifier"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CheckoutSessionFacts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CheckoutSessionFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CheckoutSession"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"frozen"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"vocabUrl"}},{"kind":"Field","name":{"kind":"Name","value":"platformUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"initialOrder"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"customer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CustomerReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"givenName"}},{"kind":"Field","name":{"kind":"Name","value":"familyName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"is13OrOver"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"broker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"orderedItem"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptedOffer"}},{"kind":"Field","name":{"kind":"Name","value":"orderedItem"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"identifier"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"navigationLinks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"linkType"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"potentialAction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}}]}}]}}]} as unknown as DocumentNode<ReadCheckoutSessionQuery, ReadCheckoutSessionQueryVariables>;