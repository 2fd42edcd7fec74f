import { Field, ID, InterfaceType } from 'type-graphql';
import { nameOf } from './result.type.js';

@InterfaceType('Node', { description: 'A thing that its id alone leads back to, by `node`. (Relay object identification)', resolveType: nameOf })
export abstract class NodeType {
  @Field(() => ID, { description: 'Names this one thing among all things of all types.' })
  id!: string;
}
