import { z } from 'zod';
import { Broker, CheckoutSessionBody, NavigationLink, OrderItem } from '../json-ld/read-checkout-session.js';
import { Person, PersonPatch } from '../json-ld/read-person.js';
import { StandaloneOrderItem, StandaloneSessionBody } from '../json-ld/read-standalone-session.js';
import { CheckoutSession, CustomerAccount, CustomerChange, Order, SellerChanged, SellerLink, StandaloneSession, TestEvent } from './answer-schemas.js';
import { errorSchema } from './error-schemas.js';
import { FacilityUse, Opportunity, OpportunityList, ScheduledSession, SessionSeries, Slot } from './opportunity-schemas.js';

/** The bodies of requests: the very schemas that check them. */
export const BODIES = { CheckoutSessionBody, StandaloneSessionBody, Person, PersonPatch } as const;
export type BodyName = keyof typeof BODIES;

export const ANSWERS = { SellerLink, CheckoutSession, StandaloneSession, CustomerAccount, Opportunity, OpportunityList } as const;
export type AnswerName = keyof typeof ANSWERS;

export const EVENTS = { Order, CustomerChange, SellerChanged, TestEvent } as const;
export type EventName = keyof typeof EVENTS;

const PARTS = { Broker, NavigationLink, OrderItem, StandaloneOrderItem, ScheduledSession, Slot, SessionSeries, FacilityUse } as const;

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What stands under `components.schemas`, the errors of these terms included. */
export function schemaComponents(errorTerms: readonly string[]): Readonly<Record<string, JsonSchema>> {
  const named = z.registry<{ readonly id: string }>();
  const errors = Object.fromEntries(errorTerms.map((term) => [term, errorSchema(term)]));
  for (const [id, schema] of Object.entries<z.ZodType>({ ...BODIES, ...ANSWERS, ...EVENTS, ...PARTS, ...errors })) named.add(schema, { id });
  const { schemas } = z.toJSONSchema(named, { io: 'input', uri: (id) => reference(id).$ref });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)]));
}

export function reference(id: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${id}` };
}

/** The schema of a single value, such as a parameter of a query. */
export function schemaOfValue(schema: z.core.$ZodType): JsonSchema {
  return withoutIdentity(z.toJSONSchema(schema, { io: 'input' }));
}

/** In OpenAPI the document says which JSON Schema it speaks, and a component is known by its place. */
function withoutIdentity({ $schema: _schema, $id: _id, ...rest }: JsonSchema): JsonSchema {
  return rest;
}
