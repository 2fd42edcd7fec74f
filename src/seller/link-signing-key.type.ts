import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'The public half of a key that signs seller links, as a JWK. (RFC 7517)' })
export class LinkSigningKey {
  @Field(() => String, { description: 'Key type: EC.' })
  kty!: string;

  @Field(() => String, { description: 'Curve: P-256.' })
  crv!: string;

  @Field(() => String, { description: 'X coordinate, base64url.' })
  x!: string;

  @Field(() => String, { description: 'Y coordinate, base64url.' })
  y!: string;

  @Field(() => String, { description: 'Which key: the kid in the header of a link.' })
  kid!: string;

  @Field(() => String, { description: 'Algorithm: ES256.' })
  alg!: string;

  @Field(() => String, { description: 'Use: sig.' })
  use!: string;
}
