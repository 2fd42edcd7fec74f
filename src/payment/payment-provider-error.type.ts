import { ObjectType } from 'type-graphql';
import { UserErrorType } from '../shared/result.type.js';

@ObjectType('PaymentProviderError', { implements: UserErrorType, description: 'The payment provider does not answer at the moment; nothing was changed.' })
export class PaymentProviderErrorType extends UserErrorType {}
