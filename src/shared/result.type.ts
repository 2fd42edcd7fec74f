import { createUnionType, Field, InterfaceType, ObjectType, type ClassType } from 'type-graphql';
import { Problem } from './problem.type.js';

interface Named {
  readonly __typename: string;
}

/** Every abstract type here is told apart by the name that its values carry. */
export function nameOf(value: unknown): string {
  return (value as Named).__typename; // payloads and UserErrors all carry it
}

@InterfaceType('UserError', {
  description: 'An expected way for an operation to end without its effect. Select it with an inline fragment, and a member added later breaks nothing.',
  resolveType: nameOf,
})
export abstract class UserErrorType {
  @Field(() => String, { description: 'What happened and what would help, in English, for a person.' })
  message!: string;

  @Field(() => String, { description: 'The same in one stable word, for a program, as in WEBHOOK_NOT_REGISTERED.' })
  code!: string;
}

@ObjectType('ValidationError', { implements: UserErrorType, description: 'The input breaks rules; nothing was stored.' })
export class ValidationErrorType extends UserErrorType {
  @Field(() => [Problem], { description: 'Every problem of the input at once.' })
  problems!: Problem[];
}

/** `VerbNounResult`: the payload or one of the named errors. */
export function resultUnion<T extends readonly ClassType[]>(name: string, description: string, types: () => T) {
  return createUnionType({ name, description, types, resolveType: nameOf });
}

/** Gives a payload the name that the union tells it apart by. */
export function payload<N extends `${string}Payload`, T extends object>(name: N, members: T): T & { readonly __typename: N } {
  return { ...members, __typename: name };
}
